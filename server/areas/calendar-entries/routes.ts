import { getTableName, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/access';
import { CalendarDate, Id } from '#contract/fields';
import { HOUSE_ZONE } from '#contract/house-day';
import { CALENDAR_SOURCES } from '#contract/office/sources';
import { ok, okSchema } from '../../http/answers.ts';
import { columnName } from '../../http/area.ts';
import type { AppContext } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { columnOf, conditions } from '../../http/list.ts';
import { rowsOf } from '../../http/select.ts';
import { actorOf } from '../../http/session.ts';
import { asActor } from '../../http/write.ts';

const MAX_DAYS = 62;
const DAY = 86_400_000;
/** A month has room for so many of each kind. */
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

/** `GET /v0/calendar`: everything of a span of days in one call, each source within what the reader may see of its area. */
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
          const details = own
            ? sql`t.kind, t.start_time, t.end_time, (${manages} or t.created_by = ${actor.userId}::uuid) as movable`
            : sql`${key}::text as kind, '' as start_time, '' as end_time, false as movable`;
          const rows =
            await tx.execute(sql`select t.id, t.version, concat_ws(' · ', ${title}) as title, ${day(start)}::text as start_day, ${day(end)}::text as end_day, ${details}
            from ${sql.identifier(getTableName(entry.table))} t
            where ${conditions(areas, entry, actor, { search: '', filters: [...filters] })} and ${day(start)} <= ${to}::date and ${day(end)} >= ${from}::date
            order by ${day(start)}, t.sort_at limit ${LIMIT}`);
          for (const row of rowsOf(rows))
            found.push({
              id: row['id'] as string,
              source: key,
              area,
              title: row['title'] as string,
              kind: row['kind'] as string,
              startDay: row['start_day'] as string,
              endDay: row['end_day'] as string,
              startTime: row['start_time'] as string,
              endTime: row['end_time'] as string,
              version: row['version'] as number,
              movable: row['movable'] as boolean,
            });
        }
        return ok(found);
      });
    },
  );
}
