import { sql } from 'drizzle-orm';
import type { Address } from '#contract/core/fields';
import { type CommandName, cancelsAtOnce, mayRun } from '#contract/orders/actions';
import type { TaskFacts } from '#contract/orders/facts';
import { CANCEL_CODES } from '#contract/orders/reasons';
import { closingOf } from '#contract/orders/receipt';
import type { ReturnLine } from '#contract/orders/returns';
import { statusOf } from '#contract/orders/status';
import type { BlockerKind } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { readdressLabels, retryLabels } from '../shipping/index.ts';
import { endHold, inStock, postMove } from '../stock/index.ts';
import { stockBalances } from '../stock/stock-balances/table.ts';
import { reservations } from '../stock/tables.ts';
import { refuseAgreedOrder } from './agreed.ts';
import { allocate, release } from './allocate.ts';
import { availability } from './availability.ts';
import { openBlocker } from './blockers.ts';
import {
  acceptReceived,
  cancelLines,
  cancelMissing,
  cancelTask,
  emptyParcels,
  freeSerials,
  lockTask,
  NOTES,
  resetPicked,
  resolveBlockers,
  voidParcels,
  writeNote,
} from './command-statements.ts';
import { checkAddress } from './create.ts';
import { readFacts } from './facts.ts';
import { recompute } from './recompute.ts';
import { makeRetour, openRetourOf } from './retour.ts';
import { rollBack } from './roll-back.ts';
import { taskBlockers } from './tables.ts';
import { tasks } from './tasks/table.ts';

/** Input of a command. `by` is the user. The merchant can read `reason`. */
export type CommandInput = {
  reason: string;
  blocker?: BlockerKind | undefined;
  address?: Address | undefined;
  lines?: readonly ReturnLine[] | undefined;
  by: string | null;
};
type Run = { tx: Db; id: string; facts: TaskFacts; input: CommandInput };

const findPicked = statement(
  {
    id: stockBalances.id,
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    compartmentId: stockBalances.compartmentId,
    unitId: stockBalances.unitId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    lineId: reservations.lineId,
    held: reservations.qty,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select b.id, b.merchant_id, b.item_id, b.compartment_id, b.unit_id, b.lot, b.expiry, b.serial, v.line_id, v.qty as held
      from reservations v join task_lines l on l.id = v.line_id join stock_balances b on b.id = v.balance_id
      where l.task_id = ${id}::uuid and v.picked order by b.id`,
);
const findCancelRequest = statement(
  { reason: taskBlockers.reason },
  ({ id }: { id: string }) =>
    sql`select reason from task_blockers where task_id = ${id}::uuid and kind = 'cancelRequested' and reason <> '' order by opened_at desc limit 1`,
);
const findOpenInbound = statement(
  { no: tasks.no },
  ({ id }: { id: string }) =>
    sql`select no from tasks where parent_id = ${id}::uuid and kind = 'inbound' and status <> 'finish' and deleted_at is null limit 1`,
);
const findConsignee = statement(
  { kind: tasks.kind, consignee: tasks.consignee },
  ({ id }: { id: string }) => sql`select kind, consignee from tasks where id = ${id}::uuid`,
);
const changeConsignee = statement(
  { id: tasks.id },
  ({ id, address }: { id: string; address: string }) =>
    sql`update tasks set consignee = ${address}::jsonb where id = ${id}::uuid and consignee <> ${address}::jsonb returning id`,
);

const set = (tx: Db, id: string, note: keyof typeof NOTES) => writeNote(tx, { id, note: NOTES[note] });
const raise = ({ tx, id, input }: Run, kind: BlockerKind) => openBlocker(tx, id, { kind, reason: input.reason, by: input.by });
const resolve = ({ tx, id, input }: Run, kinds: readonly BlockerKind[]) =>
  resolveBlockers(tx, { by: input.by, reason: input.reason, id, kinds: `{${kinds.join(',')}}` });
/** Cancels the pieces that are neither picked nor held (or all that are not shipped). */
const cancelRest = ({ tx, id }: Run) => cancelMissing(tx, { id });

/** Picked and packed pieces become loose goods in their current compartment, to be put back. Packed pieces are taken out of their box. */
async function putBack({ tx, id, input }: Run): Promise<void> {
  for (const { id: balanceId, compartmentId, unitId, lineId, held, ...goods } of await findPicked(tx, { id })) {
    // With a box: a move in the same compartment from the unit to loose. Without a box only the reservation ends.
    if (unitId)
      await postMove(tx, {
        ...goods,
        condition: 'good',
        qty: held,
        from: inStock(compartmentId, unitId),
        to: inStock(compartmentId),
        fromLine: lineId,
        taskId: id,
        reason: 'putBack',
        userId: input.by,
      });
    else {
      await endHold(tx, { lineId, balanceId, qty: held });
    }
  }
  await emptyParcels(tx, { id });
  await voidParcels(tx, { id });
  await freeSerials(tx, { id });
  await resetPicked(tx, { id });
}

async function cancel(run: Run): Promise<void> {
  const { tx, id, input, facts } = run;
  await release(tx, [id]);
  await putBack(run);
  await cancelLines(tx, { id });
  await resolve(run, ['cancelRequested', 'hold']);
  if (facts.lines.some((line) => line.shipped > 0)) return;
  // Accepting a request needs no reason of its own: the reason of the request is used. Every cancelled order has a reason; it distinguishes
  // the order from a finished one.
  const reason = input.reason || ((await findCancelRequest.first(tx, { id }))?.reason ?? CANCEL_CODES[0]);
  await cancelTask(tx, { id, reason });
}

/** Creates a return of the named pieces. Without lines it is for all pieces, and has no effect while a return is open. */
async function requestRetour({ tx, id, input: { by, reason: remark, lines } }: Run): Promise<void> {
  if (lines || !(await openRetourOf(tx, id))) await makeRetour(tx, id, { by, remark, lines });
}

/** A container or collection is not finished while its goods are still being received. */
async function refuseOpenInbound(tx: Db, id: string): Promise<void> {
  const inbound = await findOpenInbound.first(tx, { id });
  if (inbound) throw new DomainError('StateRefused', 'tasks.refusals.inboundOpen');
}

/** Refuses the command if the order still waits for goods: an answer "done" would be wrong. */
async function refuseWithoutEffect(tx: Db, id: string): Promise<void> {
  const [known] = await readFacts(tx, [id]);
  if (!known || statusOf(known.facts) !== 'outOfStock') return;
  const lines = await availability(tx, id);
  const part = lines.some(({ places }) => places.some(({ why }) => why === null));
  throw new DomainError('StateRefused', `tasks.refusals.${part ? 'partPickable' : 'nothingPickable'}`);
}

/** Ships what can be picked and cancels the rest. */
async function shipPart(run: Run): Promise<void> {
  const { tx, id, input } = run;
  await allocate(tx, [id], input.by, [id]);
  const [known] = await readFacts(tx, [id]);
  if (!known?.facts.lines.some((line) => line.reserved > 0 || line.picked > 0))
    throw new DomainError('StateRefused', 'tasks.refusals.nothingPickable');
  await cancelRest(run);
}

/** "Ship out please": ends blockers and allocates stock. A partly packed or short order ships what is available; the rest is cancelled. */
async function shipOut(run: Run): Promise<void> {
  const { tx, id, facts, input } = run;
  const status = statusOf(facts);
  if (status === 'wrongAddress') {
    const task = await findConsignee.one(tx, { id });
    if (!(await checkAddress(tx, id, task.kind, task.consignee, input.by)))
      throw new DomainError('StateRefused', 'tasks.refusals.addressStillWrong');
  }
  await resolve(run, ['hold', 'customerHandlingAwaits']);
  await retryLabels(tx, id);
  await set(tx, id, 'linked');
  if (facts.kind !== 'outbound') return;
  await allocate(tx, [id], input.by);
  if (status === 'outOfStock') await refuseWithoutEffect(tx, id);
  if (status === 'partiallyPacked' || status === 'pickingNeeded') await cancelRest(run);
}

const EFFECTS: Record<CommandName, (run: Run) => Promise<unknown>> = {
  requestCancel: (run) => (cancelsAtOnce(run.facts) ? cancel(run) : raise(run, 'cancelRequested')),
  holdOn: (run) => raise(run, 'hold'),
  shipOutPlease: shipOut,
  shipPart,
  requestRetour,
  requestUnlinkInventory: async (run) => {
    await release(run.tx, [run.id]);
    await putBack(run);
    await set(run.tx, run.id, 'unlinked');
  },
  updateStatusByInventory: async ({ tx, id, facts, input }) => {
    if (facts.kind !== 'outbound') return;
    // Linking goods again ends the standby.
    if (facts.unlinkedAt !== null) await set(tx, id, 'linked');
    await allocate(tx, [id], input.by);
  },
  acceptCancel: cancel,
  denyCancel: (run) => resolve(run, ['cancelRequested']),
  raise: (run) => raise(run, run.input.blocker ?? 'problematic'),
  resolve: async (run) => {
    await resolve(
      run,
      run.input.blocker ? [run.input.blocker] : ['problematic', 'customerHandlingAwaits', 'manualHandlingAwaits', 'hold', 'wrongAddress'],
    );
    await retryLabels(run.tx, run.id);
  },
  correctAddress: async ({ tx, id, facts, input }) => {
    const { consignee } = await findConsignee.one(tx, { id });
    const address = input.address ?? consignee;
    await refuseAgreedOrder(tx, id, { consignee: address }, { consignee });
    const changed = await changeConsignee(tx, { id, address: JSON.stringify(address) });
    if (changed.length > 0) await readdressLabels(tx, id);
    else await retryLabels(tx, id);
    if (!(await checkAddress(tx, id, facts.kind, address, input.by))) return;
    if (facts.kind === 'outbound' && facts.unlinkedAt === null) await allocate(tx, [id], input.by);
  },
  forceGates: ({ tx, id }) => set(tx, id, 'gatesForced'),
  acceptShort: cancelRest,
  closeReceipt: async (run) => {
    const { refusal, ready, asksMerchant } = closingOf(run.facts, run.input.reason);
    if (refusal !== null) throw new DomainError('StateRefused', `tasks.refusals.${refusal}`);
    await set(run.tx, run.id, ready ? 'receivedAndPrepared' : 'received');
    if (asksMerchant) await raise(run, 'customerHandlingAwaits');
  },
  rollbackReceipt: ({ tx, id, input }) => rollBack(tx, id, input),
  acceptDifference: async (run) => {
    await acceptReceived(run.tx, { id: run.id });
    await resolve(run, ['customerHandlingAwaits']);
    await set(run.tx, run.id, 'prepared');
  },
  markUnderWay: ({ tx, id }) => set(tx, id, 'underWay'),
  markArrived: ({ tx, id }) => set(tx, id, 'arrived'),
  markPartDone: ({ tx, id }) => set(tx, id, 'partDone'),
  finish: async ({ tx, id }) => {
    await refuseOpenInbound(tx, id);
    await set(tx, id, 'closed');
  },
  reopen: ({ tx, id }) => set(tx, id, 'reopened'),
};

/**
 * Runs one command on one task under its lock: checks the facts, applies the effect, recomputes the status, adds a timeline entry.
 * Repeating a command that already took effect changes nothing (domain 3.7). The caller has checked that the task is in the actor's scope.
 * @throws DomainError StateRefused with a key of `REFUSALS`
 */
export async function runCommand(tx: Db, id: string, command: CommandName, input: CommandInput): Promise<void> {
  await lockTask(tx, { id });
  const [known] = await readFacts(tx, [id]);
  if (!known) throw new DomainError('NotFound');
  const refusal = mayRun(command, known.facts, input.blocker);
  if (refusal) throw new DomainError('StateRefused', TASK_TEXTS.refusal(refusal));
  await EFFECTS[command]({ tx, id, facts: known.facts, input });
  await recompute(
    tx,
    [id],
    { command, reason: input.reason, by: input.by, payload: input.blocker ? { blocker: input.blocker } : {} },
    { always: true, locked: new Set([id]) },
  );
}
