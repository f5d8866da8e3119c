import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { NewPicklists } from '#contract/areas/picklists';
import { groupBy } from '#contract/group-by';
import type { Db } from '../db/client.ts';
import { uuids } from '../db/uuids.ts';
import { rowsOf } from '../http/select.ts';
import { recompute } from '../tasks/recompute.ts';

export type PicklistWish = z.infer<typeof NewPicklists>;
type Walk = {
  taskId: string;
  lineId: string;
  balanceId: string;
  compartmentId: string;
  itemId: string;
  qty: number;
  zone: string;
  merchantId: string;
  way: number;
};

/** Orders that go out at once, in the order in which they have to leave: priority, the carrier's cut-off, requested date, age. */
const READY = sql`t.kind = 'outbound' and t.status in ('readyToPick', 'pickingNeeded', 'partiallyPacked') and t.deleted_at is null and t.blocker is null`;

async function readyTasks(tx: Db, { taskIds, carrierId, kind }: PicklistWish): Promise<string[]> {
  const some = taskIds ? sql`and t.id = any(${uuids(taskIds)})` : sql``;
  const carrier = carrierId ? sql`and t.carrier_id = ${carrierId}::uuid` : sql``;
  const pieces =
    kind === 'single' ? sql`and t.pieces = 1` : kind === 'toConsumer' ? sql`and t.transport_mode in ('parcel', 'express')` : sql``;
  const result = await tx.execute(sql`select t.id from tasks t where ${READY} ${some} ${carrier} ${pieces}
    order by array_position(array['urgent', 'normal', 'low'], t.priority), t.cut_off_at nulls last, t.requested_ship_at nulls last, t.sort_at limit 5000`);
  const order = rowsOf(result).map((row) => row['id'] as string);
  // Locked in the order of their ids, as everywhere; what changed meanwhile drops out.
  const locked = rowsOf(
    await tx.execute(sql`select t.id from tasks t where t.id = any(${uuids(order)}) and ${READY} order by t.id for update`),
  ).map((row) => row['id'] as string);
  const still = new Set(locked);
  return order.filter((id) => still.has(id));
}

/** What is held on shelves for these orders and stands on no open list, along the way through the hall. */
async function walksOf(tx: Db, taskIds: readonly string[], zone: string): Promise<Walk[]> {
  const result =
    await tx.execute(sql`select l.task_id as "taskId", v.line_id as "lineId", v.balance_id as "balanceId", b.compartment_id as "compartmentId", b.item_id as "itemId", v.qty, c.zone, l.merchant_id as "merchantId",
      row_number() over (order by w.code, c.pick_order, c.code, b.sku, v.line_id)::int as way
    from reservations v join task_lines l on l.id = v.line_id join stock_balances b on b.id = v.balance_id join compartments c on c.id = b.compartment_id join warehouses w on w.id = c.warehouse_id
    where l.task_id = any(${uuids(taskIds)}) and not v.picked and (${zone} = '' or c.zone = ${zone})
      and not exists (select from picklist_lines q where q.open and q.line_id = v.line_id and q.balance_id = v.balance_id)`);
  return rowsOf(result) as unknown as Walk[];
}

/** How orders share a walk: each by itself, several up to `size`, or all pieces of a zone. */
function groupsOf({ kind, size }: PicklistWish, order: readonly string[], walks: readonly Walk[]): Walk[][] {
  const byTask = groupBy(walks, (walk) => walk.taskId);
  const tasks = order.filter((id) => byTask.has(id));
  if (kind === 'order') return tasks.map((id) => byTask.get(id) ?? []);
  const chunks: Walk[][] = [];
  for (let i = 0; i < tasks.length; i += size) chunks.push(tasks.slice(i, i + size).flatMap((id) => byTask.get(id) ?? []));
  return kind === 'zone' ? chunks.flatMap((chunk) => [...groupBy(chunk, (walk) => walk.zone).values()]) : chunks;
}

const sameMerchant = (walks: readonly Walk[]): string | null =>
  new Set(walks.map((walk) => walk.merchantId)).size === 1 ? (walks[0]?.merchantId ?? null) : null;

async function makeOne(tx: Db, wish: PicklistWish, walks: readonly Walk[]): Promise<string> {
  const sorted = [...walks].sort((a, b) => a.way - b.way);
  const orders = new Set(sorted.map((walk) => walk.taskId)).size;
  const [made] = rowsOf(
    await tx.execute(sql`insert into picklists (no, kind, merchant_id, zone, carrier_id, orders, lines, pieces)
      values ('PL-' || nextval('picklist_no'), ${wish.kind}, ${sameMerchant(sorted)}::uuid, ${wish.kind === 'zone' ? (sorted[0]?.zone ?? '') : wish.zone}, ${wish.carrierId}::uuid, ${orders}, ${sorted.length}, ${sorted.reduce((sum, walk) => sum + walk.qty, 0)}) returning id`),
  );
  const id = made?.['id'] as string;
  const rows = sorted.map((walk, seq) => ({ ...walk, seq: seq + 1 }));
  await tx.execute(sql`insert into picklist_lines (picklist_id, task_id, line_id, balance_id, compartment_id, item_id, seq, qty)
    select ${id}::uuid, "taskId", "lineId", "balanceId", "compartmentId", "itemId", seq, qty
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("taskId" uuid, "lineId" uuid, "balanceId" uuid, "compartmentId" uuid, "itemId" uuid, seq int, qty int)`);
  return id;
}

/** Makes picklists for what is ready. A piece stands on one open list; running it again finds only what is new. Returns the new lists' ids. */
export async function makePicklists(tx: Db, wish: PicklistWish, by: string): Promise<string[]> {
  const order = await readyTasks(tx, wish);
  if (order.length === 0) return [];
  const walks = await walksOf(tx, order, wish.zone);
  const ids: string[] = [];
  for (const group of groupsOf(wish, order, walks)) if (group.length > 0) ids.push(await makeOne(tx, wish, group));
  await recompute(tx, new Set(walks.map((walk) => walk.taskId)), { command: 'listed', by });
  return ids;
}

const tasksOn = async (tx: Db, id: string): Promise<string[]> =>
  rowsOf(await tx.execute(sql`select distinct task_id from picklist_lines where picklist_id = ${id}::uuid`)).map(
    (row) => row['task_id'] as string,
  );

/** The list is on paper (or on a tablet): its orders read "picklist printed". */
export async function markPrinted(tx: Db, id: string, by: string): Promise<void> {
  const tasks = await tasksOn(tx, id);
  await tx.execute(
    sql`update picklists set state = case when state = 'open' then 'printed' else state end, printed_at = coalesce(printed_at, now()) where id = ${id}::uuid and state in ('open', 'printed', 'picking')`,
  );
  await recompute(tx, tasks, { command: 'printed', by });
}

/** What was not picked yet leaves the list; its orders are ready to pick again. */
export async function cancelPicklist(tx: Db, id: string, by: string): Promise<void> {
  const tasks = await tasksOn(tx, id);
  await tx.execute(sql`update picklist_lines set open = false, short_reason = 'released' where picklist_id = ${id}::uuid and open`);
  await tx.execute(
    sql`update picklists set state = case when picked > 0 then 'done' else 'cancelled' end, done_at = now() where id = ${id}::uuid and state in ('open', 'printed', 'picking')`,
  );
  await recompute(tx, tasks, { command: 'unlisted', by });
}
