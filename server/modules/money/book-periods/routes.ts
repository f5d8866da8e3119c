import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { closePeriod, reopenPeriod } from '../close-period.ts';

const Params = z.object({ id: Id });
const schema = { tags: ['bookPeriods'], params: Params, response: { 200: okSchema(Params) } };

/** Closes months of the books and opens them again. */
export function bookPeriodRoutes(app: FastifyInstance, { db }: AppContext): void {
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as z.infer<typeof Params>;
      await run(tx, id);
      return ok({ id });
    });
  const close = { config: { access: 'privilege:bookPeriods.close' as const }, schema };
  app.post('/v0/bookPeriods/:id/softClose', close, (request) => act(request, (tx, id) => closePeriod(tx, id, 'soft')));
  app.post('/v0/bookPeriods/:id/close', close, (request) => act(request, (tx, id) => closePeriod(tx, id, 'closed')));
  app.post(
    '/v0/bookPeriods/:id/reopen',
    { config: { access: 'privilege:bookPeriods.reopen' }, schema: { ...schema, body: z.strictObject({ reason: Line(500, 1) }) } },
    (request) => act(request, (tx, id) => reopenPeriod(tx, id, (request.body as { reason: string }).reason)),
  );
}
