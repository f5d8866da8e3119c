import { eq, sql } from 'drizzle-orm';
import { ticketDeadlines } from '#contract/support/deadlines';
import { type Side, ticketState } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { openingHours } from '../opening-hours.ts';
import { familyOf } from './family.ts';
import { ticketMessages, tickets } from './table.ts';

/** What a ticket's state follows from: messages and questions of the whole family, and when the ticket itself was closed and reopened. */
const findEntries = statement(
  { side: cell.oneOf<Side>(['house', 'merchant']), at: cell.instant, event: orNull(ticketMessages.event) },
  ({ id }: { id: string }) => sql`${familyOf(id)}, entries as (
      select m.id, m.side, m.at, m.event from ticket_messages m join family f on f.id = m.ticket_id
        where not m.internal or (m.ticket_id = ${id}::uuid and m.event in ('close', 'reopen'))
      union all
      select t.id, t.opened_by, t.created_at, null from tickets t join family f on f.id = t.id where t.id <> ${id}::uuid)
    select e.side, e.at, e.event from entries e order by e.at, e.id`,
);

/** Computes a ticket's state and deadlines from its facts. No other function writes them. */
export async function updateTicketState(tx: Db, id: string): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  if (!ticket) return;
  const entries = await findEntries(tx, { id });
  const messages = entries.filter(({ event }) => event === null);
  const last = messages.at(-1);
  const { openedBy, createdAt, priority } = ticket;
  const facts = { openedBy, lastBy: last?.side ?? null, lastAt: last?.at ?? null, closedAt: ticket.closedAt };
  const state = ticket.mergedIntoId === null ? ticketState(facts) : 'closed';
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

/** Open tickets that were computed before the opening hours were changed. Also a removed setting changes them. */
const findOutdated = statement(
  { id: tickets.id },
  () => sql`select id from tickets where state <> 'closed' and deleted_at is null
      and updated_at < (select max(updated_at) from settings where key like 'support.h%') order by id limit 500`,
);

/** Computes the deadlines of open tickets anew after the opening hours or the holidays in the settings were changed. */
export async function renewDeadlines(db: Db): Promise<void> {
  for (const { id } of await findOutdated(db)) await db.transaction((tx) => updateTicketState(tx, id));
}
