import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate } from '#contract/core/fields';
import { dayNumber } from '#contract/core/house-day';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';
import { CalendarItem, calendarItems } from './find-entries.ts';

const MAX_DAYS = 62;
const Query = z.object({ from: CalendarDate, to: CalendarDate });

/** `GET /v0/calendar`: all events of a range of days in one call, each source limited to what the user may see of its area. */
export function calendarRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/calendar',
    {
      config: { access: 'privilege:calendarEntries.read' },
      schema: { tags: ['calendar'], querystring: Query, response: { 200: okSchema(z.array(CalendarItem)) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { from, to } = request.query as z.infer<typeof Query>;
      const days = dayNumber(to) - dayNumber(from);
      if (days < 0) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
      if (days > MAX_DAYS) throw invalid([{ path: 'to', rule: 'tooMany', params: { max: MAX_DAYS } }]);
      return asActor(db, actor, request.id, async (tx) => ok(await calendarItems(tx, { areas, actor, from, to })));
    },
  );
}
