import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a station may choose another carrier for the order `t`: its merchant does not fix the carrier, nobody asked for a service, and no
 * other parcel of it is on its way.
 */
export const MAY_CHANGE: SQL = sql`t.service = '' and t.label_source = 'own' and t.transport_mode in ('parcel', 'express')
  and (select m.carrier_rule from merchants m where m.id = t.merchant_id) <> 'fixed'
  and (select count(*) from parcels q where q.task_id = t.id and q.kind <> 'return' and q.state <> 'void') <= 1`;
/** Whether the carrier `c` takes parcels without a named service. */
export const TAKES_ANY: SQL = sql`c.active and c.deleted_at is null and c.paused_at is null
  and (c.api = 'simulated' or (c.api <> 'none' and exists (select from jsonb_array_elements(c.services) one where one->>'ours' = '')))`;
const limit = (name: string): SQL =>
  sql`(select (one->>${sql.raw(`'${name}'`)})::int from jsonb_array_elements(c.services) one where one->>'ours' = case when c.id = t.carrier_id then t.service else '' end limit 1)`;
/** Of each limit the narrower one, of the carrier and of its service (contract/shipping/parcel-limits.ts). */
export const MOST_WEIGHT: SQL = sql`least(c.max_weight, ${limit('maxWeight')})`;

/** The carrier of the order `t` and those that may carry it instead, in the order of their codes. With bulky goods the carrier decides. */
export const CARRIERS: SQL = sql`case when t.kind = 'outbound' and t.label_source = 'own' and t.carrier_id is not null and not 'bulky' = any(t.delivery_services) then
  (select json_agg(json_build_object('id', c.id, 'name', c.name, 'maxWeight', ${MOST_WEIGHT}, 'maxLength', least(c.max_length, ${limit('maxLength')}), 'maxSide', least(c.max_side, ${limit('maxSide')}),
      'maxShortest', ${limit('maxShortest')}, 'maxGirth', c.max_girth) order by c.id <> t.carrier_id, c.code) from carriers c where c.id = t.carrier_id or (t.service = '' and ${TAKES_ANY})) end`;
