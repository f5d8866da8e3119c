import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CARRIER_APIS } from '#contract/shipping/carriers';
import { PICKUP_STATES } from '#contract/shipping/pickups';
import { baseColumns } from '../../../core/db/columns.ts';

/** The columns of the view. Not in a `table.ts`, because there is no table to migrate. */
export const carrierDays = pgTable('carrier_days', {
  ...baseColumns,
  carrierId: uuid().notNull(),
  code: text().notNull(),
  api: text({ enum: CARRIER_APIS }).notNull(),
  cutOff: text().notNull(),
  waiting: integer().notNull(),
  waitingWeight: integer().notNull(),
  parcels: integer().notNull(),
  weight: integer().notNull(),
  unlisted: integer().notNull(),
  pickupState: text({ enum: PICKUP_STATES }),
  pickupFrom: text().notNull(),
  pickupUntil: text().notNull(),
  pickupNo: text().notNull(),
  manifestOpen: integer().notNull(),
  manifestState: text({ enum: PICKUP_STATES }),
});

/** Condition: the parcel `p` waits for its carrier. */
export const WAITING = `p.state <> 'void' and p.closed_at > now() - interval '14 days' and p.state in ('closed', 'labelled', 'swapped', 'loaded') and p.kind <> 'return'`;
/** Condition: the parcel `p` was handed over today. The bound in hours lets the database use its index. */
export const HANDED_OVER_TODAY = `p.handed_over_at > now() - interval '49 hours' and kontor_day(p.handed_over_at) = kontor_day(now()) and p.state <> 'void' and p.kind <> 'return'`;
/** Condition: the label of the parcel `p` was bought, and no manifest of its carrier holds it or is being made with it. */
export const NOT_ON_A_MANIFEST = `p.label_state = 'bought' and not exists (select from pickups m where m.carrier_id = p.carrier_id and m.kind = 'manifest'
  and m.day >= kontor_day(now()) - 2 and m.state in ('asked', 'unclear', 'ordered') and m.reported @> jsonb_build_array(jsonb_build_object('shipmentId', p.shipment_id)))`;

const last = (kind: string, column: string): string =>
  `(select m.${column} from pickups m where m.carrier_id = c.id and m.kind = '${kind}' and m.day = kontor_day(now()) order by m.sort_at desc limit 1)`;

export const CARRIER_DAYS_SQL = `select c.id, c.version, c.sort_at, c.created_at, c.created_by, c.updated_at, c.updated_by, c.deleted_at, c.search,
  c.id as carrier_id, c.code, c.api, c.cut_off,
  coalesce(w.parcels, 0)::int as waiting, coalesce(w.weight, 0)::int as waiting_weight,
  coalesce(h.parcels, 0)::int as parcels, coalesce(h.weight, 0)::int as weight, coalesce(h.unlisted, 0)::int as unlisted, coalesce(h.open, 0)::int as manifest_open,
  ${last('pickup', 'state')} as pickup_state, coalesce(${last('pickup', 'from_time')}, '') as pickup_from, coalesce(${last('pickup', 'until_time')}, '') as pickup_until,
  coalesce(${last('pickup', 'confirmation')}, '') as pickup_no, ${last('manifest', 'state')} as manifest_state
from carriers c
left join lateral (select count(*) as parcels, sum(p.weight) as weight from parcels p
  where p.carrier_id = c.id and ${WAITING}) w on true
left join (select p.carrier_id, count(*) as parcels, sum(p.weight) as weight, count(*) filter (where p.loading_list_id is null) as unlisted,
    count(*) filter (where ${NOT_ON_A_MANIFEST}) as open from parcels p where ${HANDED_OVER_TODAY} group by 1) h on h.carrier_id = c.id
where c.active`;
