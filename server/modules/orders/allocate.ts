import { type SQL, sql } from 'drizzle-orm';
import { PRIORITIES } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { compartments } from '../stock/compartments/table.ts';
import { stockBalances } from '../stock/stock-balances/table.ts';
import { type Hold, type OpenOrder, planHolds } from './plan.ts';
import { type Change, recompute } from './recompute.ts';
import { taskLines } from './task-lines/table.ts';
import { tasks } from './tasks/table.ts';

const lockOpen = statement(
  { id: tasks.id, shipPartial: tasks.shipPartial, priority: tasks.priority, requestedShipAt: tasks.requestedShipAt, sortAt: tasks.sortAt },
  ({ ids }: { ids: readonly string[] }) => sql`select id, ship_partial, priority, requested_ship_at, sort_at from tasks
      where id = any(${uuids(ids)}) and kind = 'outbound' and deleted_at is null and closed_at is null order by id for update`,
);
type Row = Awaited<ReturnType<typeof lockOpen>>[number];
const findLines = statement(
  { id: taskLines.id, taskId: taskLines.taskId, merchantId: taskLines.merchantId, itemId: taskLines.itemId, need: cell.integer },
  ({
    taskIds,
  }: {
    taskIds: readonly string[];
  }) => sql`select id, task_id, merchant_id, item_id, ordered - cancelled - reserved - picked as need from task_lines
      where task_id = any(${uuids(taskIds)}) and ordered - cancelled - reserved - picked > 0 order by position, id`,
);
const lockFreeStock = statement(
  {
    id: stockBalances.id,
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    free: cell.integer,
    expiry: stockBalances.expiry,
    way: compartments.pickOrder,
  },
  ({
    itemIds,
  }: {
    itemIds: readonly string[];
  }) => sql`select b.id, b.merchant_id, b.item_id, b.on_hand - b.reserved as free, b.expiry, c.pick_order as way from stock_balances b join compartments c on c.id = b.compartment_id
      where b.item_id = any(${uuids(itemIds)}) and b.on_hand > b.reserved and kontor_promisable(b.condition, c.kind, c.blocked_reason) order by b.id for update of b`,
);
const findWaiting = statement(
  { id: tasks.id },
  ({
    itemIds,
    limit,
  }: {
    itemIds: readonly string[] | null;
    limit: number;
  }) => sql`select distinct t.id from tasks t join task_lines l on l.task_id = t.id
    where t.kind = 'outbound' and t.status in ('outOfStock', 'inProcess', 'pickingNeeded', 'readyToPick', 'partiallyPacked') and t.deleted_at is null and t.closed_at is null and t.unlinked_at is null
      and l.ordered - l.cancelled - l.reserved - l.picked > 0 ${itemIds ? sql`and l.item_id = any(${uuids(itemIds)})` : sql``} limit ${limit}`,
  [
    { itemIds: null, limit: 1 },
    { itemIds: [], limit: 1 },
  ],
);
const releaseHolds = statement(
  { n: cell.integer },
  ({ taskIds }: { taskIds: readonly string[] }) =>
    sql`select kontor_release(array(select id from task_lines where task_id = any(${uuids(taskIds)}))) as n`,
);

/** Locks the orders, then the free stock of their items, each in the order of its id. Returns both in the order of allocation. */
async function readOpen(tx: Db, taskIds: readonly string[], forced: readonly string[]) {
  const locked = await lockOpen(tx, { ids: taskIds });
  const ids = locked.map(({ id }) => id);
  const lines = await findLines(tx, { taskIds: ids });
  const stock = await lockFreeStock(tx, { itemIds: lines.map((line) => line.itemId) });
  return {
    ids,
    orders: locked.toSorted(bySequence).map(({ id, shipPartial }): OpenOrder => ({ id, partly: shipPartial || forced.includes(id) })),
    lines,
    stock,
  };
}

/** Sorted by priority, requested ship date, age (domain 3.7). */
const bySequence = (a: Row, b: Row): number =>
  PRIORITIES.indexOf(b.priority) - PRIORITIES.indexOf(a.priority) ||
  (a.requestedShipAt ?? '9999').localeCompare(b.requestedShipAt ?? '9999') ||
  a.sortAt.localeCompare(b.sortAt);

type Given = { holds: string; balanceIds: readonly string[]; lineIds: readonly string[] };
const holdRows = (holds: string): SQL => sql`jsonb_to_recordset(${holds}::jsonb) as h("lineId" uuid, "balanceId" uuid, qty int)`;
const reserveBalances = command(
  ({ holds, balanceIds }: Given) =>
    sql`update stock_balances b set reserved = b.reserved + h.n from (select "balanceId", sum(qty)::int as n from ${holdRows(holds)} group by 1) h where b.id = any(${uuids(balanceIds)}) and b.id = h."balanceId"`,
);
const insertHolds = command(
  ({
    holds,
  }: Given) => sql`insert into reservations as v (line_id, balance_id, qty) select "lineId", "balanceId", sum(qty)::int from ${holdRows(holds)} group by 1, 2
    on conflict (line_id, balance_id) do update set qty = v.qty + excluded.qty`,
);
const reserveLines = command(
  ({ holds, lineIds }: Given) =>
    sql`update task_lines l set reserved = l.reserved + h.n from (select "lineId", sum(qty)::int as n from ${holdRows(holds)} group by 1) h where l.id = any(${uuids(lineIds)}) and l.id = h."lineId"`,
);

/** Writes each balance and each line once, however many holds it has: thousands of row versions in one transaction are slow. */
async function writeHolds(tx: Db, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  // The ids stand apart for the reason given in recompute.ts.
  const given = {
    holds: JSON.stringify(holds),
    balanceIds: holds.map(({ balanceId }) => balanceId),
    lineIds: holds.map(({ lineId }) => lineId),
  };
  await reserveBalances(tx, given);
  await insertHolds(tx, given);
  await reserveLines(tx, given);
}

const markAllocated = command(
  ({ ids }: { ids: readonly string[] }) =>
    sql`update tasks set allocated_at = now() where id = any(${uuids(ids)}) and allocated_at is null`,
);

/**
 * Allocates stock to outbound tasks by priority, requested ship date and age (domain 3.7), then recomputes their status. An order gets all
 * its pieces or none, unless its merchant allows partial shipment. `forced` orders take what is available. Safe to repeat.
 */
export async function allocate(tx: Db, taskIds: readonly string[], by: string | null, forced: readonly string[] = []): Promise<Change[]> {
  if (taskIds.length === 0) return [];
  const { ids, orders, lines, stock } = await readOpen(tx, taskIds, forced);
  await writeHolds(tx, planHolds(orders, lines, stock));
  await markAllocated(tx, { ids });
  return recompute(tx, taskIds, { command: 'allocated', by });
}

/** Open outbound tasks that still need pieces of these items, unsorted (`allocate` sorts them). Tasks on standby are excluded. */
export async function waitingFor(tx: Db, itemIds: readonly string[] | null, limit = 5000): Promise<string[]> {
  return (await findWaiting(tx, { itemIds, limit })).map(({ id }) => id);
}

const closeUnpicked = command(
  ({ taskIds }: { taskIds: readonly string[] }) =>
    sql`update picklist_lines set open = false where open and task_id = any(${uuids(taskIds)}) and picked = 0`,
);

const closeRest = command(
  ({ taskIds }: { taskIds: readonly string[] }) =>
    sql`update picklist_lines set open = false, short = qty - picked where open and task_id = any(${uuids(taskIds)})`,
);

/** Releases reservations on shelves for these tasks. Picked pieces stay in their cart. Returns the number of pieces. */
export async function release(tx: Db, taskIds: readonly string[]): Promise<number> {
  await closeUnpicked(tx, { taskIds });
  await closeRest(tx, { taskIds });
  return (await releaseHolds.one(tx, { taskIds })).n;
}
