import { sql } from 'drizzle-orm';
import type { StockCondition } from '#contract/scanning/commands';
import type { PLACES } from '#contract/stock/stock-moves';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';

/** The columns that identify a balance, besides its place. */
export type Goods = {
  merchantId: string;
  itemId: string;
  lot: string;
  expiry: string | null;
  serial: string;
  condition: StockCondition;
};

/** One side of a move: a compartment (with a unit or loose), or one of the places without a balance. */
export type Place = { place: 'stock'; compartmentId: string; unitId: string | null } | { place: Exclude<(typeof PLACES)[number], 'stock'> };
export const OUTSIDE = {
  supplier: { place: 'supplier' },
  customer: { place: 'customer' },
  adjust: { place: 'adjust' },
  scrap: { place: 'scrap' },
} as const satisfies Record<string, Place>;
export const inStock = (compartmentId: string, unitId: string | null = null): Place => ({ place: 'stock', compartmentId, unitId });

/** Origin of a move; stored on the ledger row. */
export type Cause = {
  at?: string | undefined;
  reason?: string;
  taskId?: string | null;
  lineId?: string | null;
  parcelId?: string | null;
  scanId?: string | null;
  stationId?: string | null;
  userId?: string | null;
};
/** The order line whose reservation is consumed at the source, and the line that the goods are reserved for at the target. */
export type Holds = { fromLine?: string | null; toLine?: string | null; toPicked?: boolean };

export type Move = Goods & { qty: number; toCondition?: StockCondition; from: Place; to: Place } & Cause & Holds;

const side = (name: 'from' | 'to', place: Place): Record<string, unknown> =>
  place.place === 'stock'
    ? { [`${name}_place`]: 'stock', [`${name}_id`]: place.compartmentId, [`${name}_unit_id`]: place.unitId }
    : { [`${name}_place`]: place.place };

const insertMove = statement({ id: cell.uuid }, ({ move }: { move: string }) => sql`select kontor_move(${move}::jsonb) as id`);
const insertReverse = statement(
  { id: cell.uuid },
  ({ moveId, extra }: { moveId: string; extra: string }) => sql`select kontor_reverse(${moveId}::uuid, ${extra}::jsonb) as id`,
);

/**
 * Posts one move: ledger row, both balances, reservations and the serial's state, in the caller's transaction. Stock is changed in no other
 * way (domain: stock, rules 1–3).
 * @returns id of the ledger row
 * @throws a PostgreSQL error KS001 (`notEnough`), KS002 (`unknownPlace`), KS003 (`unknownItem`), or 23505 for a serial number that is
 * elsewhere
 */
export async function postMove(tx: Db, move: Move): Promise<string> {
  const row = {
    at: move.at,
    merchant_id: move.merchantId,
    item_id: move.itemId,
    qty: move.qty,
    lot: move.lot,
    expiry: move.expiry,
    serial: move.serial,
    condition: move.condition,
    to_condition: move.toCondition,
    ...side('from', move.from),
    ...side('to', move.to),
    reason: move.reason,
    task_id: move.taskId,
    line_id: move.lineId,
    parcel_id: move.parcelId,
    scan_id: move.scanId,
    station_id: move.stationId,
    user_id: move.userId,
    from_line: move.fromLine,
    to_line: move.toLine,
    to_picked: move.toPicked,
  };
  return (await insertMove.one(tx, { move: JSON.stringify(row) })).id;
}

/** Posts the opposite of a move. `holds` name the order lines whose reservations are moved back. A move is reversed at most once. */
export async function reverseMove(tx: Db, moveId: string, cause: Cause, holds: Holds): Promise<string> {
  const extra = {
    scan_id: cause.scanId ?? null,
    station_id: cause.stationId ?? null,
    user_id: cause.userId ?? null,
    reason: cause.reason ?? 'undo',
    from_line: holds.fromLine ?? null,
    to_line: holds.toLine ?? null,
    to_picked: holds.toPicked ?? false,
  };
  return (await insertReverse.one(tx, { moveId, extra: JSON.stringify(extra) })).id;
}
