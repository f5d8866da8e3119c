import { eq, sql } from 'drizzle-orm';
import { ticketDeadlines } from '#contract/support/deadlines';
import { ticketState } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { openingHours } from '../opening-hours.ts';
import { ticketMessages, tickets } from './table.ts';

const findEntries = statement(
  { side: ticketMessages.side, at: ticketMessages.at, event: ticketMessages.event },
  ({ id }: { id: string }) => sql`select side, at, event from ticket_messages
    where ticket_id = ${id}::uuid and (not internal or event in ('close', 'reopen')) order by at, id`,
);

/** Computes a ticket's state and deadlines from its facts. No other function writes them. */
export async function updateTicketState(tx: Db, id: string): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  if (!ticket) return;
  const entries = await findEntries(tx, { id });
  const messages = entries.filter(({ event }) => event === null);
  const last = messages.at(-1);
  const { openedBy, createdAt, priority } = ticket;
  const state = ticketState({ openedBy, lastBy: last?.side ?? null, lastAt: last?.at ?? null, closedAt: ticket.closedAt });
  await tx
    .update(tickets)
    .set({
      ...ticketDeadlines({ openedBy, createdAt, priority, state, entries }, await openingHours(tx)),
      state,
      messages: messages.length,
      lastMessageAt: last?.at ?? null,
      closedAt: state === 'closed' ? ticket.closedAt : null,
      stateSince: state === ticket.state ? ticket.stateSince : sql`now()`,
    })
    .where(eq(tickets.id, id));
}
