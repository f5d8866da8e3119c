import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayNumber, dayOf, houseToday } from '#contract/core/house-day';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';

/** An order that is with its carrier. `expectedOn`: null where too few deliveries tell how long the carrier takes. */
export const Transit = z.object({ since: z.string(), days: z.int().nullable(), expectedOn: z.string().nullable(), daysLate: z.int() });
export type Transit = z.infer<typeof Transit>;

/** Fewer deliveries say nothing. */
const LEAST = 10;
/** The newest orders of the carrier that are looked at, so that a large house waits no longer than a small one. */
const LOOKED_AT = 1000;
/** Of orders that left later, only the quick parcels have arrived. */
const SETTLED = '7 days';

/** Nine of ten parcels that the carrier took to the same country in the last 90 days, until a week ago, needed at most `days`. */
const findWay = statement(
  { since: cell.text, days: orNull(cell.integer) },
  ({ id }: { id: string }) => sql`select to_char(t.actual_ship_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
      (select case when count(*) >= ${LEAST} then percentile_disc(0.9) within group (order by kontor_day(p.delivered_at) - kontor_day(o.actual_ship_at)) end
        from (select id, actual_ship_at, consignee from tasks where carrier_id = t.carrier_id
            and actual_ship_at > now() - interval '90 days' and actual_ship_at < now() - ${SETTLED}::interval order by actual_ship_at desc limit ${LOOKED_AT}) o join parcels p on p.task_id = o.id and p.delivered_at is not null
        where o.consignee->>'country' = t.consignee->>'country') as days
    from tasks t where t.id = ${id}::uuid and t.actual_ship_at is not null`,
);

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

/** Since when the order is with its carrier, and when it should arrive. Null before it was handed over. */
export async function readTransit(tx: Db, id: string): Promise<Transit | null> {
  const found = await findWay.first(tx, { id });
  if (!found) return null;
  const { since, days } = found;
  if (days === null) return { since, days, expectedOn: null, daysLate: 0 };
  const counted = addDays(dayOf(since), days);
  const expectedOn = isSunday(counted) ? addDays(counted, 1) : counted;
  const daysLate = Math.max(0, dayNumber(houseToday()) - dayNumber(expectedOn));
  return { since, days, expectedOn, daysLate };
}
