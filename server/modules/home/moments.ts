import { sql } from 'drizzle-orm';
import type { Filter } from '#contract/core/query';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';

/** Values for filters. Days are YYYY-MM-DD of the house, instants ISO UTC; `$lastMonth` is the first day of the last full month, `$me` the user. */
export type Moments = Record<'$me' | '$now' | '$today' | '$inAWeek' | '$tomorrowAt' | '$lastMonth', string> & { zone: string };

const findDays = statement(
  { zone: cell.text, today: cell.text, week: cell.text, tomorrow: cell.text, month: cell.text },
  () => sql`with house as (select coalesce((select timezone from storehouses where deleted_at is null order by sort_at limit 1), 'Europe/Berlin') as zone),
      day as (select zone, (now() at time zone zone)::date as today from house)
      select zone, today::text as today, (today + 7)::text as week, (date_trunc('month', today::timestamp) - interval '1 month')::date::text as month, to_char((today + 1)::timestamp at time zone zone at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as tomorrow from day`,
);

/** The moments now, in the time zone of the house's first storehouse. */
export async function moments(tx: Db, actor: Actor): Promise<Moments> {
  const { zone, today, week, tomorrow, month } = await findDays.one(tx);
  return {
    $me: actor.actingId,
    $now: new Date().toISOString(),
    $today: today,
    $inAWeek: week,
    $tomorrowAt: tomorrow,
    $lastMonth: month,
    zone,
  };
}

const isMoment = (value: string, at: Moments): value is keyof Moments => value.startsWith('$') && Object.hasOwn(at, value);

/** Replaces moments in filters by their values. */
export const dated = (filters: readonly Filter[], at: Moments): Filter[] =>
  filters.map((filter) =>
    typeof filter.value === 'string' && isMoment(filter.value, at) ? { ...filter, value: at[filter.value] } : filter,
  );
