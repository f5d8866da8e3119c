import { sql } from 'drizzle-orm';
import type { Away, MonthFacts } from '#contract/office/month-totals';
import { LEAVE_KINDS } from '#contract/office/time-requests';
import { employedFrom, FULL_DAY, fullTime, type WorkingTime } from '#contract/office/working-time';
import type { Db } from '../../core/db/client.ts';
import { cell, columnsOver, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { settings } from '../settings/settings/table.ts';
import { attendances } from './attendances/table.ts';
import { workingTimes } from './working-times/table.ts';

/** What the months and the leave of people are counted from, read for many people in few statements. */

type Span = { userIds: readonly string[]; first: string; last: string };
const EXAMPLE: Span = { userIds: [], first: '2026-01-01', last: '2026-01-31' };

const MODEL = {
  userId: workingTimes.userId,
  validFrom: workingTimes.validFrom,
  monday: workingTimes.monday,
  tuesday: workingTimes.tuesday,
  wednesday: workingTimes.wednesday,
  thursday: workingTimes.thursday,
  friday: workingTimes.friday,
  saturday: workingTimes.saturday,
  sunday: workingTimes.sunday,
  state: workingTimes.state,
  assumption: workingTimes.assumption,
  leaveDays: workingTimes.leaveDays,
  leaveCarried: workingTimes.leaveCarried,
};
const findModels = statement(
  MODEL,
  ({ userIds }: Pick<Span, 'userIds'>) =>
    sql`select ${columnsOver('w', MODEL)} from working_times w where w.user_id = any(${uuids(userIds)}) and w.deleted_at is null`,
  [EXAMPLE],
);
const SHIFT = {
  userId: attendances.userId,
  startAt: attendances.startAt,
  endAt: attendances.endAt,
  breaks: attendances.breaks,
  breakMinutes: attendances.breakMinutes,
};
const findShifts = statement(
  SHIFT,
  ({ userIds, first, last }: Span) =>
    sql`select ${columnsOver('a', SHIFT)} from attendances a where a.user_id = any(${uuids(userIds)}) and a.deleted_at is null
      and a.day between ${first}::date and ${last}::date order by a.start_at`,
  [EXAMPLE],
);
const findFirstShifts = statement(
  { userId: attendances.userId, day: orNull(cell.date) },
  ({ userIds }: Pick<Span, 'userIds'>) =>
    sql`select user_id, min(day) as day from attendances where user_id = any(${uuids(userIds)}) and deleted_at is null group by 1`,
  [EXAMPLE],
);
const findHolidays = statement(
  { day: cell.text },
  ({ first, last }: Pick<Span, 'first' | 'last'>) =>
    sql`select distinct d::date::text as day
      from calendar_entries e, generate_series(greatest(e.start_day, ${first}::date), least(e.end_day, ${last}::date), interval '1 day') d
      where e.deleted_at is null and e.all_day and e.kind = 'publicHoliday'`,
);
/** Absences of the calendar; `kind` is that of the approved leave which became the absence, in its place. */
const findAway = statement(
  { userId: cell.uuid, day: cell.text, kind: orNull(cell.text) },
  ({ userIds, first, last }: Span) =>
    sql`select p as "userId", d::date::text as day, r.kind
      from calendar_entries e cross join unnest(e.who_ids) p
        left join time_requests r on r.entry_id = e.id and r.user_id = p and r.state = 'approved' and r.deleted_at is null,
        generate_series(greatest(e.start_day, ${first}::date), least(e.end_day, ${last}::date), interval '1 day') d
      where e.deleted_at is null and e.all_day and e.kind = 'absence' and p = any(${uuids(userIds)})`,
  [EXAMPLE],
);
const findPlanned = statement(
  { value: settings.value },
  () => sql`select value from settings where key = 'attendance.minutesPerDay' and deleted_at is null`,
);

type Model = WorkingTime & { leaveDays: number | null; leaveCarried: number };
export type PersonFacts = MonthFacts & { models: readonly Model[] };

const RANK = { sick: 2, vacation: 1, absence: 0 } as const satisfies Record<Away, number>;

/** An approved leave is known by its kind also where another absence of the calendar covers the day. */
function awayOf(found: readonly { day: string; kind: string | null }[]): Map<string, Away> {
  const away = new Map<string, Away>();
  for (const { day, kind } of found) {
    const reason: Away = LEAVE_KINDS.find((one) => one === kind) ?? 'absence';
    const known = away.get(day);
    if (known === undefined || RANK[reason] > RANK[known]) away.set(day, reason);
  }
  return away;
}

/** Facts of each person, by id, with the shifts and absences from `first` to `last` (YYYY-MM-DD, both included). */
export async function readFacts(tx: Db, { userIds, first, last }: Span): Promise<Map<string, PersonFacts>> {
  const span = { userIds, first, last };
  const models = await findModels(tx, span);
  const shifts = await findShifts(tx, span);
  const firstShifts = new Map((await findFirstShifts(tx, span)).map(({ userId, day }) => [userId, day]));
  const holidays = new Set((await findHolidays(tx, span)).map(({ day }) => day));
  const away = await findAway(tx, span);
  const planned = await findPlanned.first(tx);
  const otherwise = fullTime(typeof planned?.value === 'number' ? planned.value : FULL_DAY);
  return new Map(
    userIds.map((userId) => {
      const own = models.filter((model) => model.userId === userId);
      return [
        userId,
        {
          models: own,
          otherwise,
          employedFrom: employedFrom(own, firstShifts.get(userId) ?? null),
          holidays,
          away: awayOf(away.filter((one) => one.userId === userId)),
          shifts: shifts.filter((shift) => shift.userId === userId),
        },
      ];
    }),
  );
}
