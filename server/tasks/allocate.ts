import { sql } from 'drizzle-orm';
import { PRIORITIES } from '#contract/task/statuses';
import type { Db } from '../db/client.ts';
import { uuids } from '../db/uuids.ts';
import { rowsOf } from '../http/select.ts';
import { type FreeStock, type Hold, type OpenLine, type OpenOrder, planHolds } from './plan.ts';
import { type Change, recompute } from './recompute.ts';

type Row = Record<string, unknown>;

/** Locks the orders, then the free stock of their items, each in the order of its id; answers both in the order in which they are served. */
async function readOpen(tx: Db, taskIds: readonly string[], forced: readonly string[]) {
  const locked = rowsOf(
    await tx.execute(sql`select id, ship_partial, priority, requested_ship_at, sort_at from tasks
      where id = any(${uuids(taskIds)}) and kind = 'outbound' and deleted_at is null and closed_at is null order by id for update`),
  );
  const ids = locked.map((row) => row['id'] as string);
  const lines = rowsOf(
    await tx.execute(sql`select id, task_id as "taskId", merchant_id as "merchantId", item_id as "itemId", ordered - cancelled - reserved - picked as need from task_lines
      where task_id = any(${uuids(ids)}) and ordered - cancelled - reserved - picked > 0 order by position, id`),
  ) as unknown as OpenLine[];
  const items = [...new Set(lines.map((line) => line.itemId))];
  const stock = rowsOf(
    await tx.execute(sql`select b.id, b.merchant_id as "merchantId", b.item_id as "itemId", b.on_hand - b.reserved as free, b.expiry, c.pick_order as way from stock_balances b join compartments c on c.id = b.compartment_id
      where b.item_id = any(${uuids(items)}) and b.condition = 'good' and b.on_hand > b.reserved and kontor_pickable(c.kind, c.blocked_reason) order by b.id for update of b`),
  ) as unknown as FreeStock[];
  return {
    ids,
    orders: locked
      .toSorted(bySequence)
      .map((row): OpenOrder => ({ id: row['id'] as string, partly: row['ship_partial'] === true || forced.includes(row['id'] as string) })),
    lines,
    stock,
  };
}

/** Priority, requested ship date, age (domain 3.7). */
const text = (row: Row, key: string): string => String(row[key] ?? '9999');
const bySequence = (a: Row, b: Row): number =>
  PRIORITIES.indexOf(b['priority'] as never) - PRIORITIES.indexOf(a['priority'] as never) ||
  text(a, 'requested_ship_at').localeCompare(text(b, 'requested_ship_at')) ||
  text(a, 'sort_at').localeCompare(text(b, 'sort_at'));

/** Each balance and each line is written once, however many holds it got: thousands of versions of one row in a transaction would each be slower. */
async function writeHolds(tx: Db, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as h("lineId" uuid, "balanceId" uuid, qty int)`;
  await tx.execute(
    sql`update stock_balances b set reserved = b.reserved + h.n from (select "balanceId", sum(qty)::int as n from ${given} group by 1) h where b.id = h."balanceId"`,
  );
  await tx.execute(sql`insert into reservations as v (line_id, balance_id, qty) select "lineId", "balanceId", sum(qty)::int from ${given} group by 1, 2
    on conflict (line_id, balance_id) do update set qty = v.qty + excluded.qty`);
  await tx.execute(
    sql`update task_lines l set reserved = l.reserved + h.n from (select "lineId", sum(qty)::int as n from ${given} group by 1) h where l.id = h."lineId"`,
  );
}

/**
 * Gives stock to outbound tasks in the order of priority, requested ship date and age (domain 3.7), then brings their status in line.
 * All of an order or nothing, unless its merchant lets it leave in parts; `forced` takes whatever is there. Safe to repeat.
 */
export async function allocate(tx: Db, taskIds: readonly string[], by: string | null, forced: readonly string[] = []): Promise<Change[]> {
  if (taskIds.length === 0) return [];
  const { ids, orders, lines, stock } = await readOpen(tx, taskIds, forced);
  await writeHolds(tx, planHolds(orders, lines, stock));
  await tx.execute(sql`update tasks set allocated_at = now() where id = any(${uuids(ids)}) and allocated_at is null`);
  return recompute(tx, taskIds, { command: 'allocated', by });
}

/** Open outbound tasks that still want pieces of one of these items, in no order: `allocate` sorts them. Standby waits on purpose. */
export async function waitingFor(tx: Db, itemIds: readonly string[] | null, limit = 5000): Promise<string[]> {
  const some = itemIds ? sql`and l.item_id = any(${uuids(itemIds)})` : sql``;
  const result = await tx.execute(sql`select distinct t.id from tasks t join task_lines l on l.task_id = t.id
    where t.kind = 'outbound' and t.status in ('outOfStock', 'inProcess', 'pickingNeeded', 'readyToPick', 'partiallyPacked') and t.deleted_at is null and t.closed_at is null and t.unlinked_at is null
      and l.ordered - l.cancelled - l.reserved - l.picked > 0 ${some} limit ${limit}`);
  return rowsOf(result).map((row) => row['id'] as string);
}

/** Gives back what is held on shelves for these tasks; pieces already picked stay in their cart. Returns the number of pieces. */
export async function release(tx: Db, taskIds: readonly string[]): Promise<number> {
  await tx.execute(sql`update picklist_lines set open = false where open and task_id = any(${uuids(taskIds)}) and picked = 0`);
  await tx.execute(sql`update picklist_lines set open = false, short = qty - picked where open and task_id = any(${uuids(taskIds)})`);
  const [row] = rowsOf(
    await tx.execute(sql`select kontor_release(array(select id from task_lines where task_id = any(${uuids(taskIds)}))) as n`),
  );
  return (row?.['n'] as number | undefined) ?? 0;
}
