import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { addDays, houseToday } from '#contract/core/house-day';
import { instantAt } from '#contract/core/wall-clock';
import { BLOCKER_KINDS } from '#contract/orders/statuses';
import { nextOpenDay } from '#contract/support/opening-hours';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { openingHours } from '../support/index.ts';
import { carriers } from './carriers/table.ts';

const Lane = z.object({
  carrierId: Id.nullable(),
  carrier: z.string(),
  /** Today's cut-off, ISO UTC; null if the carrier has none. */
  cutOffAt: z.string().nullable(),
  /** Orders due today and overdue ones; `stopped` are the blocked ones among them. */
  orders: z.int(),
  stopped: z.int(),
  packed: z.int(),
  handedOver: z.int(),
  notPacked: z.int(),
  parcels: z.int(),
  parcelsHandedOver: z.int(),
  /** Parcels closed in the last 60 minutes. */
  pace: z.int(),
  /** The same in six intervals of ten minutes, oldest first. */
  paces: z.array(z.int()),
  /** Packed orders expected at the cut-off at the current pace, and those that would miss it. */
  forecast: z.int(),
  willMiss: z.int(),
});
/** Data of the screen above the dock. */
export const Board = z.object({
  at: z.string(),
  carriers: z.array(Lane),
  stuck: z.array(z.object({ blocker: z.enum(BLOCKER_KINDS), tasks: z.int() })),
  outOfStock: z.int(),
  receiving: z.object({ tasks: z.int(), received: z.int(), announced: z.int() }),
  /** On a day without orders: the next working day (YYYY-MM-DD), and what is due until its end. */
  next: z
    .object({ day: z.string(), carriers: z.array(Lane.pick({ carrierId: true, carrier: true, cutOffAt: true, orders: true })) })
    .nullable(),
});
export type Board = z.infer<typeof Board>;

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

const findDueBefore = statement(
  { carrierId: carriers.id, carrier: carriers.name, cutOffAt: cell.text, orders: cell.integer },
  ({
    end,
  }: {
    end: string;
  }) => sql`select c.id as "carrierId", c.name as carrier, ${iso('min(t.cut_off_at)')} as "cutOffAt", count(*)::int as orders
      from carriers c join tasks t on t.carrier_id = c.id
      where c.deleted_at is null and t.kind = 'outbound' and t.actual_ship_at is null and t.closed_at is null and t.deleted_at is null
        and t.cut_off_at < ${end}::timestamptz and coalesce(t.requested_ship_at, now()) < ${end}::timestamptz
      group by c.id, c.name order by min(t.cut_off_at), c.name`,
  [{ end: '2026-01-01T00:00:00Z' }],
);

/** The next day on which the house opens, with the orders that are due until its end. Null: it does not open any more. */
async function readNextDay(db: Db): Promise<Board['next']> {
  const hours = await openingHours(db);
  const day = nextOpenDay(hours, houseToday());
  if (day === null) return null;
  const end = new Date(instantAt(addDays(day, 1), 0, hours.zone)).toISOString();
  return { day, carriers: await findDueBefore(db, { end }) };
}

/** Carriers with orders of today or a cut-off. `hours` until the cut-off; null without one. */
const findLanes = statement(
  {
    carrierId: cell.uuid,
    carrier: cell.text,
    cutOffAt: orNull(cell.text),
    hours: cell.double,
    orders: cell.integer,
    stopped: cell.integer,
    packed: cell.integer,
    handedOver: cell.integer,
    parcels: cell.integer,
    parcelsHandedOver: cell.integer,
    pace: cell.integer,
    paces: cell.json<number[]>(),
  },
  () => sql`with lane as (
        select c.id, c.name, d.day, d.day + interval '1 day' as tomorrow, case when c.cut_off <> '' then (d.local + c.cut_off::time) at time zone d.zone end as cut_off
        from carriers c left join storehouses s on s.id = c.storehouse_id
        cross join lateral (select coalesce(s.timezone, 'Europe/Berlin') as zone) z
        cross join lateral (select z.zone, (now() at time zone z.zone)::date as local, (now() at time zone z.zone)::date::timestamp at time zone z.zone as day) d
        where c.deleted_at is null),
      due as (
        select t.id, l.id as lane, t.blocker is not null and t.status = t.blocker as stopped,
          t.pieces > 0 and t.packed >= t.pieces as packed, t.actual_ship_at is not null as gone
        from lane l cross join lateral (
          -- Two reads of an index each: behind one condition with "or", every order of the carrier is read. A day began at most 25 hours ago;
          -- from that bound the planner knows that few orders were shipped since.
          select * from tasks where carrier_id = l.id and actual_ship_at is null and closed_at is null and deleted_at is null
          union all
          select * from tasks where carrier_id = l.id and actual_ship_at is not null and actual_ship_at >= l.day and actual_ship_at > now() - interval '26 hours' and closed_at is null and deleted_at is null) t
        where t.kind = 'outbound' and coalesce(t.cut_off_at, now()) < l.tomorrow and coalesce(t.requested_ship_at, now()) < l.tomorrow)
      select l.id as "carrierId", l.name as carrier, ${iso('l.cut_off')} as "cutOffAt", greatest(0, extract(epoch from l.cut_off - now()) / 3600)::float8 as hours,
        o.*, p.*, (select count(*)::int from parcels q where q.carrier_id = l.id and q.state <> 'void' and q.closed_at is not null and q.closed_at > now() - interval '1 hour') as pace,
        (select json_agg(n order by span desc) from (select span, (select count(*)::int from parcels q where q.carrier_id = l.id and q.state <> 'void' and q.closed_at is not null
          and q.closed_at > now() - (span + 1) * interval '10 minutes' and q.closed_at <= now() - span * interval '10 minutes') as n from generate_series(0, 5) span) w) as paces
      from lane l
      cross join lateral (select count(*)::int as orders, (count(*) filter (where stopped))::int as stopped, (count(*) filter (where packed or gone))::int as packed, (count(*) filter (where gone))::int as "handedOver" from due where due.lane = l.id) o
      cross join lateral (select count(*)::int as parcels, (count(*) filter (where q.handed_over_at is not null))::int as "parcelsHandedOver" from due join parcels q on q.task_id = due.id and q.state <> 'void' where due.lane = l.id) p
      where o.orders > 0 or l.cut_off is not null order by l.cut_off nulls last, l.name`,
);
const readHouse = statement(
  {
    at: cell.text,
    stuck: cell.json<Board['stuck']>(),
    outOfStock: cell.integer,
    receiving: cell.json<Board['receiving']>(),
  },
  () => sql`select ${iso('now()')} as at,
      (select coalesce(json_agg(json_build_object('blocker', s.status, 'tasks', s.n)), '[]') from (select status, count(*)::int as n from tasks
        where status = any(${`{${BLOCKER_KINDS.join(',')}}`}::text[]) and deleted_at is null and closed_at is null group by status order by n desc, status) s) as stuck,
      (select count(*)::int from tasks where status = 'outOfStock' and deleted_at is null) as "outOfStock",
      (select json_build_object('tasks', count(*)::int, 'received', coalesce(sum(received), 0)::int, 'announced', coalesce(sum(pieces), 0)::int) from tasks
        where kind in ('inbound', 'retour') and status = 'receiving' and deleted_at is null) as receiving`,
);

/**
 * "Today" is the day at each carrier's storehouse. Orders count by their cut-off; those with a later requested ship date are not included.
 */
export async function readBoard(db: Db): Promise<Board> {
  const lanes = await findLanes(db);
  const house = await readHouse.one(db);
  const shown = lanes.map(({ hours, ...lane }): Board['carriers'][number] => {
    const notPacked = lane.orders - lane.packed;
    // Without a cut-off the rest of the day counts.
    const more = lane.cutOffAt === null ? notPacked : Math.min(notPacked, Math.floor(lane.pace * hours));
    return { ...lane, notPacked, forecast: lane.packed + more, willMiss: notPacked - more };
  });
  const next = shown.some(({ orders }) => orders > 0) ? null : await readNextDay(db);
  return { ...house, carriers: shown, next };
}
