import { type SQL, sql } from 'drizzle-orm';
import { dims, facts, type MeterSource, type Unit, weekday, yesNo } from './fact.ts';

/** Storage: what lay where at the end of a day (server/modules/stock/storage-days.ts). */

const first = (same: SQL): SQL =>
  sql`not exists (select from storage_days e where e.day = d.day and e.merchant_id = d.merchant_id and ${same} and e.id < d.id)`;
const PALLETS = sql`(u.kind = 'pallet' or (d.unit_id is null and c.kind in ('pallet', 'floor')))`;
/**
 * Quantity and the rows that count. A pallet or a place counts once for each merchant and day, by its first row; the volume of a day is
 * rounded up to the litre for each row.
 */
const COUNTED: Partial<Record<Unit, { qty: SQL; rows: SQL }>> = {
  pieceDay: { qty: sql`d.qty::bigint * 1000`, rows: sql`true` },
  kgDay: { qty: sql`d.weight`, rows: sql`true` },
  cbmDay: { qty: sql`ceil(d.volume::numeric / 1000000)`, rows: sql`true` },
  palletDay: {
    qty: sql`1000`,
    rows: sql`${PALLETS} and ${first(sql`coalesce(e.unit_id, e.compartment_id) = coalesce(d.unit_id, d.compartment_id)`)}`,
  },
  locationDay: { qty: sql`1000`, rows: first(sql`e.compartment_id = d.compartment_id`) },
};

/** Days in stock by bands, named by their first day. */
const AGE = sql`case when d.day - d.first_in > 90 then '91' when d.day - d.first_in > 30 then '31' else '0' end`;

export const storageMeters: readonly MeterSource[] = [
  {
    meter: 'storage',
    source: 'storage',
    facts: (where, unit) =>
      facts(
        {
          merchant_id: sql`d.merchant_id`,
          happened_on: sql`d.day`,
          storehouse_id: sql`d.storehouse_id`,
          source_id: sql`d.id`,
          part: sql`''`,
          qty: COUNTED[unit]?.qty ?? sql`null`,
          item_kind: sql`i.kind`,
          weight: sql`i.weight`,
          free: sql`d.day - d.first_in < coalesce((select p.free_days from merchant_terms p where p.merchant_id = d.merchant_id and p.deleted_at is null
            and p.valid_from <= d.day and (p.valid_to is null or p.valid_to >= d.day)), 0)`,
          dims: dims({
            compartmentKind: sql`c.kind`,
            zoneOfPlace: sql`nullif(c.zone, '')`,
            dangerous: yesNo(sql`i.dangerous`),
            age: AGE,
            weekday: weekday(sql`d.day`),
          }),
          mend_area: sql`'items'`,
          mend_id: sql`i.id`,
        },
        sql`from storage_days d join items i on i.id = d.item_id join compartments c on c.id = d.compartment_id left join merged_units u on u.id = d.unit_id
          where ${COUNTED[unit]?.rows ?? sql`false`} and ${where}`,
      ),
    recent: (since) => sql`d.day >= (${since})::date - 1`,
    byId: (id) => sql`d.id = ${id}`,
  },
];
