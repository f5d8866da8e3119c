import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id, Version } from '#contract/core/fields';
import { dayNumber } from '#contract/core/house-day';
import { calendarEntries as area } from '#contract/office/calendar-entries';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { startsOn } from './occurrences.ts';
import { type Changed, moveSeries, replaceDay, restoreDay, type Series, skipDay, splitSeries, stopBefore } from './series.ts';

const tags = ['calendar'];
const Params = z.object({ id: Id });
const SCOPES = ['one', 'following', 'all'] as const;
const day = CalendarDate;
/** `day`: the day of the rule that is meant. `to`: the new day of this occurrence. */
const Move = z.strictObject({ day, scope: z.enum(SCOPES), to: CalendarDate });
const Part = z.strictObject({ day, scope: z.enum(['one', 'following']) });
const Restore = z.strictObject({ day });
const response = { 200: okSchema(z.object({ id: Id, version: Version })) };
const access = 'privilege:calendarEntries.update' as const;

/**
 * Changes of single days of a series: only this day, or this and all later ones. Each answers with the id of the entry that now has the
 * day: the series itself, an entry in its place, or the series that was split off.
 */
export function occurrenceRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  /** The series, locked. @throws DomainError NotFound if the actor may not change it, StateRefused if it does not take place on this day */
  async function seriesOf(tx: Db, actor: Actor, id: string, body: { day: string }, skipped = false): Promise<Series> {
    const entry = areas.get('calendarEntries');
    if (!entry) throw new DomainError('NotFound');
    const [found] = await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true });
    if (!found) throw new DomainError('NotFound');
    const row = areaRow(area, found);
    if (!startsOn(row, body.day) || row.skippedDays.includes(body.day) !== skipped)
      throw new DomainError('StateRefused', 'calendarEntries.refusals.notOnThisDay');
    return row;
  }
  const route = <B extends z.ZodType<{ day: string }>>(
    path: string,
    body: B,
    run: (tx: Db, actor: Actor, id: string, body: z.infer<B>) => Promise<Changed>,
  ): void => {
    app.post(`/v0/calendarEntries/:id/${path}`, { config: { access }, schema: { tags, params: Params, body, response } }, (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      return write(db, request, actor, async (tx) => ok(await run(tx, actor, id, request.body as z.infer<B>)));
    });
  };

  route('moveDay', Move, async (tx, actor, id, body) => {
    const series = await seriesOf(tx, actor, id, body);
    const by = dayNumber(body.to) - dayNumber(body.day);
    if (body.scope === 'one') return replaceDay(tx, actor, series, body.day, by);
    if (body.scope === 'all' || body.day === series.startDay) return moveSeries(tx, series, by);
    return splitSeries(tx, actor, series, body.day, by);
  });
  /** Makes an entry, or a series, that can be changed without changing the days before it. */
  route('separateDay', Part, async (tx, actor, id, body) => {
    const series = await seriesOf(tx, actor, id, body);
    if (body.scope === 'one') return replaceDay(tx, actor, series, body.day, 0);
    return body.day === series.startDay ? { id: series.id, version: series.version } : splitSeries(tx, actor, series, body.day, 0);
  });
  route('skipDay', Part, async (tx, actor, id, body) => {
    const series = await seriesOf(tx, actor, id, body);
    if (body.scope === 'one') return skipDay(tx, series, body.day);
    if (body.day === series.startDay) throw new DomainError('StateRefused', 'calendarEntries.refusals.wholeSeries');
    return stopBefore(tx, series, body.day);
  });
  route('restoreDay', Restore, async (tx, actor, id, body) => restoreDay(tx, await seriesOf(tx, actor, id, body, true), body.day));
}
