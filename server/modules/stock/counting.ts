import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { recompute } from '../orders/index.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { counts } from './counts/table.ts';
import { endHold } from './holds.ts';
import { type Goods, inStock, OUTSIDE, postMove } from './ledger.ts';
import { stockBalances } from './stock-balances/table.ts';
import { countLines, reservations } from './tables.ts';

type Decision = { reason: string; by: string };

const findCount = statement(
  { state: counts.state, round: counts.round },
  ({ id }: { id: string }) => sql`select state, round from counts where id = ${id}::uuid and deleted_at is null for update`,
);
const findDifferences = statement(
  {
    merchantId: countLines.merchantId,
    itemId: countLines.itemId,
    compartmentId: countLines.compartmentId,
    lot: countLines.lot,
    expiry: countLines.expiry,
    serial: countLines.serial,
    condition: countLines.condition,
    off: cell.integer,
  },
  ({ id, round }: { id: string; round: number }) =>
    sql`select merchant_id, item_id, compartment_id, lot, expiry, serial, condition, counted - expected as off from count_lines l where count_id = ${id}::uuid and round = ${round} and counted <> expected order by l.id`,
);
const lockBalances = statement(
  { id: stockBalances.id, onHand: stockBalances.onHand, reserved: stockBalances.reserved, unitId: stockBalances.unitId },
  (
    at: Goods & { place: string },
  ) => sql`select id, on_hand, reserved, unit_id from stock_balances where item_id = ${at.itemId}::uuid and compartment_id = ${at.place}::uuid and merchant_id = ${at.merchantId}::uuid and lot = ${at.lot}
      and expiry is not distinct from ${at.expiry}::date and serial = ${at.serial} and condition = ${at.condition} and on_hand > 0 order by unit_id nulls first, id for update`,
);
const findHolds = statement(
  { lineId: reservations.lineId, qty: reservations.qty, taskId: taskLines.taskId },
  ({
    balanceId,
  }: {
    balanceId: string;
  }) => sql`select v.line_id, v.qty, l.task_id from reservations v join task_lines l on l.id = v.line_id join tasks t on t.id = l.task_id
      where v.balance_id = ${balanceId}::uuid and not v.picked order by array_position(array['low', 'normal', 'urgent'], t.priority), t.sort_at desc`,
);

async function lockCount(tx: Db, id: string, states: readonly string[]): Promise<Row<typeof findCount>> {
  const count = await findCount.first(tx, { id });
  if (!count) throw new DomainError('NotFound');
  if (!states.includes(count.state)) throw new DomainError('StateRefused', 'counts.refusals.state');
  return count;
}

const markApproved = command(
  ({ by, reason, id }: { by: string; reason: string; id: string }) =>
    sql`update counts set state = 'approved', approved_by = ${by}::uuid, approved_at = now(), reason = ${reason} where id = ${id}::uuid`,
);

/**
 * Approves a count: books its differences against ADJUST. A difference is the counted quantity minus the expected quantity at that moment,
 * so later moves do not distort it. Missing pieces that were reserved are first released from their orders.
 * @throws DomainError StateRefused `counts.refusals.state`; `counts.refusals.moved` if more is missing than is still there
 */
export async function approveCount(tx: Db, id: string, { reason, by }: Decision): Promise<void> {
  const count = await lockCount(tx, id, ['review']);
  const touched = new Set<string>();
  for (const { compartmentId: place, off, ...goods } of await findDifferences(tx, { id, round: count.round })) {
    const cause = { reason, userId: by };
    if (off > 0) await postMove(tx, { ...goods, ...cause, qty: off, from: OUTSIDE.adjust, to: inStock(place) });
    else await takeOut(tx, goods, place, -off, cause, touched);
  }
  await markApproved(tx, { by, reason, id });
  await recompute(tx, touched, { command: 'counted', by, reason });
}

/** Removes missing pieces: free ones first, then reserved ones (their orders are allocated again), then those in units. */
async function takeOut(
  tx: Db,
  goods: Goods,
  place: string,
  qty: number,
  cause: { reason: string; userId: string },
  touched: Set<string>,
): Promise<void> {
  const rows = await lockBalances(tx, { ...goods, place });
  let left = qty;
  for (const row of rows) {
    const n = Math.min(left, row.onHand);
    if (n <= 0) break;
    const free = row.onHand - row.reserved;
    if (n > free) await letGo(tx, row.id, n - free, touched);
    await postMove(tx, { ...goods, ...cause, qty: n, from: inStock(place, row.unitId), to: OUTSIDE.adjust });
    left -= n;
  }
  if (left > 0) throw new DomainError('StateRefused', 'counts.refusals.moved');
}

const lowerLine = command(
  ({ n, lineId }: { n: number; lineId: string }) => sql`update task_lines set reserved = reserved - ${n} where id = ${lineId}::uuid`,
);

const shortenWalks = command(
  ({ n, lineId, balanceId }: { n: number; lineId: string; balanceId: string }) =>
    sql`update picklist_lines set short = least(qty - picked, short + ${n}), short_reason = 'counted', open = picked + least(qty - picked, short + ${n}) < qty where open and line_id = ${lineId}::uuid and balance_id = ${balanceId}::uuid`,
);

/** Ends reservations on a balance, youngest orders first. Their lines count the pieces as short, so that others are picked. */
async function letGo(tx: Db, balanceId: string, qty: number, touched: Set<string>): Promise<void> {
  const holds = await findHolds(tx, { balanceId });
  let left = qty;
  for (const { lineId, taskId, qty: held } of holds) {
    const n = Math.min(left, held);
    if (n <= 0) break;
    await endHold(tx, { lineId, balanceId, qty: n });
    await lowerLine(tx, { n, lineId });
    await shortenWalks(tx, { n, lineId, balanceId });
    touched.add(taskId);
    left -= n;
  }
  if (left > 0) throw new DomainError('StateRefused', 'counts.refusals.moved');
}

const reopenCount = command(
  ({ reason, id }: { reason: string; id: string }) =>
    sql`update counts set state = 'open', round = round + 1, variance = 0, differing = 0, remark = ${reason} where id = ${id}::uuid`,
);

/** Starts the next round: all compartments of the count are counted again. */
export async function recount(tx: Db, id: string, { reason }: Decision): Promise<void> {
  await lockCount(tx, id, ['counting', 'review']);
  await reopenCount(tx, { reason, id });
}

const markCancelled = command(
  ({ reason, id }: { reason: string; id: string }) => sql`update counts set state = 'cancelled', reason = ${reason} where id = ${id}::uuid`,
);

export async function cancelCount(tx: Db, id: string, { reason }: Decision): Promise<void> {
  await lockCount(tx, id, ['open', 'counting', 'review']);
  await markCancelled(tx, { reason, id });
}
