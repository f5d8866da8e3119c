import { type SQL, sql } from 'drizzle-orm';
import { dims, type FactColumns, facts, type MeterSource, type Unit, weekday, yesNo } from './fact.ts';

/**
 * Storage: what lay where at the end of a day (server/modules/stock/storage-days.ts), or at any time of it (storage-peaks.ts), counted by the
 * basis in the merchant's terms of that day. Both tables have the same columns, so free days, free pallets and rounding are the same.
 *
 * By the first or the last of the month, only the rows of that day count, once for each day of the month on which these terms hold. Terms that
 * begin or end within a month take their own first or last day of it, so that no day is charged twice or left out.
 */

type Table = 'storage_days' | 'storage_peaks';
const first = (table: SQL, same: SQL): SQL =>
  sql`not exists (select from ${table} e where e.day = d.day and e.merchant_id = d.merchant_id and ${same} and e.id < d.id)`;
const SAME_PALLET = sql`coalesce(e.unit_id, e.compartment_id) = coalesce(d.unit_id, d.compartment_id)`;
const PALLETS = sql`(u.kind = 'pallet' or (d.unit_id is null and c.kind in ('pallet', 'floor')))`;
/**
 * Quantity and the rows that count. A pallet or a place counts once for each merchant and day, by its first row; the volume of a day is
 * rounded up to the litre for each row.
 */
const countedIn = (table: SQL): Partial<Record<Unit, { qty: SQL; rows: SQL }>> => ({
  pieceDay: { qty: sql`d.qty::bigint * 1000`, rows: sql`true` },
  kgDay: { qty: sql`d.weight`, rows: sql`true` },
  cbmDay: { qty: sql`ceil(d.volume::numeric / 1000000)`, rows: sql`true` },
  palletDay: { qty: sql`1000`, rows: sql`${PALLETS} and ${first(table, SAME_PALLET)}` },
  locationDay: { qty: sql`1000`, rows: first(table, sql`e.compartment_id = d.compartment_id`) },
});

/** Days in stock by bands, named by their first day. */
const AGE = sql`case when d.day - d.first_in > 90 then '91' when d.day - d.first_in > 30 then '31' else '0' end`;

/** The terms of the day. The limit has them looked up for each row. */
const TERMS = sql`left join lateral (select t.storage_basis, t.free_days, t.free_pallets, t.volume_step,
    greatest(t.valid_from, date_trunc('month', d.day)::date) as month_from, least(t.valid_to, (date_trunc('month', d.day) + interval '1 month')::date - 1) as month_to
  from merchant_terms t where t.merchant_id = d.merchant_id and t.deleted_at is null and t.valid_from <= d.day and (t.valid_to is null or t.valid_to >= d.day) limit 1) p on true`;
const BASIS = sql`coalesce(p.storage_basis, 'dayEnd')`;
const OF_BASIS: Record<Table, SQL> = {
  storage_days: sql`case ${BASIS} when 'monthStart' then d.day = p.month_from when 'monthEnd' then d.day = p.month_to when 'dayPeak' then false else true end`,
  storage_peaks: sql`${BASIS} = 'dayPeak'`,
};
const DAYS = sql`case when ${BASIS} in ('dayEnd', 'dayPeak') then 1 else p.month_to - p.month_from + 1 end`;
/** With the days in the key, other terms for a past month take its charges back and charge it anew. */
const PART = sql`case when ${BASIS} = 'dayEnd' then '' else ${BASIS} || '.' || (${DAYS}) end`;

const inFreeDays = (row: SQL): SQL => sql`${row}.day - ${row}.first_in < coalesce(p.free_days, 0)`;
/**
 * Free are the first pallets of the merchant's day in the order in which they were taken down, over all storehouses: a storehouse that is
 * taken down later changes nothing for the others. A pallet in its free days uses up none. No more rows are read than are free.
 */
const freePallet = (
  table: SQL,
): SQL => sql`(coalesce(p.free_pallets, 0) > 0 and (select count(*) from (select from ${table} f join compartments fc on fc.id = f.compartment_id
    left join merged_units fu on fu.id = f.unit_id
  where f.day = d.day and f.merchant_id = d.merchant_id and f.id < d.id and not ${inFreeDays(sql`f`)}
    and (fu.kind = 'pallet' or (f.unit_id is null and fc.kind in ('pallet', 'floor')))
    and not exists (select from ${table} e where e.day = f.day and e.merchant_id = f.merchant_id and e.id < f.id
      and coalesce(e.unit_id, e.compartment_id) = coalesce(f.unit_id, f.compartment_id)) limit p.free_pallets) x) < p.free_pallets)`;

/** Litres. */
const STEP = sql`(case p.volume_step when 'half' then 500 when 'whole' then 1000 else 1 end)`;
const CHARGED_TOGETHER = sql`f.day = d.day and f.merchant_id = d.merchant_id and f.storehouse_id = d.storehouse_id and not ${inFreeDays(sql`f`)}`;
/** What is missing to the next step of a merchant's day in a storehouse. While an item has no sizes there is none: the item is a gap. */
const missing = (table: SQL): SQL => sql`cross join lateral (select bool_and(f.volume is not null) as known,
    mod(${STEP} - mod(sum(ceil(f.volume::numeric / 1000000)), ${STEP}), ${STEP}) as qty from ${table} f where ${CHARGED_TOGETHER}) rest`;

const columns = (more: Pick<FactColumns, 'part' | 'qty'> & FactColumns): FactColumns => ({
  storehouse_id: sql`d.storehouse_id`,
  item_kind: sql`i.kind`,
  weight: sql`i.weight`,
  dims: dims({
    compartmentKind: sql`c.kind`,
    zoneOfPlace: sql`nullif(c.zone, '')`,
    dangerous: yesNo(sql`i.dangerous`),
    age: AGE,
    weekday: weekday(sql`d.day`),
  }),
  mend_area: sql`'items'`,
  mend_id: sql`i.id`,
  ...more,
});
const KEY = { merchant_id: sql`d.merchant_id`, happened_on: sql`d.day`, source_id: sql`d.id` };
const from = (table: SQL): SQL =>
  sql`from ${table} d join items i on i.id = d.item_id join compartments c on c.id = d.compartment_id left join merged_units u on u.id = d.unit_id ${TERMS}`;

function factsIn(name: Table, where: SQL, unit: Unit): SQL {
  const table = sql`${sql.identifier(name)}`;
  const counted = countedIn(table)[unit];
  const free = unit === 'palletDay' ? sql`${inFreeDays(sql`d`)} or ${freePallet(table)}` : inFreeDays(sql`d`);
  const rows = facts(
    columns({ ...KEY, part: PART, qty: sql`(${counted?.qty ?? sql`null`}) * ${DAYS}`, free }),
    sql`${from(table)} where ${counted?.rows ?? sql`false`} and ${OF_BASIS[name]} and ${where}`,
  );
  if (unit !== 'cbmDay') return rows;
  // The first row that is charged carries what rounding adds, as a fact of its own.
  const rounding = facts(
    columns({ ...KEY, part: sql`${PART} || '+' || p.volume_step`, qty: sql`rest.qty * ${DAYS}`, free: sql`false` }),
    sql`${from(table)} ${missing(table)} where p.volume_step <> 'litre' and rest.known and rest.qty > 0 and not ${inFreeDays(sql`d`)} and ${OF_BASIS[name]} and ${where}
      and not exists (select from ${table} f where ${CHARGED_TOGETHER} and f.id < d.id)`,
  );
  return sql`${rows} union all ${rounding}`;
}

export const storageMeters: readonly MeterSource[] = [
  {
    meter: 'storage',
    source: 'storage',
    facts: (where, unit) => sql`${factsIn('storage_days', where, unit)} union all ${factsIn('storage_peaks', where, unit)}`,
    recent: (since) => sql`d.day >= (${since})::date - 1`,
    byId: (id) => sql`d.id = ${id}`,
  },
];
