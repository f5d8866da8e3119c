import type { ActionSpec, FieldSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { COMMANDS, type CommandName, type CommandSpec } from '#contract/orders/actions';
import { CANCEL_REASON, TASK_STATUS } from '#contract/orders/status-field';
import { BLOCKER_KINDS, type TaskStatus } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import type { FieldInput } from '../../core/http/mask.ts';

const CLOSED: TaskStatus[] = ['finish'];
const reason = (required: boolean): FieldSpec => ({ kind: 'text', label: 'tasks.ask.reason', required, multiline: true, maxLength: 500 });
const is = (field: string, ...value: string[]): Condition => ({ field, op: 'in', value });
const open: Condition = { not: is('status', ...CLOSED) };

/** When a list of services offers a command; a weaker form of the guards in contract/orders/actions.ts. */
const WHEN: Partial<Record<CommandName, Condition>> = {
  markUnderWay: { and: [open, { field: 'underWayAt', op: 'empty' }, { field: 'arrivedAt', op: 'empty' }] },
  markArrived: { and: [open, { field: 'arrivedAt', op: 'empty' }] },
  finish: { and: [open, { field: 'blocker', op: 'empty' }] },
  reopen: is('status', ...CLOSED),
  holdOn: { and: [open, { not: is('blocker', 'hold', 'cancelRequested') }] },
  resolve: { and: [{ field: 'blocker', op: 'filled' }, { not: is('blocker', 'cancelRequested') }] },
  requestCancel: { and: [open, { field: 'arrivedAt', op: 'empty' }, { not: is('blocker', 'cancelRequested') }] },
  acceptCancel: is('blocker', 'cancelRequested'),
  denyCancel: is('blocker', 'cancelRequested'),
};

/** Commands of the task behind a service (both have the same id). `words` overrides the label of a command. */
export const serviceActions = (commands: readonly CommandName[], words: Partial<Record<CommandName, string>> = {}): ActionSpec[] =>
  commands.map((command) => {
    const spec: CommandSpec = COMMANDS[command];
    const when = WHEN[command];
    return {
      key: command,
      label: words[command] ?? TASK_TEXTS.command(command),
      done: TASK_TEXTS.done(command),
      on: 'row',
      privilege: `tasks.${spec.privilege}`,
      call: { method: 'POST', path: `/v0/tasks/:id/command/${command}` },
      ...(when ? { when } : {}),
      ...(spec.danger ? { danger: true, confirmText: TASK_TEXTS.confirmation(command) } : {}),
      ...(spec.reason === 'none' ? {} : { ask: { reason: reason(spec.reason === 'required') } }),
    };
  });
export const STOPS: CommandName[] = ['holdOn', 'resolve', 'requestCancel', 'acceptCancel', 'denyCancel', 'reopen'];

/** Requests a change of agreed data from the other party, with the dialog of src/resources/change-requests. */
export const askChange = (when: Condition): ActionSpec => ({
  key: 'askChange',
  label: 'changeRequests.actions.ask',
  on: 'row',
  dialog: 'changeRequests.ask',
  privilege: 'changeRequests.ask',
  when,
});

/** Fields shared by all services. */
export const serviceFields = {
  no: { kind: 'text', label: 'services.fields.no', mono: true, sort: true, filter: true, width: 110 },
  merchantId: { kind: 'reference', label: 'services.fields.merchantId', area: 'merchants', filter: true, createOnly: true, width: 170 },
  status: {
    ...TASK_STATUS,
    label: 'services.fields.status',
    sort: true,
    filter: true,
    width: 170,
  },
  cancelReason: { ...CANCEL_REASON, label: 'tasks.fields.cancelReason', width: 200 },
  statusSince: { kind: 'instant', label: 'services.fields.statusSince', relative: true, sort: true, filter: true, width: 150 },
  blocker: {
    kind: 'choice',
    label: 'services.fields.blocker',
    filter: true,
    width: 170,
    options: BLOCKER_KINDS.map((value) => ({ value, label: TASK_TEXTS.blocker(value) })),
  },
  underWayAt: { kind: 'instant', label: 'services.fields.underWayAt', sort: true, filter: true, width: 150 },
  arrivedAt: { kind: 'instant', label: 'services.fields.arrivedAt', sort: true, filter: true, width: 150 },
  inboundId: { kind: 'reference', label: 'services.fields.inboundId', area: 'tasks', width: 140 },
  packingList: {
    kind: 'text',
    label: 'services.fields.packingList',
    multiline: true,
    mono: true,
    help: 'services.help.packingList',
    width: 240,
  },
  remark: { kind: 'text', label: 'services.fields.remark', multiline: true, width: 220 },
} as const satisfies Record<string, FieldInput>;

/** Default filter of service lists: open ones. */
export const UNSETTLED: NonNullable<Mask['open']> = [
  {
    field: 'status',
    op: 'in',
    value: [
      'inProcess',
      'inTransit',
      'delivered',
      'partiallyFinish',
      'hold',
      'problematic',
      'cancelRequested',
      'customerHandlingAwaits',
      'manualHandlingAwaits',
    ],
  },
];
