import { sql } from 'drizzle-orm';
import { houseDay } from '../../../core/db/house-day.ts';
import { dims, facts, type MeterSource, stamp } from './fact.ts';

/**
 * What a carrier billed above the cost of a label, and somebody decided that the merchant pays. It happens on the day of the decision, so that
 * it is found and taken back like any other fact; the part holds the instant of the decision.
 */
export const surchargeMeters: readonly MeterSource[] = [
  {
    meter: 'label.surcharge',
    source: 'carrierBillLine',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`s.merchant_id`,
          happened_on: houseDay(sql`s.decided_at`),
          source_id: sql`s.id`,
          part: stamp(sql`s.decided_at`),
          task_id: sql`b.task_id`,
          parcel_id: sql`b.parcel_id`,
          qty: sql`1000`,
          country: sql`nullif(b.country, '')`,
          carrier_id: sql`s.carrier_id`,
          zone: sql`nullif(coalesce(nullif(s.zone, ''), b.zone), '')`,
          weight: sql`coalesce(s.weight, b.weight)`,
          dims: dims({ service: sql`nullif(b.service, '')`, surcharge: sql`s.cause` }),
          cost: sql`s.difference`,
          cost_currency: sql`s.currency`,
          cause: sql`s.cause`,
          reason: sql`s.tracking_no`,
        },
        sql`from carrier_bill_lines s join label_purchases b on b.id = s.purchase_id where s.state = 'charged' and ${where}`,
      ),
    recent: (since) => sql`s.decided_at >= ${since}`,
    byId: (id) => sql`s.id = ${id}`,
  },
];
