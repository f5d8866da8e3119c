import { getTableName, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id } from '#contract/core/fields';
import { addDays, dayNumber, HOUSE_ZONE } from '#contract/core/house-day';
import { MONTHLY_BY, REPEATS, WEEKDAYS } from '#contract/office/recurrence';
import { CALENDAR_SOURCES } from '#contract/office/sources';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { type Areas, columnName, type ServerArea } from '../../../core/http/area.ts';
import { columnOf, conditions, references } from '../../../core/http/list.ts';
import { closedTitles, titleSql } from '../../../core/http/select.ts';
import { findSeries, type Series, startsBetween } from './find-series.ts';

/** Maximum number of entries of each kind. */
const LIMIT = 1000;

/** One day or span in the calendar. Days and times are those of the house. */
export const CalendarItem = z.object({
  id: Id,
  source: z.string(),
  area: z.string(),
  title: z.string(),
  kind: z.string(),
  startDay: z.string(),
  endDay: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  version: z.int(),
  /** The field that a move to another day writes; null if this user cannot move it. */
  moves: z.string().nullable(),
  /** The rule of a series, of which this is one occurrence; null for everything else. */
  series: z
    .object({
      startDay: z.string(),
      repeat: z.enum(REPEATS),
      repeatEvery: z.int(),
      repeatDays: z.array(z.enum(WEEKDAYS)),
      repeatBy: z.enum(MONTHLY_BY),
      repeatUntil: z.string().nullable(),
    })
    .nullable(),
});
/** `text` is left out of the calendar page's answer. */
export type CalendarItem = z.infer<typeof CalendarItem> & { text: string };

/** Columns that only calendar entries have: kind, times of day, and whether this user may move them. */
const ownMovable = (manages: boolean, userId: string): SQL => sql`(${manages} or t.created_by = ${userId}::uuid)`;
const ownDetails = (manages: boolean, userId: string): SQL =>
  sql`t.kind, t.text, t.start_time, t.end_time, ${ownMovable(manages, userId)} as movable`;
const otherDetails = (key: string, movable: SQL): SQL =>
  sql`${key}::text as kind, '' as text, '' as start_time, '' as end_time, ${movable} as movable`;
/** Series are found apart. An entry that took the place of a day of a series ends with its series. */
const SINGLE = sql`t.repeat = 'none' and not exists(select 1 from calendar_entries s where s.id = t.series_id and s.deleted_at is not null)`;

type Span = { table: string; title: SQL; start: SQL; end: SQL; details: SQL; where: SQL; from: string; to: string };
const findEntries = statement(
  {
    id: cell.uuid,
    version: cell.integer,
    title: cell.text,
    startDay: cell.text,
    endDay: cell.text,
    kind: cell.text,
    text: cell.text,
    startTime: cell.text,
    endTime: cell.text,
    movable: cell.boolean,
  },
  ({
    table,
    title,
    start,
    end,
    details,
    where,
    from,
    to,
  }: Span) => sql`select t.id, t.version, concat_ws(' · ', ${title}) as title, ${start}::text as start_day, ${end}::text as end_day, ${details}
    from ${sql.identifier(table)} t where ${where} and ${start} <= ${to}::date and ${end} >= ${from}::date order by ${start}, t.sort_at limit ${LIMIT}`,
  [
    { table: 'calendar_entries', start: sql`t.start_day`, end: sql`t.end_day`, title: sql`t.title`, details: ownDetails(false, '') },
    { table: 'tasks', start: sql`t.pickup_date`, end: sql`t.pickup_date`, title: sql`t.no`, details: otherDetails('', sql`false`) },
  ].map((source) => ({ ...source, where: sql`t.deleted_at is null`, from: '', to: '' })),
);

function occurrencesOf(series: Series, from: string, to: string): CalendarItem[] {
  const { startDay, repeat, repeatEvery, repeatDays, repeatBy, repeatUntil } = series;
  const { id, version, title, kind, text, startTime, endTime } = series;
  const length = dayNumber(series.endDay) - dayNumber(startDay);
  return startsBetween(series, from, to).map((day) => ({
    id,
    version,
    source: 'entry',
    area: 'calendarEntries',
    title,
    kind,
    text,
    startDay: day,
    endDay: addDays(day, length),
    startTime,
    endTime,
    moves: series.movable ? 'startDay' : null,
    series: { startDay, repeat, repeatEvery, repeatDays, repeatBy, repeatUntil },
  }));
}

/** The words of a title. Outside the house a reference is left out: it names the reader's own company, or one that they need not know. */
function titleOf(areas: Areas, entry: ServerArea, actor: Actor, fields: readonly string[]): SQL {
  const closed = closedTitles(areas, entry, actor);
  const words = fields.flatMap((field) => {
    const column = sql`t.${sql.identifier(columnName(field))}`;
    const target = areas.get(references(entry).find(({ key }) => key === field)?.area ?? '');
    if (!target) return [sql`nullif(${column}::text, '')`];
    if (isOutside(actor) || closed.includes(field)) return [];
    return [
      sql`(select ${titleSql(target, 'x', actor.locale)} from ${sql.identifier(getTableName(target.table))} x where x.id = ${column})`,
    ];
  });
  return sql.join(words, sql`, `);
}

type Reader = { areas: Areas; actor: Actor; from: string; to: string };

/** Everything with a day from `from` to `to`, each source limited to what the actor may see of its area. */
export async function calendarItems(tx: Db, { areas, actor, from, to }: Reader): Promise<CalendarItem[]> {
  const manages = managesCalendar(actor);
  const found: CalendarItem[] = [];
  for (const { key, area, start, end, filters, ...source } of CALENDAR_SOURCES) {
    const entry = areas.get(area);
    if (!entry || !allows(actor.privileges, `${area}.read`)) continue;
    const own = key === 'entry';
    const day = (field: string) => {
      const column = sql`t.${sql.identifier(columnName(field))}`;
      return columnOf(entry, field).getSQLType() === 'date' ? column : sql`(${column} at time zone ${HOUSE_ZONE})::date`;
    };
    const title = titleOf(areas, entry, actor, 'title' in source ? source.title : entry.area.title);
    const where = conditions(areas, entry, actor, { search: '', filters: [...filters] });
    const movable =
      'movable' in source && allows(actor.privileges, `${area}.update`)
        ? conditions(areas, entry, actor, { search: '', filters: [...source.movable] })
        : sql`false`;
    const rows = await findEntries(tx, {
      table: getTableName(entry.table),
      title,
      start: day(start),
      end: day(end),
      details: own ? ownDetails(manages, actor.userId) : otherDetails(key, movable),
      where: own ? sql`${where} and ${SINGLE}` : where,
      from,
      to,
    });
    for (const { movable: moves, ...row } of rows) found.push({ source: key, area, ...row, moves: moves ? start : null, series: null });
    if (own) for (const series of await seriesOf(tx, { where, actor, from, to })) found.push(...occurrencesOf(series, from, to));
  }
  return found;
}

export const managesCalendar = (actor: Actor): boolean => actor.isAdmin || allows(actor.privileges, 'calendarEntries.manage');

export const seriesOf = (tx: Db, { where, actor, from, to }: { where: SQL; actor: Actor; from: string; to: string }): Promise<Series[]> =>
  findSeries(tx, { where, movable: ownMovable(managesCalendar(actor), actor.userId), from, to });
