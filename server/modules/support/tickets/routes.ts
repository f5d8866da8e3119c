import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Instant, Lines } from '#contract/core/fields';
import { THREAD_EVENTS } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { rowsOf } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { findTicket } from './find-ticket.ts';
import { addEvent } from './owner.ts';
import { ownerRoutes } from './owner-routes.ts';
import { ticketMessages, tickets } from './table.ts';
import { updateTicketState } from './update-state.ts';

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
});
const NewMessage = z.strictObject({ text: Lines(4000).min(1), internal: z.boolean().default(false) });
const Done = { 200: okSchema(z.object({ id: Id })) };
const tags = ['tickets'];

/** The thread of a ticket: read, write, close. Internal notes are only visible to staff. */
export function ticketRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas } = context;
  ownerRoutes(app, context);
  async function find(tx: Db, actor: Actor, request: FastifyRequest): Promise<string> {
    const { id } = request.params as { id: string };
    await findTicket(tx, areas, actor, id);
    return id;
  }

  app.get(
    '/v0/tickets/:id/messages',
    { config: { access: 'privilege:tickets.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Message)) } } },
    (request) => {
      const actor = actorOf(request);
      return asActor(db, actor, request.id, async (tx) => {
        const id = await find(tx, actor, request);
        const house = isStaff(actor);
        // Names of staff are only shown to staff.
        const who = house ? sql`u.name` : sql`case when m.side = 'merchant' then u.name end`;
        const rows =
          await tx.execute(sql`select m.id, to_char(m.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${who} as by, m.side, m.internal, m.text, m.event, m.params
          from ticket_messages m left join users u on u.id = m.by where m.ticket_id = ${id}::uuid and (${house} or not m.internal) order by m.id limit 1000`);
        return ok(rowsOf(rows) as z.infer<typeof Message>[]);
      });
    },
  );

  app.post(
    '/v0/tickets/:id/messages',
    { config: { access: 'privilege:tickets.update' }, schema: { tags, params: Params, body: NewMessage, response: Done } },
    (request) => {
      const actor = actorOf(request);
      const { text, internal } = request.body as z.infer<typeof NewMessage>;
      if (internal && !isStaff(actor)) throw new DomainError('NotAllowed', 'internal');
      if (text.trim() === '') throw invalid([{ path: 'text', rule: 'required' }]);
      return write(db, request, actor, async (tx) => {
        const id = await find(tx, actor, request);
        await tx
          .insert(ticketMessages)
          .values({ ticketId: id, by: actor.userId, side: isStaff(actor) ? 'house' : 'merchant', internal, text: text.trim() });
        await updateTicketState(tx, id);
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
        return write(db, request, actor, async (tx) => {
          const id = await find(tx, actor, request);
          const [before] = await tx.select({ closedAt: tickets.closedAt }).from(tickets).where(eq(tickets.id, id)).for('update');
          if ((before?.closedAt === null) === (turn === 'close')) await addEvent(tx, id, actor, turn);
          await tx.update(tickets).set({ closedAt }).where(eq(tickets.id, id));
          await updateTicketState(tx, id);
          return ok({ id });
        });
      },
    );
}
