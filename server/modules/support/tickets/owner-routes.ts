import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { findTicket } from './find-ticket.ts';
import { merge, unmerge } from './merge.ts';
import { assign, handToTeam } from './owner.ts';

const Params = z.object({ id: Id });
const Colleague = z.strictObject({ userId: Id });
const Team = z.strictObject({ teamId: Id });
const Into = z.strictObject({ intoId: Id });
const schema = { tags: ['tickets'], params: Params, response: { 200: okSchema(Params) } };
const options = { config: { access: 'privilege:tickets.assign' }, schema } as const;
const merging = { config: { access: 'privilege:tickets.merge' }, schema } as const;

/** Who answers a ticket, and where: take, give back, assign to a colleague, hand to a team, merge. For users of the house only. */
export function ownerRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const change = (request: FastifyRequest, run: (tx: Db, actor: Actor, id: string) => Promise<void>, privilege = 'tickets.assign') => {
    const actor = actorOf(request);
    const { id } = request.params as z.infer<typeof Params>;
    return write(db, request, actor, async (tx) => {
      if (isOutside(actor)) throw new DomainError('NotAllowed', privilege);
      await findTicket(tx, areas, actor, id);
      await run(tx, actor, id);
      return ok({ id });
    });
  };
  app.post('/v0/tickets/:id/take', options, (request) => change(request, (tx, actor, id) => assign(tx, actor, id, actor.actingId)));
  app.post('/v0/tickets/:id/release', options, (request) => change(request, (tx, actor, id) => assign(tx, actor, id, null)));
  app.post('/v0/tickets/:id/assign', { ...options, schema: { ...options.schema, body: Colleague } }, (request) =>
    change(request, (tx, actor, id) => assign(tx, actor, id, (request.body as z.infer<typeof Colleague>).userId)),
  );
  app.post('/v0/tickets/:id/team', { ...options, schema: { ...options.schema, body: Team } }, (request) =>
    change(request, (tx, actor, id) => handToTeam(tx, actor, id, (request.body as z.infer<typeof Team>).teamId)),
  );
  app.post('/v0/tickets/:id/merge', { ...merging, schema: { ...schema, body: Into } }, (request) =>
    change(request, (tx, actor, id) => merge(tx, actor, id, (request.body as z.infer<typeof Into>).intoId), 'tickets.merge'),
  );
  app.post('/v0/tickets/:id/unmerge', merging, (request) => change(request, unmerge, 'tickets.merge'));
}
