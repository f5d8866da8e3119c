import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FileId, Id, Instant, Lines } from '#contract/core/fields';
import { MAIL_STATES } from '#contract/settings/mail-states';
import { THREAD_EVENTS } from '#contract/support/ticket';
import { isOutside, isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { completeMails } from '../../settings/index.ts';
import { ticketParts } from '../mails/parts.ts';
import { findTicket, readableTicket } from './find-ticket.ts';
import { addEvent } from './owner.ts';
import { ownerRoutes } from './owner-routes.ts';
import { askForRating } from './rating.ts';
import { ratingRoutes } from './rating-routes.ts';
import { tickets } from './table.ts';
import { addMessage, FILES_MAX, findThread } from './thread.ts';
import { renewDeadlines, updateTicketState } from './update-state.ts';

const Params = z.object({ id: Id });
const Message = z.object({
  id: Id,
  at: Instant,
  by: z.string().nullable(),
  side: z.enum(['house', 'merchant']),
  internal: z.boolean(),
  text: z.string(),
  /** A line of the server, with the names of the time. */
  event: z.enum(THREAD_EVENTS).nullable(),
  params: z.record(z.string(), z.string()).nullable(),
  /** The number of the merged ticket that the entry comes from. */
  fromNo: z.string().nullable(),
  files: z.array(z.object({ id: FileId, name: z.string(), mime: z.string(), size: z.int() })),
  /** The mail that brought the entry, or the newest ones that carry it. */
  mails: z.array(
    z.object({
      way: z.enum(['in', 'out']),
      address: z.string(),
      status: z.enum(MAIL_STATES).nullable(),
      quote: z.string(),
      refused: z.string(),
    }),
  ),
});
const NewMessage = z.strictObject({
  text: Lines(4000).default(''),
  internal: z.boolean().default(false),
  files: z.array(FileId).max(FILES_MAX).default([]),
});
const Done = { 200: okSchema(z.object({ id: Id })) };
const tags = ['tickets'];

/** The thread of a ticket: read, write, close. Internal notes are only visible to staff. */
export function ticketRoutes(app: FastifyInstance, context: AppContext): void {
  completeMails('ticket', ticketParts);
  const { db, areas, jobs } = context;
  jobs.define('tickets.deadlines', () => renewDeadlines(db), '*/5 * * * *');
  ownerRoutes(app, context);
  ratingRoutes(app, context);

  app.get(
    '/v0/tickets/:id/messages',
    { config: { access: 'privilege:tickets.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Message)) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      return asActor(db, actor, request.id, async (tx) => {
        await findTicket(tx, areas, actor, id);
        return ok(await findThread(tx, { id, house: !isOutside(actor) }));
      });
    },
  );

  app.post(
    '/v0/tickets/:id/messages',
    { config: { access: 'privilege:tickets.update' }, schema: { tags, params: Params, body: NewMessage, response: Done } },
    (request) => {
      const actor = actorOf(request);
      const message = request.body as z.infer<typeof NewMessage>;
      const { id } = request.params as z.infer<typeof Params>;
      if (message.internal && (!isStaff(actor) || isOutside(actor))) throw new DomainError('NotAllowed', 'internal');
      return write(db, request, actor, async (tx) => {
        await readableTicket(tx, areas, actor, id);
        await addMessage(tx, areas, actor, id, message);
        return ok({ id });
      });
    },
  );

  for (const [turn, closedAt] of [['close', sql`coalesce(closed_at, clock_timestamp())`] as const, ['reopen', sql`null`] as const])
    app.post(
      `/v0/tickets/:id/${turn}`,
      { config: { access: 'privilege:tickets.update' }, schema: { tags, params: Params, response: Done } },
      (request) => {
        const actor = actorOf(request);
        const { id } = request.params as z.infer<typeof Params>;
        return write(db, request, actor, async (tx) => {
          const { mergedIntoId } = await findTicket(tx, areas, actor, id);
          if (mergedIntoId !== null) throw new DomainError('StateRefused', 'tickets.refusals.merged');
          const [before] = await tx.select({ closedAt: tickets.closedAt }).from(tickets).where(eq(tickets.id, id)).for('update');
          if ((before?.closedAt === null) === (turn === 'close')) await addEvent(tx, id, actor, turn);
          await tx.update(tickets).set({ closedAt }).where(eq(tickets.id, id));
          await updateTicketState(tx, id);
          if (turn === 'close') await askForRating(tx, actor, id);
          return ok({ id });
        });
      },
    );
}
