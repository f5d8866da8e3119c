import type { ActionSpec, FieldSpec } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { COMMANDS, type CommandName, type CommandSpec } from '#contract/orders/actions';
import { GATES, RELEASABLE } from '#contract/orders/guards';
import { BLOCKER_KINDS, type TaskKind, type TaskStatus } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';

const OUT: readonly TaskKind[] = ['outbound', 'transportLabel'];
const IN: readonly TaskKind[] = ['inbound', 'retour'];
const CLOSED: readonly TaskStatus[] = ['finish', 'partiallyFinish'];
/** Nothing of the order is in the house any more, so it cannot be stopped. */
const GONE: readonly TaskStatus[] = [...CLOSED, 'shipped', 'inTransit', 'inDelivery', 'delivered', 'inbounded'];
const SHORT: readonly TaskStatus[] = ['outOfStock', 'pickingNeeded', 'readyToPick', 'customerHandlingAwaits'];
const UNPACKED: readonly TaskStatus[] = [
  'inProcess',
  'outOfStock',
  'readyToPick',
  'inPicklist',
  'picklistPrinted',
  'pickingNeeded',
  'readyToPack',
  'partiallyPacked',
];
const RECEIPT_CLOSED: readonly TaskStatus[] = [
  'received',
  'retourReceived',
  'retourReceivedPartially',
  'readyToInbound',
  'partiallyInbounded',
  'inbounded',
  'customerHandlingAwaits',
];

const among = (field: string, values: readonly string[]): Condition => ({ field, op: 'in', value: [...values] });
const kind = (kinds: readonly TaskKind[]) => among('kind', kinds);
const status = (statuses: readonly TaskStatus[]) => among('status', statuses);
const not = (condition: Condition): Condition => ({ not: condition });
const and = (...parts: Condition[]): Condition => ({ and: parts });
const movable = not(status(GONE));
const blocked = (by: string): Condition => ({ field: 'blocker', op: 'eq', value: by });

/**
 * When a list offers a command. A list only knows the row, so these conditions are weaker than the guards in contract/orders/actions.ts:
 * they hide commands that clearly do not apply, and the server refuses the rest with a message.
 */
const WHEN: Partial<Record<CommandName, Condition>> = {
  requestCancel: and(movable, not(blocked('cancelRequested'))),
  holdOn: and(movable, not(blocked('hold')), not(blocked('cancelRequested'))),
  // An order out of stock is not released: “Check stock again” allocates it.
  shipOutPlease: and(kind(OUT), status(RELEASABLE.filter((one) => one !== 'outOfStock'))),
  shipPart: and(kind(['outbound']), status(['outOfStock'])),
  requestRetour: and(kind(['outbound']), { field: 'shipped', op: 'gt', value: 0 }),
  requestUnlinkInventory: and(kind(['outbound']), status(UNPACKED)),
  // It reserves goods for an order: there is nothing to reserve for goods that come in or have left. A packed order may still lack pieces.
  updateStatusByInventory: and(kind(['outbound']), movable),
  acceptCancel: blocked('cancelRequested'),
  denyCancel: blocked('cancelRequested'),
  raise: not(status(CLOSED)),
  resolve: and({ field: 'blocker', op: 'filled' }, not(blocked('cancelRequested'))),
  correctAddress: and(kind(OUT), blocked('wrongAddress')),
  forceGates: and(kind(OUT), status(GATES)),
  acceptShort: and(kind(['outbound']), status(SHORT)),
  closeReceipt: and(kind(IN), status(['receiving', 'retourReceivedPartially', 'retourReceived'])),
  rollbackReceipt: and(kind(IN), status(RECEIPT_CLOSED)),
  acceptDifference: and(kind(IN), status(RECEIPT_CLOSED)),
  markUnderWay: and(kind(['retour']), status(['receiptPending'])),
  finish: status(['inbounded', 'partiallyInbounded', 'shipped', 'inTransit', 'inDelivery', 'delivered', 'retourReceived']),
  reopen: status(CLOSED),
};

const reason = (required: boolean): FieldSpec => ({
  kind: 'text',
  label: 'tasks.ask.reason',
  required,
  multiline: true,
  maxLength: 500,
});
/** Fields that a command asks for in addition to its reason. */
const ASK: Partial<Record<CommandName, Record<string, FieldSpec>>> = {
  raise: {
    blocker: {
      kind: 'choice',
      label: 'tasks.fields.blocker',
      required: true,
      // Hold and cancellation have commands of their own.
      options: BLOCKER_KINDS.filter((one) => one !== 'hold' && one !== 'cancelRequested').map((value) => ({
        value,
        label: TASK_TEXTS.blocker(value),
      })),
    },
  },
};
/** Commands whose input needs a dialog of src/resources/tasks instead of a list of fields. */
const DIALOGS: Partial<Record<CommandName, string>> = {
  correctAddress: 'tasks.correctAddress',
  requestRetour: 'tasks.requestReturn',
};

function action(command: CommandName, on: 'row' | 'bulk'): ActionSpec {
  const spec: CommandSpec = COMMANDS[command];
  const ask = { ...ASK[command], ...(spec.reason === 'none' ? {} : { reason: reason(spec.reason === 'required') }) };
  const dialog = on === 'row' ? DIALOGS[command] : undefined;
  const when = WHEN[command];
  return {
    // Row and bulk actions are in one list, so their keys must differ.
    key: on === 'row' ? command : `${command}.bulk`,
    label: TASK_TEXTS.command(command),
    done: TASK_TEXTS.done(command),
    on,
    privilege: `tasks.${spec.privilege}`,
    ...(dialog
      ? { dialog }
      : { call: { method: 'POST', path: on === 'row' ? `/v0/tasks/:id/command/${command}` : `/v0/tasks/command/${command}` } }),
    ...(when ? { when } : {}),
    ...(spec.danger ? { danger: true, confirmText: TASK_TEXTS.confirmation(command) } : {}),
    ...(!dialog && Object.keys(ask).length > 0 ? { ask } : {}),
  };
}

/** Row actions for `commands`, and bulk actions for `bulk`. */
export const commandActions = (commands: readonly CommandName[], bulk: readonly CommandName[]): ActionSpec[] => [
  ...commands.map((command) => action(command, 'row')),
  ...bulk.map((command) => action(command, 'bulk')),
];
