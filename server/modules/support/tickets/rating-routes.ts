import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Lines } from '#contract/core/fields';
import { SATISFACTIONS } from '#contract/support/ticket';
import { isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { findTicket } from './find-ticket.ts';
import { countRatings, rate } from './rating.ts';

const Params = z.object({ id: Id });
const Rating = z.strictObject({ satisfaction: z.enum(SATISFACTIONS), remark: Lines(1000).default('') });
const Shares = z.object({ good: z.int(), fair: z.int(), poor: z.int(), asked: z.int() });
const tags = ['tickets'];

/** How satisfied askers are: the rating of a merchant, and the shares for the house. */
export function ratingRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.post(
    '/v0/tickets/:id/rate',
    { config: { access: 'privilege:tickets.update' }, schema: { tags, params: Params, body: Rating, response: { 200: okSchema(Params) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      return write(db, request, actor, async (tx) => {
        // The house does not rate its own answers.
        if (actor.merchantId === null) throw new DomainError('NotAllowed', 'tickets.rate');
        await findTicket(tx, areas, actor, id);
        await rate(tx, actor, id, request.body as z.infer<typeof Rating>);
        return ok({ id });
      });
    },
  );

  app.get(
    '/v0/tickets/satisfaction',
    { config: { access: 'privilege:tickets.assign' }, schema: { tags, response: { 200: okSchema(Shares) } } },
    async (request) => {
      if (isOutside(actorOf(request))) throw new DomainError('NotAllowed', 'tickets.assign');
      return ok(await countRatings.one(db));
    },
  );
}
