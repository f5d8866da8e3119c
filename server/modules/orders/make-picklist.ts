import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groupBy } from '#contract/core/group-by';
import type { NewPicklists } from '#contract/orders/picklists';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { compartments } from '../stock/compartments/table.ts';
import { stockBalances } from '../stock/stock-balances/table.ts';
import { picklistLines, reservations } from '../stock/tables.ts';
import { picklists } from './picklists/table.ts';
import { recompute } from './recompute.ts';
import { taskLines } from './task-lines/table.ts';
import { tasks } from './tasks/table.ts';

export type PicklistRequest = z.infer<typeof NewPicklists>;

/** Orders ready to pick, most urgent first: priority, the carrier's cut-off, requested date, age. */
const READY = sql`t.kind = 'outbound' and t.status in ('readyToPick', 'pickingNeeded', 'partiallyPacked') and t.deleted_at is null and t.blocker is null`;

type Choice = Pick<PicklistRequest, 'taskIds' | 'carrierId' | 'kind'>;
const findReady = statement(
  { id: tasks.id },
  ({ taskIds, carrierId, kind }: Choice) => {
    const some = taskIds ? sql`and t.id = any(${uuids(taskIds)})` : sql``;
    const carrier = carrierId ? sql`and t.carrier_id = ${carrierId}::uuid` : sql``;
    const pieces =
      kind === 'single' ? sql`and t.pieces = 1` : kind === 'toConsumer' ? sql`and t.transport_mode in ('parcel', 'express')` : sql``;
    return sql`select t.id from tasks t where ${READY} ${some} ${carrier} ${pieces}
    order by array_position(array['urgent', 'normal', 'low'], t.priority), t.cut_off_at nulls last, t.requested_ship_at nulls last, t.sort_at limit 5000`;
  },
  [
    { taskIds: [], carrierId: '0', kind: 'single' },
    { taskIds: null, carrierId: null, kind: 'toConsumer' },
  ],
);
const lockReady = statement(
  { id: tasks.id },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select t.id from tasks t where t.id = any(${uuids(ids)}) and ${READY} order by t.id for update`,
);

async function readyTasks(tx: Db, request: PicklistRequest): Promise<string[]> {
  const order = (await findReady(tx, request)).map(({ id }) => id);
  // Locked in the order of their ids, as everywhere. Orders that changed since the first read are dropped.
  const locked = await lockReady(tx, { ids: order });
  const still = new Set(locked.map(({ id }) => id));
  return order.filter((id) => still.has(id));
}

/** Pieces reserved on shelves for these orders that are on no open picklist, in walking order. */
const findWalks = statement(
  {
    taskId: taskLines.taskId,
    lineId: reservations.lineId,
    balanceId: reservations.balanceId,
    compartmentId: stockBalances.compartmentId,
    itemId: stockBalances.itemId,
    qty: reservations.qty,
    zone: compartments.zone,
    merchantId: taskLines.merchantId,
    way: cell.integer,
  },
  ({
    taskIds,
    zone,
  }: {
    taskIds: readonly string[];
    zone: string;
  }) => sql`select l.task_id, v.line_id, v.balance_id, b.compartment_id, b.item_id, v.qty, c.zone, l.merchant_id,
      row_number() over (order by w.code, c.pick_order, c.code, b.sku, v.line_id)::int as way
    from reservations v join task_lines l on l.id = v.line_id join stock_balances b on b.id = v.balance_id join compartments c on c.id = b.compartment_id join warehouses w on w.id = c.warehouse_id
    where l.task_id = any(${uuids(taskIds)}) and not v.picked and (${zone} = '' or c.zone = ${zone})
      and not exists (select from picklist_lines q where q.open and q.line_id = v.line_id and q.balance_id = v.balance_id)`,
);
type Walk = Row<typeof findWalks>;

/** Groups orders into picklists: one each, up to `size` together, or all pieces of a zone. */
function groupsOf({ kind, size }: PicklistRequest, order: readonly string[], walks: readonly Walk[]): Walk[][] {
  const byTask = groupBy(walks, (walk) => walk.taskId);
  const known = order.filter((id) => byTask.has(id));
  if (kind === 'order') return known.map((id) => byTask.get(id) ?? []);
  const chunks: Walk[][] = [];
  for (let i = 0; i < known.length; i += size) chunks.push(known.slice(i, i + size).flatMap((id) => byTask.get(id) ?? []));
  return kind === 'zone' ? chunks.flatMap((chunk) => [...groupBy(chunk, (walk) => walk.zone).values()]) : chunks;
}

const sameMerchant = (walks: readonly Walk[]): string | null =>
  new Set(walks.map((walk) => walk.merchantId)).size === 1 ? (walks[0]?.merchantId ?? null) : null;

const insertPicklist = statement(
  { id: picklists.id },
  (list: {
    kind: string;
    merchantId: string | null;
    zone: string;
    carrierId: string | null;
    orders: number;
    lines: number;
    pieces: number;
  }) => sql`insert into picklists (no, kind, merchant_id, zone, carrier_id, orders, lines, pieces)
      values ('PL-' || nextval('picklist_no'), ${list.kind}, ${list.merchantId}::uuid, ${list.zone}, ${list.carrierId}::uuid, ${list.orders}, ${list.lines}, ${list.pieces}) returning id`,
);

const insertLines = command(
  ({
    id,
    rows,
  }: {
    id: string;
    rows: string;
  }) => sql`insert into picklist_lines (picklist_id, task_id, line_id, balance_id, compartment_id, item_id, seq, qty)
    select ${id}::uuid, "taskId", "lineId", "balanceId", "compartmentId", "itemId", seq, qty
    from jsonb_to_recordset(${rows}::jsonb) as r("taskId" uuid, "lineId" uuid, "balanceId" uuid, "compartmentId" uuid, "itemId" uuid, seq int, qty int)`,
);
async function makeOne(tx: Db, request: PicklistRequest, walks: readonly Walk[]): Promise<string> {
  const sorted = [...walks].sort((a, b) => a.way - b.way);
  const orders = new Set(sorted.map((walk) => walk.taskId)).size;
  const { id } = await insertPicklist.one(tx, {
    kind: request.kind,
    merchantId: sameMerchant(sorted),
    zone: request.kind === 'zone' ? (sorted[0]?.zone ?? '') : request.zone,
    carrierId: request.carrierId,
    orders,
    lines: sorted.length,
    pieces: sorted.reduce((sum, walk) => sum + walk.qty, 0),
  });
  const rows = sorted.map((walk, seq) => ({ ...walk, seq: seq + 1 }));
  await insertLines(tx, { id, rows: JSON.stringify(rows) });
  return id;
}

/**
 * Makes picklists for orders that are ready. A piece is on at most one open list; a repeated call only adds what is new. Returns the ids of
 * the new lists.
 */
export async function makePicklists(tx: Db, request: PicklistRequest, by: string): Promise<string[]> {
  const order = await readyTasks(tx, request);
  if (order.length === 0) return [];
  const walks = await findWalks(tx, { taskIds: order, zone: request.zone });
  const ids: string[] = [];
  for (const group of groupsOf(request, order, walks)) if (group.length > 0) ids.push(await makeOne(tx, request, group));
  await recompute(tx, new Set(walks.map((walk) => walk.taskId)), { command: 'listed', by });
  return ids;
}

const findTasksOn = statement(
  { taskId: picklistLines.taskId },
  ({ id }: { id: string }) => sql`select distinct task_id from picklist_lines where picklist_id = ${id}::uuid`,
);
const tasksOn = async (tx: Db, id: string): Promise<string[]> => (await findTasksOn(tx, { id })).map(({ taskId }) => taskId);

const setPrinted = command(
  ({
    id,
  }: {
    id: string;
  }) => sql`update picklists set state = case when state = 'open' then 'printed' else state end, printed_at = coalesce(printed_at, now())
    where id = ${id}::uuid and state in ('open', 'printed', 'picking')`,
);
const releaseLines = command(
  ({ id }: { id: string }) =>
    sql`update picklist_lines set open = false, short_reason = 'released' where picklist_id = ${id}::uuid and open`,
);
const setCancelled = command(
  ({ id }: { id: string }) => sql`update picklists set state = case when picked > 0 then 'done' else 'cancelled' end, done_at = now()
    where id = ${id}::uuid and state in ('open', 'printed', 'picking')`,
);
/** The list was printed (or opened on a tablet). Its orders get the status "picklist printed". */
export async function markPrinted(tx: Db, id: string, by: string): Promise<void> {
  const listed = await tasksOn(tx, id);
  await setPrinted(tx, { id });
  await recompute(tx, listed, { command: 'printed', by });
}

/** Releases what was not picked yet from the list. Its orders are ready to pick again. */
export async function cancelPicklist(tx: Db, id: string, by: string): Promise<void> {
  const listed = await tasksOn(tx, id);
  await releaseLines(tx, { id });
  await setCancelled(tx, { id });
  await recompute(tx, listed, { command: 'unlisted', by });
}
