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

/** What a scan did, as data: undoing it is doing the opposite of each, last first. Stored with the scan. */
export type Effect =
  | { kind: 'move'; id: string; holds: Holds }
  | { kind: 'line'; id: string; add: Partial<Record<LineCounter, number>> }
  | { kind: 'pick'; id: string; add: { picked?: number; short?: number } }
  /** Pieces that a list asks for in addition. */
  | { kind: 'stop'; id: string; qty: number }
  | { kind: 'content'; parcelId: string; lineId: string; serial: string; qty: number }
  | { kind: 'row'; table: 'parcels' | 'tasks' | 'merged_units' | 'loading_lists'; id: string; was: Fields; now: Fields }
  | { kind: 'count'; id: string; add: number }
  /** Pieces of a balance held for a line (negative: let go). */
  | { kind: 'hold'; lineId: string; balanceId: string; qty: number }
  | { kind: 'serial'; id: string; was: string; now: string }
  /** A task that this scan made. */
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

/** One scan while it is applied: in one transaction with all it causes. */
export type ScanContext = {
  tx: Db;
  event: ScanEvent;
  stationId: string;
  userId: string;
  /** Set for people outside the house: only this merchant's tasks exist for them. */
  onlyMerchant: string | null;
  effects: Effect[];
  /** Tasks whose status is computed anew when the batch is through. */
  touched: Set<string>;
  /** Items that became available: waiting orders are looked at. */
  stocked: Set<string>;
  /** Master data that this batch has read already: items and places do not change under a scan. */
  read: KnownRows;
  /** Shown on the scan log. */
  about: { taskId: string | null; merchantId: string | null };
};

const cause = (c: ScanContext) => ({ at: c.event.at, scanId: c.event.id, stationId: c.stationId, userId: c.userId });

/** Posts a move caused by this scan. `wasPicked`: the reservation used up at the source was that of a picked piece. */
export async function move(c: ScanContext, input: Omit<Move, 'at' | 'scanId' | 'stationId' | 'userId'>, wasPicked = true): Promise<void> {
  const id = await postMove(c.tx, { ...input, ...cause(c) });
  c.effects.push({ kind: 'move', id, holds: { fromLine: input.toLine ?? null, toLine: input.fromLine ?? null, toPicked: wasPicked } });
}

/** Adds to counters of an order line; the table's checks refuse what cannot be. */
export async function addToLine(c: ScanContext, lineId: string, add: Partial<Record<LineCounter, number>>): Promise<void> {
  const sets = Object.entries(add).map(([column, n]) => sql`${sql.identifier(column)} = ${sql.identifier(column)} + ${n}`);
  await c.tx.execute(sql`update task_lines set ${sql.join(sets, sql`, `)} where id = ${lineId}::uuid`);
  c.effects.push({ kind: 'line', id: lineId, add });
}

/** Changes columns of a row and remembers what stood there. `was` must be the values read under lock. */
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

/** Holds pieces of a balance for a line, or lets them go; the line's own counter is the caller's. */
export async function hold(tx: Db, lineId: string, balanceId: string, qty: number): Promise<void> {
  if (qty > 0) await rehold(tx, { lineId, balanceId, qty });
  else await endHold(tx, { lineId, balanceId, qty: -qty });
}

/** The row of a statement, or a refusal. */
export async function need<R>(why: RefusalReason, found: Promise<R | null>, params: Record<string, string | number> = {}): Promise<R> {
  const row = await found;
  if (row === null) throw new Refusal(why, params);
  return row;
}
/** A row that is asked for once in a batch. */
export function known<R>(read: Map<string, Promise<R>>, key: string, find: () => Promise<R>): Promise<R> {
  const before = read.get(key);
  if (before) return before;
  const row = find();
  read.set(key, row);
  // A refusal is not remembered: the failed statement belongs to its own savepoint.
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
 * Who last did this to a line, for "already packed by Li at 10:32". A user id, because the answer lies on the device (reliability.md P6); the time
 * is ISO UTC. The reader's own session and clock turn them into a name and a time of day.
 */
export async function whoDid(c: ScanContext, act: string, where: SQL): Promise<Did> {
  return (await findAuthor.first(c.tx, { act, where })) ?? {};
}

/** What a move of the ledger was, as people say it. */
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

/** What last became of the piece with this number, by whom and when: the ledger knows every step of it. */
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

/** A task under lock, refused while a blocker stops work on it. `passing` blockers do not stop this act. */
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

/** A compartment that goods of this merchant may lie in. */
export async function openPlace(c: ScanContext, id: string, merchantId: string | null): Promise<PlaceRow> {
  const place = await known(c.read.places, id, () => need('unknownPlace', findPlace.first(c.tx, { id })));
  if (place.blockedReason !== '') throw new Refusal('placeBlocked', { place: place.code, reason: place.blockedReason });
  if (place.merchantId !== null && merchantId !== null && place.merchantId !== merchantId)
    throw new Refusal('placeOfOther', { place: place.code });
  return place;
}
