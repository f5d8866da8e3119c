import { type SQL, sql } from 'drizzle-orm';
import type { ChargeSource } from '#contract/billing/charge-states';
import type { Meter } from '#contract/trade/meters';
import type { UNITS } from '#contract/trade/rule';

/**
 * A meter is one stream of facts, as SQL that reads them from the tables of their modules. A fact is true while the statement returns its
 * key (source and part). When it no longer does, the charge is taken back. A fact that became true again has another part, so that it is
 * charged again: the part holds the instant, or the id of the move, by which it became true.
 */

export type Unit = (typeof UNITS)[number];

/** The columns of a fact. Those that are left out are null. */
const COLUMNS = {
  merchant_id: 'uuid',
  /** Day of the house on which it happened. */
  happened_on: 'date',
  storehouse_id: 'uuid',
  source_id: 'uuid',
  part: 'text',
  task_id: 'uuid',
  parcel_id: 'uuid',
  /** Thousandths of the unit. Null: it cannot be counted yet, and is a gap. 0: stated to be none. */
  qty: 'bigint',
  country: 'text',
  carrier_id: 'uuid',
  zone: 'text',
  item_kind: 'text',
  /** Grams. */
  weight: 'integer',
  /** Costs nothing by the terms. */
  free: 'boolean',
  /** Further conditions (`DIMENSIONS`), as texts. */
  dims: 'jsonb',
  cost: 'bigint',
  cost_currency: 'text',
  /** Of a surcharge: what was billed on top (`CHARGE_CAUSES`), and for which tracking number. */
  cause: 'text',
  reason: 'text',
  /** Set if only this category counts the fact. */
  only_category: 'uuid',
  /** The record to correct where the fact cannot be counted. */
  mend_area: 'text',
  mend_id: 'uuid',
} as const;
type Column = keyof typeof COLUMNS;
export type FactColumns = Partial<Record<Column, SQL>> & Record<'merchant_id' | 'happened_on' | 'source_id' | 'part' | 'qty', SQL>;

/** `select <all columns> <from>`. */
export const facts = (columns: FactColumns, from: SQL): SQL => {
  const list = (Object.keys(COLUMNS) as Column[]).map(
    (name) => sql`(${columns[name] ?? sql`null`})::${sql.raw(COLUMNS[name])} as ${sql.raw(name)}`,
  );
  return sql`select ${sql.join(list, sql`, `)} ${from}`;
};

export type MeterSource = {
  meter: Meter;
  source: ChargeSource;
  /** @param where a condition over the rows of the source: `recent` or `byId` */
  facts: (where: SQL, unit: Unit) => SQL;
  /** Condition: the row was written since this day. Rows written late count by when they were written. */
  recent: (since: SQL) => SQL;
  /** Condition: the row belongs to this source id. */
  byId: (id: SQL) => SQL;
};

/** Milliseconds of an instant, as text. */
export const stamp = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint::text`;
export const weekday = (day: SQL): SQL => sql`extract(isodow from ${day})::int::text`;
export const yesNo = (condition: SQL): SQL => sql`case when ${condition} then 'yes' else 'no' end`;
export const dims = (values: Record<string, SQL>): SQL =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    Object.entries(values).flatMap(([key, value]) => [sql`${sql.raw(`'${key}'`)}`, value]),
    sql`, `,
  )}))`;
/** Condition over a move `m`: neither it nor its reversal. */
export const standing = (m: SQL): SQL =>
  sql`${m}.reverses_id is null and not exists (select from stock_moves undone where undone.reverses_id = ${m}.id)`;
