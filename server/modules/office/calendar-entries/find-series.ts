import { type SQL, sql } from 'drizzle-orm';
import { addDays, dayNumber } from '#contract/core/house-day';
import { LONGEST_REPEATED, MONTHLY_BY, REPEATS, WEEKDAYS } from '#contract/office/recurrence';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { occurrenceDays } from './occurrences.ts';
import { calendarEntries } from './table.ts';

type Span = { movable: SQL; where: SQL; from: string; to: string };

/** Series that may take place in a span of days, with the days that other entries took the place of. */
export const findSeries = statement(
  {
    id: cell.uuid,
    version: cell.integer,
    title: cell.text,
    kind: calendarEntries.kind,
    text: calendarEntries.text,
    startDay: cell.text,
    endDay: cell.text,
    startTime: cell.text,
    endTime: cell.text,
    movable: cell.boolean,
    repeat: cell.oneOf(REPEATS),
    repeatEvery: cell.integer,
    repeatDays: cell.textsOf(WEEKDAYS),
    repeatBy: cell.oneOf(MONTHLY_BY),
    repeatUntil: orNull(cell.text),
    skippedDays: cell.texts,
    replacedDays: cell.texts,
  },
  ({ movable, where, from, to }: Span) => sql`select t.id, t.version, t.title, t.kind, t.text, t.start_day::text as start_day,
      t.end_day::text as end_day, t.start_time, t.end_time, ${movable} as movable, t.repeat, t.repeat_every, t.repeat_days, t.repeat_by,
      t.repeat_until::text as repeat_until, t.skipped_days,
      array(select o.series_day::text from calendar_entries o where o.series_id = t.id and o.deleted_at is null) as replaced_days
    from calendar_entries t where ${where} and t.repeat <> 'none' and t.start_day <= ${to}::date
      and coalesce(t.repeat_until, 'infinity'::date) >= ${from}::date - ${LONGEST_REPEATED}::int order by t.sort_at limit 1000`,
  [{ movable: sql`true`, where: sql`t.deleted_at is null`, from: '', to: '' }],
);
export type Series = Row<typeof findSeries>;

/** Starts of a series that lie, at least in part, in a span of days, without skipped days and those that other entries took. */
export function startsBetween(series: Series, from: string, to: string): string[] {
  const length = dayNumber(series.endDay) - dayNumber(series.startDay);
  const gone = new Set([...series.skippedDays, ...series.replacedDays]);
  return occurrenceDays(series, addDays(from, -length), to).filter((day) => !gone.has(day));
}
