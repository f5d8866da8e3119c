import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CONDITIONS } from '#contract/scanning/commands';
import { instant, micros } from '../../core/db/columns.ts';

/** Tables of the stock module that have no list of their own. */

/**
 * Pieces of a balance reserved for an order line: on the shelf until picked, then in the cart, then in the parcel. `reserved` of a balance
 * is their sum.
 */
export const reservations = pgTable(
  'reservations',
  {
    lineId: uuid().notNull(),
    balanceId: uuid().notNull(),
    qty: integer().notNull(),
    /** Already picked for this line. */
    picked: boolean().notNull().default(false),
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.balanceId] }),
    index('reservations_balance').on(t.balanceId),
    check('reservations_some', sql`qty > 0`),
  ],
);

/** One walk to one place for one order line. */
export const picklistLines = pgTable(
  'picklist_lines',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    picklistId: uuid().notNull(),
    taskId: uuid().notNull(),
    lineId: uuid().notNull(),
    balanceId: uuid().notNull(),
    compartmentId: uuid().notNull(),
    itemId: uuid().notNull(),
    seq: integer().notNull(),
    qty: integer().notNull(),
    picked: integer().notNull().default(0),
    short: integer().notNull().default(0),
    shortReason: text().notNull().default(''),
    /** Its list is open, printed or being picked. */
    open: boolean().notNull().default(true),
  },
  (t) => [
    // A reserved piece is on at most one open picklist (domain: "line not on another open list").
    uniqueIndex('picklist_lines_once').on(t.lineId, t.balanceId).where(sql`open`),
    index('picklist_lines_list').on(t.picklistId, t.seq),
    index('picklist_lines_task').on(t.taskId),
    check('picklist_lines_within', sql`picked >= 0 and short >= 0 and picked + short <= qty`),
  ],
);

export const countLines = pgTable(
  'count_lines',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    countId: uuid().notNull(),
    round: integer().notNull(),
    compartmentId: uuid().notNull(),
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    lot: text().notNull().default(''),
    expiry: date({ mode: 'string' }),
    serial: text().notNull().default(''),
    condition: text({ enum: CONDITIONS }).notNull().default('good'),
    /** Expected pieces when counting of the compartment was finished; null until then. */
    expected: integer(),
    counted: integer().notNull().default(0),
    /** When counting of the compartment was finished and `expected` was recorded. After that its scans cannot be undone. */
    bookedAt: instant(),
  },
  (t) => [
    unique('count_lines_key')
      .on(t.countId, t.round, t.compartmentId, t.merchantId, t.itemId, t.lot, t.expiry, t.serial, t.condition)
      .nullsNotDistinct(),
  ],
);

/** Which compartments of a count were finished in which round. */
export const countPlaces = pgTable(
  'count_places',
  {
    countId: uuid().notNull(),
    round: integer().notNull(),
    compartmentId: uuid().notNull(),
    at: instant().notNull().default(sql`now()`),
    userId: uuid(),
  },
  (t) => [primaryKey({ columns: [t.countId, t.round, t.compartmentId] })],
);

/** Sums of the ledger up to a move. Readers only add the moves after it (checkpoint.ts). */
export const stockCheckpoints = pgTable('stock_checkpoints', {
  no: integer().primaryKey(),
  /** `sort_at` of the last move included. No move with an earlier `sort_at` can still commit. */
  until: micros().notNull().unique(),
  /** Number of rows in `stock_checkpoint_sums`. */
  size: integer().notNull(),
  madeAt: instant().notNull().default(sql`now()`),
});

/** Stock at a checkpoint; sums of zero are left out. */
export const stockCheckpointSums = pgTable(
  'stock_checkpoint_sums',
  {
    checkpoint: integer().notNull(),
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    compartmentId: uuid().notNull(),
    lot: text().notNull(),
    expiry: date({ mode: 'string' }),
    serial: text().notNull(),
    condition: text().notNull(),
    unitId: uuid(),
    qty: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('stock_checkpoint_sums_item').on(t.checkpoint, t.itemId)],
);

/** Pieces moved up to a checkpoint, by merchant, kind of source and kind of target. */
export const stockCheckpointFlows = pgTable(
  'stock_checkpoint_flows',
  {
    checkpoint: integer().notNull(),
    merchantId: uuid().notNull(),
    fromPlace: text().notNull(),
    toPlace: text().notNull(),
    qty: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'stock_checkpoint_flows_key', columns: [t.checkpoint, t.merchantId, t.fromPlace, t.toPlace] })],
);

/** Results of the full stock proof, which reads the whole ledger. */
export const stockProofs = pgTable('stock_proofs', {
  at: instant().primaryKey(),
  broken: integer().notNull(),
  rules: jsonb().$type<{ rule: string; broken: number }[]>().notNull(),
});

/** What lay in a place on a day. */
const stored = () => ({
  id: uuid().primaryKey().default(sql`kontor_uuid7()`),
  day: date({ mode: 'string' }).notNull(),
  storehouseId: uuid().notNull(),
  merchantId: uuid().notNull(),
  compartmentId: uuid().notNull(),
  unitId: uuid(),
  itemId: uuid().notNull(),
  qty: integer().notNull(),
  /** Of all pieces, in cubic millimetres. Null: the item has no sizes. */
  volume: bigint({ mode: 'number' }),
  /** Of all pieces, in grams. Null: the item has no weight. */
  weight: bigint({ mode: 'number' }),
  /** The day from which free days count: of a unit, when it was first filled; else the receipt of the oldest pieces (first in, first out). */
  firstIn: date({ mode: 'string' }).notNull(),
});

/**
 * What lay where at the end of a day: the basis of storage charges. Sizes are those of the item on that day, because master data change
 * later. Append-only.
 */
export const storageDays = pgTable('storage_days', stored(), (t) => [
  unique('storage_days_key').on(t.day, t.merchantId, t.compartmentId, t.unitId, t.itemId).nullsNotDistinct(),
  // Whether a row is the first one of its pallet is asked for each: without it, each read all pallets of the day.
  index('storage_days_pallet').on(t.day, t.merchantId, sql`coalesce(unit_id, compartment_id)`, t.id),
  index('storage_days_of').on(t.merchantId, t.day),
]);

/**
 * The largest quantity of each place, unit and item on a day: the basis of storage charges of merchants who pay for it. Columns are those of
 * storage_days; what lay there at midnight is in both. Append-only.
 */
export const storagePeaks = pgTable('storage_peaks', stored(), (t) => [
  unique('storage_peaks_key').on(t.day, t.merchantId, t.compartmentId, t.unitId, t.itemId).nullsNotDistinct(),
  index('storage_peaks_pallet').on(t.day, t.merchantId, sql`coalesce(unit_id, compartment_id)`, t.id),
  index('storage_peaks_of').on(t.merchantId, t.day),
]);

/** The days of a merchant whose peaks were taken down. */
export const storagePeakRuns = pgTable(
  'storage_peak_runs',
  {
    storehouseId: uuid().notNull(),
    merchantId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.storehouseId, t.merchantId, t.day] })],
);

/** The days of each storehouse whose stock was taken down. A missed day is made up from the ledger. */
export const storageRuns = pgTable(
  'storage_runs',
  { storehouseId: uuid().notNull(), day: date({ mode: 'string' }).notNull(), at: instant().notNull().default(sql`clock_timestamp()`) },
  (t) => [primaryKey({ columns: [t.storehouseId, t.day] })],
);
