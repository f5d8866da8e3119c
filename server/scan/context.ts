import { sql } from 'drizzle-orm';
import type { ScanEvent, Why } from '#contract/scan/acts';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { type Holds, type Move, postMove } from '../stock/ledger.ts';
import { Refusal } from './refusal.ts';

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
  read: Map<string, Promise<Row>>;
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
  if (qty > 0) await tx.execute(sql`select kontor_rehold(${lineId}::uuid, ${balanceId}::uuid, ${qty})`);
  else {
    await tx.execute(sql`update stock_balances set reserved = reserved - ${-qty} where id = ${balanceId}::uuid`);
    await tx.execute(sql`select kontor_unhold(${lineId}::uuid, ${balanceId}::uuid, ${-qty})`);
  }
}

export type Row = Record<string, unknown>;
/** The first row of a statement, or a refusal. */
export async function need(
  c: ScanContext,
  why: Why,
  statement: ReturnType<typeof sql>,
  params: Record<string, string | number> = {},
): Promise<Row> {
  const [row] = rowsOf(await c.tx.execute(statement));
  if (!row) throw new Refusal(why, params);
  return row;
}
/** The same, asked for once in a batch. */
export function known(c: ScanContext, key: string, find: () => Promise<Row>): Promise<Row> {
  const before = c.read.get(key);
  if (before) return before;
  const row = find();
  c.read.set(key, row);
  // A refusal is not remembered: the failed statement belongs to its own savepoint.
  row.catch(() => c.read.delete(key));
  return row;
}
export const all = async (c: ScanContext, statement: ReturnType<typeof sql>): Promise<Row[]> => rowsOf(await c.tx.execute(statement));

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
type Did = { who: string; at: string } | Record<string, never>;

/**
 * Who last did this to a line, for "already packed by Li at 10:32". A user id, because the answer lies on the device (reliability.md P6); the time
 * is ISO UTC. The reader's own session and clock turn them into a name and a time of day.
 */
export async function whoDid(c: ScanContext, act: string, where: ReturnType<typeof sql>): Promise<Did> {
  const [row] = await all(
    c,
    sql`select s.user_id as who, ${utc('s.at')} as at from scans s
      where s.act = ${act} and s.outcome = 'applied' and s.user_id is not null and ${where} order by s.id desc limit 1`,
  );
  return row ? { who: row['who'] as string, at: row['at'] as string } : {};
}

/** What a move of the ledger was, as people say it. */
const DID = sql`case when m.from_place = 'supplier' then 'receive' when m.from_place = 'customer' then 'takeBack' when m.to_place = 'customer' then 'handOver'
  when m.parcel_id is not null then 'pack' else 'book' end`;

/** What last became of the piece with this number, by whom and when: the ledger knows every step of it. */
export async function lastOfSerial(
  c: ScanContext,
  { itemId, serial }: { itemId: string; serial: string },
): Promise<Did | (Did & { did: string })> {
  const [row] = await all(
    c,
    sql`select m.user_id as who, ${utc('m.at')} as at, ${DID} as did from stock_moves m
      where m.item_id = ${itemId}::uuid and m.serial = ${serial} and m.serial <> '' and m.user_id is not null
        and (${c.about.merchantId}::uuid is null or m.merchant_id = ${c.about.merchantId}::uuid) order by m.id desc limit 1`,
  );
  return row ? { who: row['who'] as string, at: row['at'] as string, did: row['did'] as string } : {};
}

/** A task under lock, refused while a blocker stops work on it. `passing` blockers do not stop this act. */
export async function openTask(c: ScanContext, taskId: string, kinds: readonly string[], passing: readonly string[] = []): Promise<Row> {
  const task = await need(
    c,
    'unknownTask',
    sql`select t.id, t.no, t.kind, t.merchant_id, t.status, t.arrived_at, t.receipt_closed_at, t.prepared_at, t.closed_at, t.carrier_id, t.service, t.parent_id, t.label_source, t.label_swap,
      (select b.kind from task_blockers b where b.task_id = t.id and b.resolved_at is null and not b.kind = any(${`{${passing.join(',')}}`}::text[]) limit 1) as stopped
      from tasks t where t.id = ${taskId}::uuid and t.deleted_at is null and (${c.onlyMerchant}::uuid is null or t.merchant_id = ${c.onlyMerchant}::uuid) for no key update of t`,
  );
  c.about = { taskId, merchantId: task['merchant_id'] as string };
  if (!kinds.includes(task['kind'] as string))
    throw new Refusal('wrongState', { no: task['no'] as string, status: task['status'] as string });
  if (task['stopped']) throw new Refusal('blocked', { no: task['no'] as string, blocker: task['stopped'] as string });
  if (task['closed_at']) throw new Refusal('alreadyClosed', { no: task['no'] as string });
  c.touched.add(taskId);
  return task;
}

/** A compartment that goods of this merchant may lie in. */
export async function openPlace(c: ScanContext, id: string, merchantId: string | null): Promise<Row> {
  const place = await known(c, id, () =>
    need(
      c,
      'unknownPlace',
      sql`select id, code, kind, merchant_id, blocked_reason, max_weight from compartments where id = ${id}::uuid and deleted_at is null`,
    ),
  );
  if (place['blocked_reason'] !== '')
    throw new Refusal('placeBlocked', { place: place['code'] as string, reason: place['blocked_reason'] as string });
  if (place['merchant_id'] !== null && merchantId !== null && place['merchant_id'] !== merchantId)
    throw new Refusal('placeOfOther', { place: place['code'] as string });
  return place;
}
