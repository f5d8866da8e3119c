import { type SQL, sql } from 'drizzle-orm';
import type { RefusalReason, ScanEvent } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, orNull, type Row, statement } from '../../core/db/statement.ts';
import { items } from '../catalog/items/table.ts';
import { tasks } from '../orders/tasks/table.ts';
import { compartments } from '../stock/compartments/table.ts';
import { endHold, type Holds, type Move, postMove, Refusal, rehold } from '../stock/index.ts';
import { stockMoves } from '../stock/stock-moves/table.ts';
import { scans } from './scans/table.ts';

export type LineCounter =
  | 'ordered'
  | 'cancelled'
  | 'reserved'
  | 'short'
  | 'picked'
  | 'packed'
  | 'shipped'
  | 'returned'
  | 'received'
  | 'damaged'
  | 'put_away'
  | 'disposed';
type Fields = Record<string, string | number | boolean | null>;

/** Effects of a scan as data, stored with the scan. Undo books the opposite of each effect, last first. */
export type Effect =
  | { kind: 'move'; id: string; holds: Holds }
  | { kind: 'line'; id: string; add: Partial<Record<LineCounter, number>> }
  | { kind: 'pick'; id: string; add: { picked?: number; short?: number } }
  /** Pieces added to a stop of a picklist. */
  | { kind: 'stop'; id: string; qty: number }
  | { kind: 'content'; parcelId: string; lineId: string; serial: string; qty: number }
  | { kind: 'row'; table: 'parcels' | 'tasks' | 'merged_units' | 'loading_lists'; id: string; was: Fields; now: Fields }
  | { kind: 'count'; id: string; add: number }
  /** Pieces of a balance reserved for a line (negative: released). */
  | { kind: 'hold'; lineId: string; balanceId: string; qty: number }
  | { kind: 'serial'; id: string; was: string; now: string }
  /** An entry of work by hand. */
  | { kind: 'work'; id: string }
  /** A task that this scan created. */
  | { kind: 'opened'; id: string };

const findItem = statement(
  {
    id: items.id,
    sku: items.sku,
    name: items.name,
    merchantId: items.merchantId,
    serialMode: items.serialMode,
    lotMode: items.lotMode,
    expires: items.expires,
  },
  ({ id }: { id: string }) =>
    sql`select id, sku, name, merchant_id, serial_mode, lot_mode, expires from items where id = ${id}::uuid and deleted_at is null`,
);
const findPlace = statement(
  {
    id: compartments.id,
    code: compartments.code,
    merchantId: compartments.merchantId,
    blockedReason: compartments.blockedReason,
    maxWeight: compartments.maxWeight,
  },
  ({ id }: { id: string }) =>
    sql`select id, code, merchant_id, blocked_reason, max_weight from compartments where id = ${id}::uuid and deleted_at is null`,
);
export type ItemRow = Row<typeof findItem>;
export type PlaceRow = Row<typeof findPlace>;
export type KnownRows = { items: Map<string, Promise<ItemRow>>; places: Map<string, Promise<PlaceRow>> };

/** State of one scan while it is applied. All its effects are in one transaction. */
export type ScanContext = {
  tx: Db;
  event: ScanEvent;
  stationId: string;
  userId: string;
  /** Set for users outside the house: they can only see tasks of this merchant. */
  onlyMerchant: string | null;
  effects: Effect[];
  /** Tasks whose status is recomputed at the end of the batch. */
  touched: Set<string>;
  /** Items that became available. Orders that wait for them are allocated again. */
  stocked: Set<string>;
  /** Master data already read by this batch. Items and compartments are assumed not to change during a batch. */
  read: KnownRows;
  /** Task and merchant that the scan log shows. */
  about: { taskId: string | null; merchantId: string | null };
};

const cause = (c: ScanContext) => ({ at: c.event.at, scanId: c.event.id, stationId: c.stationId, userId: c.userId });

/** Posts a move caused by this scan. `wasPicked`: the reservation consumed at the source was that of a picked piece. */
export async function move(c: ScanContext, input: Omit<Move, 'at' | 'scanId' | 'stationId' | 'userId'>, wasPicked = true): Promise<void> {
  const id = await postMove(c.tx, { ...input, ...cause(c) });
  c.effects.push({ kind: 'move', id, holds: { fromLine: input.toLine ?? null, toLine: input.fromLine ?? null, toPicked: wasPicked } });
}

/** Adds to counters of an order line. Check constraints of the table refuse impossible values. */
export async function addToLine(c: ScanContext, lineId: string, add: Partial<Record<LineCounter, number>>): Promise<void> {
  const sets = Object.entries(add).map(([column, n]) => sql`${sql.identifier(column)} = ${sql.identifier(column)} + ${n}`);
  await c.tx.execute(sql`update task_lines set ${sql.join(sets, sql`, `)} where id = ${lineId}::uuid`);
  c.effects.push({ kind: 'line', id: lineId, add });
}

/** Changes columns of a row and records the former values for undo. `was` must be the values read under lock. */
export async function setRow(
  c: ScanContext,
  table: 'parcels' | 'tasks' | 'merged_units' | 'loading_lists',
  id: string,
  was: Fields,
  now: Fields,
): Promise<void> {
  await writeRow(c.tx, table, id, now);
  c.effects.push({ kind: 'row', table, id, was, now });
}

export async function writeRow(tx: Db, table: string, id: string, values: Fields): Promise<void> {
  const sets = Object.entries(values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(sets, sql`, `)} where id = ${id}::uuid`);
}

/** Reserves pieces of a balance for a line, or releases them. The caller updates the line's own counter. */
export async function hold(tx: Db, lineId: string, balanceId: string, qty: number): Promise<void> {
  if (qty > 0) await rehold(tx, { lineId, balanceId, qty });
  else await endHold(tx, { lineId, balanceId, qty: -qty });
}

/** The row of a statement. @throws Refusal `reason` if there is none */
export async function need<R>(reason: RefusalReason, found: Promise<R | null>, params: Record<string, string | number> = {}): Promise<R> {
  const row = await found;
  if (row === null) throw new Refusal(reason, params);
  return row;
}
/** Caches a row for the batch. */
export function known<R>(read: Map<string, Promise<R>>, key: string, find: () => Promise<R>): Promise<R> {
  const before = read.get(key);
  if (before) return before;
  const row = find();
  read.set(key, row);
  // A rejected promise is not cached: the failed statement belongs to its own savepoint.
  row.catch(() => read.delete(key));
  return row;
}

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
type Did = { who: string; at: string } | Record<string, never>;

const findAuthor = statement(
  { who: notNull(scans.userId), at: cell.text },
  ({ act, where }: { act: string; where: SQL }) => sql`select s.user_id as who, ${utc('s.at')} as at from scans s
      where s.act = ${act} and s.outcome = 'applied' and s.user_id is not null and ${where} order by s.id desc limit 1`,
  [{ act: '', where: sql`true` }],
);

/**
 * Who last did this to a line, for "already packed by Li at 10:32". Returns a user id, because the answer is stored on the device
 * (reliability.md P6), and an ISO time in UTC. The client turns them into a name and a local time.
 */
export async function whoDid(c: ScanContext, act: string, where: SQL): Promise<Did> {
  return (await findAuthor.first(c.tx, { act, where })) ?? {};
}

/** The scan command that corresponds to a ledger move, for messages. */
const DID = sql`case when m.from_place = 'supplier' then 'receive' when m.from_place = 'customer' then 'takeBack' when m.to_place = 'customer' then 'handOver'
  when m.parcel_id is not null then 'pack' else 'book' end`;

const findLastMove = statement(
  { who: notNull(stockMoves.userId), at: cell.text, did: cell.text },
  ({
    itemId,
    serial,
    merchantId,
  }: {
    itemId: string;
    serial: string;
    merchantId: string | null;
  }) => sql`select m.user_id as who, ${utc('m.at')} as at, ${DID} as did from stock_moves m
      where m.item_id = ${itemId}::uuid and m.serial = ${serial} and m.serial <> '' and m.user_id is not null
        and (${merchantId}::uuid is null or m.merchant_id = ${merchantId}::uuid) order by m.id desc limit 1`,
);

/** The last ledger step of the piece with this serial number: what, by whom and when. */
export async function lastOfSerial(
  c: ScanContext,
  { itemId, serial }: { itemId: string; serial: string },
): Promise<Did | (Did & { did: string })> {
  return (await findLastMove.first(c.tx, { itemId, serial, merchantId: c.about.merchantId })) ?? {};
}

const lockTask = statement(
  {
    id: tasks.id,
    no: tasks.no,
    kind: tasks.kind,
    merchantId: tasks.merchantId,
    status: tasks.status,
    arrivedAt: tasks.arrivedAt,
    receiptClosedAt: tasks.receiptClosedAt,
    preparedAt: tasks.preparedAt,
    closedAt: tasks.closedAt,
    carrierId: tasks.carrierId,
    service: tasks.service,
    parentId: tasks.parentId,
    labelSource: tasks.labelSource,
    labelSwap: tasks.labelSwap,
    gatesForcedAt: tasks.gatesForcedAt,
    stopped: orNull(cell.text),
  },
  ({
    taskId,
    onlyMerchant,
    passing,
  }: {
    taskId: string;
    onlyMerchant: string | null;
    passing: string;
  }) => sql`select t.id, t.no, t.kind, t.merchant_id, t.status, t.arrived_at, t.receipt_closed_at, t.prepared_at, t.closed_at, t.carrier_id, t.service, t.parent_id, t.label_source, t.label_swap, t.gates_forced_at,
      (select b.kind from task_blockers b where b.task_id = t.id and b.resolved_at is null and not b.kind = any(${passing}::text[]) limit 1) as stopped
      from tasks t where t.id = ${taskId}::uuid and t.deleted_at is null and (${onlyMerchant}::uuid is null or t.merchant_id = ${onlyMerchant}::uuid) for no key update of t`,
);
export type TaskRow = Row<typeof lockTask>;

/** Locks a task. Refused while a blocker stops work on it, except for the blockers in `passing`. */
export async function openTask(
  c: ScanContext,
  taskId: string,
  kinds: readonly string[],
  passing: readonly string[] = [],
): Promise<TaskRow> {
  const task = await need('unknownTask', lockTask.first(c.tx, { taskId, onlyMerchant: c.onlyMerchant, passing: `{${passing.join(',')}}` }));
  c.about = { taskId, merchantId: task.merchantId };
  if (!kinds.includes(task.kind)) throw new Refusal('wrongState', { no: task.no, status: task.status });
  if (task.stopped) throw new Refusal('blocked', { no: task.no, blocker: task.stopped });
  if (task.closedAt) throw new Refusal('alreadyClosed', { no: task.no });
  c.touched.add(taskId);
  return task;
}

export const openItem = (c: ScanContext, id: string): Promise<ItemRow> =>
  known(c.read.items, id, () => need('unknownItem', findItem.first(c.tx, { id })));

/** A compartment that may hold goods of this merchant. */
export async function openPlace(c: ScanContext, id: string, merchantId: string | null): Promise<PlaceRow> {
  const place = await known(c.read.places, id, () => need('unknownPlace', findPlace.first(c.tx, { id })));
  if (place.blockedReason !== '') throw new Refusal('placeBlocked', { place: place.code, reason: place.blockedReason });
  if (place.merchantId !== null && merchantId !== null && place.merchantId !== merchantId)
    throw new Refusal('placeOfOther', { place: place.code });
  return place;
}
