import { sql } from 'drizzle-orm';
import type { Address } from '#contract/fields';
import { type CommandName, cancelsAtOnce, mayRun } from '#contract/task/actions';
import type { TaskFacts } from '#contract/task/facts';
import { CANCEL_CODES } from '#contract/task/reasons';
import { closingOf } from '#contract/task/receipt';
import { statusOf } from '#contract/task/status';
import type { BlockerKind } from '#contract/task/statuses';
import { TASK_TEXTS } from '#contract/task/texts';
import { readdressLabels, retryLabels } from '../carriers/queue.ts';
import type { Db } from '../db/client.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { inStock, postMove } from '../stock/ledger.ts';
import { refuseAgreedOrder } from './agreed.ts';
import { allocate, release } from './allocate.ts';
import { availability } from './availability.ts';
import { openBlocker } from './blockers.ts';
import { checkAddress } from './create.ts';
import { readFacts } from './facts.ts';
import { recompute } from './recompute.ts';
import { makeRetour, openRetourOf } from './retour.ts';
import { rollBack } from './roll-back.ts';

/** What a command was given. `by` is the person; `reason` is shown to the merchant too. */
export type CommandInput = { reason: string; blocker?: BlockerKind | undefined; address?: Address | undefined; by: string | null };
type Run = { tx: Db; id: string; facts: TaskFacts; input: CommandInput };

const set = (tx: Db, id: string, sets: ReturnType<typeof sql>) => tx.execute(sql`update tasks set ${sets} where id = ${id}::uuid`);
const raise = ({ tx, id, input }: Run, kind: BlockerKind) => openBlocker(tx, id, { kind, reason: input.reason, by: input.by });
const resolve = ({ tx, id, input }: Run, kinds: readonly BlockerKind[]) =>
  tx.execute(sql`update task_blockers set resolved_at = now(), resolved_by = ${input.by}::uuid, resolution = ${input.reason}
    where task_id = ${id}::uuid and kind = any(${`{${kinds.join(',')}}`}::text[]) and resolved_at is null`);
/** The pieces nobody waits for any more: what is neither picked nor held (or all that is not shipped). */
const cancelRest = ({ tx, id }: Run) =>
  tx.execute(
    sql`update task_lines set cancelled = greatest(ordered - picked - reserved, cancelled), short = 0 where task_id = ${id}::uuid`,
  );

/** Picked and packed pieces become loose goods where they are; somebody puts them back. Packed ones leave their box. */
async function putBack({ tx, id, input }: Run): Promise<void> {
  const held = rowsOf(
    await tx.execute(sql`select b.*, v.line_id, v.qty as held, l.shipped from reservations v join task_lines l on l.id = v.line_id join stock_balances b on b.id = v.balance_id
      where l.task_id = ${id}::uuid and v.picked order by b.id`),
  );
  for (const row of held) {
    const [compartmentId, unitId] = [row['compartment_id'] as string, row['unit_id'] as string | null];
    const goods = {
      merchantId: row['merchant_id'] as string,
      itemId: row['item_id'] as string,
      lot: row['lot'] as string,
      expiry: row['expiry'] as string | null,
      serial: row['serial'] as string,
      condition: 'good' as const,
    };
    // Out of the box in the same place: two sides of the ledger that differ by the unit; without a box only the hold ends.
    if (unitId)
      await postMove(tx, {
        ...goods,
        qty: row['held'] as number,
        from: inStock(compartmentId, unitId),
        to: inStock(compartmentId),
        fromLine: row['line_id'] as string,
        taskId: id,
        reason: 'putBack',
        userId: input.by,
      });
    else {
      await tx.execute(
        sql`update stock_balances set reserved = reserved - ${row['held'] as number} where id = ${row['id'] as string}::uuid`,
      );
      await tx.execute(
        sql`select kontor_unhold(${row['line_id'] as string}::uuid, ${row['id'] as string}::uuid, ${row['held'] as number})`,
      );
    }
  }
  await tx.execute(
    sql`delete from parcel_contents where parcel_id in (select id from parcels where task_id = ${id}::uuid and handed_over_at is null)`,
  );
  await tx.execute(
    sql`update parcels set state = 'void', pieces = 0, label_state = case when label_state = 'bought' then 'voided' else label_state end where task_id = ${id}::uuid and handed_over_at is null and state <> 'void'`,
  );
  await tx.execute(sql`update serials s set state = 'inStock' from task_lines l where l.task_id = ${id}::uuid and s.item_id = l.item_id and s.merchant_id = l.merchant_id and s.state = 'packed'
    and not exists (select from parcel_contents p where p.serial = s.serial)`);
  await tx.execute(sql`update task_lines set picked = shipped, packed = shipped, short = 0 where task_id = ${id}::uuid`);
}

/** Every cancelled order has a reason: it is what tells it from a finished one. */
const asReason = (requested: unknown): string => (typeof requested === 'string' && requested !== '' ? requested : CANCEL_CODES[0]);

async function cancel(run: Run): Promise<void> {
  const { tx, id, input, facts } = run;
  await release(tx, [id]);
  await putBack(run);
  await tx.execute(sql`update task_lines set cancelled = ordered - shipped where task_id = ${id}::uuid`);
  await resolve(run, ['cancelRequested', 'hold']);
  if (facts.lines.some((line) => line.shipped > 0)) return;
  // Who accepts a request gives no reason of their own: the one of the request stands.
  const [request] = rowsOf(
    await tx.execute(
      sql`select reason from task_blockers where task_id = ${id}::uuid and kind = 'cancelRequested' and reason <> '' order by opened_at desc limit 1`,
    ),
  );
  const reason = input.reason || asReason(request?.['reason']);
  await set(tx, id, sql`deleted_at = now(), cancel_reason = ${reason}`);
}

/** A retour task of what left and has not come back; the open one is returned where there is one already. */
async function requestRetour({ tx, id, input }: Run): Promise<void> {
  if (!(await openRetourOf(tx, id))) await makeRetour(tx, id, { by: input.by, remark: input.reason });
}

/** An answer "done" to an order that still waits for goods would be wrong. */
async function refuseWithoutEffect(tx: Db, id: string): Promise<void> {
  const [known] = await readFacts(tx, [id]);
  if (!known || statusOf(known.facts) !== 'outOfStock') return;
  const lines = await availability(tx, id);
  const part = lines.some(({ places }) => places.some(({ why }) => why === null));
  throw new DomainError('StateRefused', `tasks.refusals.${part ? 'partPickable' : 'nothingPickable'}`);
}

/** What can be picked is held and goes; nobody waits for the rest any more. */
async function shipPart(run: Run): Promise<void> {
  const { tx, id, input } = run;
  await allocate(tx, [id], input.by, [id]);
  const [known] = await readFacts(tx, [id]);
  if (!known?.facts.lines.some((line) => line.reserved > 0 || line.picked > 0))
    throw new DomainError('StateRefused', 'tasks.refusals.nothingPickable');
  await cancelRest(run);
}

/** "Ship out please": stops end, goods are looked for; on a partly packed or short order what is there goes, the rest is cancelled. */
async function shipOut(run: Run): Promise<void> {
  const { tx, id, facts, input } = run;
  const status = statusOf(facts);
  if (status === 'wrongAddress') {
    const [task] = rowsOf(await tx.execute(sql`select kind, consignee from tasks where id = ${id}::uuid`));
    if (!(await checkAddress(tx, id, task?.['kind'] as string, task?.['consignee'] as Address, input.by)))
      throw new DomainError('StateRefused', 'tasks.refusals.addressStillWrong');
  }
  await resolve(run, ['hold', 'customerHandlingAwaits']);
  await retryLabels(tx, id);
  await set(tx, id, sql`unlinked_at = null`);
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
    await set(run.tx, run.id, sql`unlinked_at = now()`);
  },
  updateStatusByInventory: async ({ tx, id, facts, input }) => {
    if (facts.kind !== 'outbound') return;
    // Linking goods again ends the standby.
    if (facts.unlinkedAt !== null) await set(tx, id, sql`unlinked_at = null`);
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
    const [task] = rowsOf(await tx.execute(sql`select consignee from tasks where id = ${id}::uuid`));
    const address = input.address ?? (task?.['consignee'] as Address);
    await refuseAgreedOrder(tx, id, { consignee: address }, { consignee: task?.['consignee'] });
    const changed = rowsOf(
      await tx.execute(
        sql`update tasks set consignee = ${JSON.stringify(address)}::jsonb where id = ${id}::uuid and consignee <> ${JSON.stringify(address)}::jsonb returning id`,
      ),
    );
    if (changed.length > 0) await readdressLabels(tx, id);
    else await retryLabels(tx, id);
    if (!(await checkAddress(tx, id, facts.kind, address, input.by))) return;
    if (facts.kind === 'outbound' && facts.unlinkedAt === null) await allocate(tx, [id], input.by);
  },
  forceGates: ({ tx, id }) => set(tx, id, sql`gates_forced_at = now(), force_ship_label = true`),
  acceptShort: cancelRest,
  closeReceipt: async (run) => {
    const { refusal, ready, asksMerchant } = closingOf(run.facts, run.input.reason);
    if (refusal !== null) throw new DomainError('StateRefused', `tasks.refusals.${refusal}`);
    await set(run.tx, run.id, sql`receipt_closed_at = now()${ready ? sql`, prepared_at = coalesce(prepared_at, now())` : sql``}`);
    if (asksMerchant) await raise(run, 'customerHandlingAwaits');
  },
  rollbackReceipt: ({ tx, id, input }) => rollBack(tx, id, input),
  acceptDifference: async (run) => {
    await run.tx.execute(sql`update task_lines set cancelled = greatest(0, ordered - received) where task_id = ${run.id}::uuid`);
    await resolve(run, ['customerHandlingAwaits']);
    await set(run.tx, run.id, sql`prepared_at = coalesce(prepared_at, now())`);
  },
  markUnderWay: ({ tx, id }) => set(tx, id, sql`under_way_at = now()`),
  markArrived: ({ tx, id }) => set(tx, id, sql`arrived_at = now()`),
  markPartDone: ({ tx, id }) => set(tx, id, sql`part_done_at = now()`),
  finish: ({ tx, id }) => set(tx, id, sql`closed_at = now()`),
  reopen: ({ tx, id }) => set(tx, id, sql`closed_at = null`),
};

/**
 * Runs one command on one task under its lock: guard by facts, effect, status anew, timeline entry. Repeating a command whose effect
 * stands already changes nothing (domain 3.7). The caller found the task in the actor's scope.
 * @throws DomainError StateRefused with a key of `REFUSALS`
 */
export async function runCommand(tx: Db, id: string, command: CommandName, input: CommandInput): Promise<void> {
  await tx.execute(sql`select 1 from tasks where id = ${id}::uuid for update`);
  const [known] = await readFacts(tx, [id]);
  if (!known) throw new DomainError('NotFound');
  const refusal = mayRun(command, known.facts, input.blocker);
  if (refusal) throw new DomainError('StateRefused', TASK_TEXTS.refusal(refusal));
  await EFFECTS[command]({ tx, id, facts: known.facts, input });
  await recompute(
    tx,
    [id],
    { command, reason: input.reason, by: input.by, payload: input.blocker ? { blocker: input.blocker } : {} },
    true,
  );
}
