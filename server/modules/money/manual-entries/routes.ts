import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { reverseManual } from '../manual-entry.ts';

const Params = z.object({ id: Id });
const Body = z.strictObject({ reason: Line(200, 1) });

export function manualEntryRoutes(app: FastifyInstance, { db }: AppContext): void {
  const config = { access: 'privilege:manualEntries.reverse' } as const;
  app.post(
    '/v0/manualEntries/:id/reverse',
    { config, schema: { tags: ['manualEntries'], params: Params, body: Body, response: { 200: okSchema(Params) } } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const { id } = request.params as z.infer<typeof Params>;
        await reverseManual(tx, id, (request.body as z.infer<typeof Body>).reason);
        return ok({ id });
      }),
  );
  // A booked entry cannot be edited. This route exists so that an attempt gets the reason instead of "not found".
  app.put('/v0/manualEntries/:id', { config, schema: { tags: ['manualEntries'], params: Params } }, () => {
    throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  });
}
