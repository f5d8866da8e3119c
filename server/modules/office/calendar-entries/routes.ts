import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { CalendarDate, Id } from '#contract/core/fields';
import { HOUSE_ZONE } from '#contract/core/house-day';
import { CALENDAR_SOURCES } from '#contract/office/sources';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { columnName } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { columnOf, conditions } from '../../../core/http/list.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';

const MAX_DAYS = 62;
const DAY = 86_400_000;
/** Maximum number of entries of each kind. */
const LIMIT = 1000;

const Query = z.object({ from: CalendarDate, to: CalendarDate });
const Entry = z.object({
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
  movable: z.boolean(),
});
type Entry = z.infer<typeof Entry>;

/** Columns that only calendar entries have: kind, times of day, and whether this user may move them. */
const ownDetails = (manages: boolean, userId: string): SQL =>
  sql`t.kind, t.start_time, t.end_time, (${manages} or t.created_by = ${userId}::uuid) as movable`;
const otherDetails = (key: string): SQL => sql`${key}::text as kind, '' as start_time, '' as end_time, false as movable`;

type Span = { table: string; title: SQL; start: SQL; end: SQL; details: SQL; where: SQL; from: string; to: string };
const findEntries = statement(
  {
    id: cell.uuid,
    version: cell.integer,
    title: cell.text,
    startDay: cell.text,
    endDay: cell.text,
    kind: cell.text,
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
    { table: 'tasks', start: sql`t.pickup_date`, end: sql`t.pickup_date`, title: sql`t.no`, details: otherDetails('') },
  ].map((source) => ({ ...source, where: sql`t.deleted_at is null`, from: '', to: '' })),
);

/** `GET /v0/calendar`: all events of a range of days in one call, each source limited to what the user may see of its area. */
export function calendarRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/calendar',
    {
      config: { access: 'privilege:calendarEntries.read' },
      schema: { tags: ['calendar'], querystring: Query, response: { 200: okSchema(z.array(Entry)) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { from, to } = request.query as z.infer<typeof Query>;
      const days = (Date.parse(to) - Date.parse(from)) / DAY;
      if (days < 0) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
      if (days > MAX_DAYS) throw invalid([{ path: 'to', rule: 'tooMany', params: { max: MAX_DAYS } }]);
      const manages = actor.isAdmin || allows(actor.privileges, 'calendarEntries.manage');
      return asActor(db, actor, request.id, async (tx) => {
        const found: Entry[] = [];
        for (const { key, area, start, end, filters, ...source } of CALENDAR_SOURCES) {
          const entry = areas.get(area);
          if (!entry || !allows(actor.privileges, `${area}.read`)) continue;
          const own = key === 'entry';
          const day = (field: string) => {
            const column = sql`t.${sql.identifier(columnName(field))}`;
            return columnOf(entry, field).getSQLType() === 'date' ? column : sql`(${column} at time zone ${HOUSE_ZONE})::date`;
          };
          const title = sql.join(
            ('title' in source ? source.title : entry.area.title).map(
              (field) => sql`nullif(t.${sql.identifier(columnName(field))}::text, '')`,
            ),
            sql`, `,
          );
          const rows = await findEntries(tx, {
            table: getTableName(entry.table),
            title,
            start: day(start),
            end: day(end),
            details: own ? ownDetails(manages, actor.userId) : otherDetails(key),
            where: conditions(areas, entry, actor, { search: '', filters: [...filters] }),
            from,
            to,
          });
          for (const row of rows) found.push({ source: key, area, ...row });
        }
        return ok(found);
      });
    },
  );
}
