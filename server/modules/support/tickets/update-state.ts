import { eq, sql } from 'drizzle-orm';
import { ANSWER_HOURS, type Side, ticketState } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { rowsOf } from '../../../core/http/select.ts';
import { tickets } from './table.ts';

/** Computes a ticket's state and answer deadline from its facts. No other function writes them. */
export async function updateTicketState(tx: Db, id: string): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  if (!ticket) return;
  const messages = rowsOf(
    await tx.execute(
      sql`select side, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ticket_messages where ticket_id = ${id}::uuid and not internal order by id`,
    ),
  ) as { side: Side; at: string }[];
  const last = messages.at(-1);
  const state = ticketState({ openedBy: ticket.openedBy, lastBy: last?.side ?? null, lastAt: last?.at ?? null, closedAt: ticket.closedAt });
  // The answer deadline counts from the merchant's first unanswered message.
  const answered = messages.findLastIndex(({ side }) => side === 'house');
  const asked = messages[answered + 1]?.at ?? ticket.createdAt;
  const dueAt = state === 'waitsForUs' ? new Date(Date.parse(asked) + ANSWER_HOURS[ticket.priority] * 3_600_000).toISOString() : null;
  await tx
    .update(tickets)
    .set({
      state,
      dueAt,
      messages: messages.length,
      lastMessageAt: last?.at ?? null,
      closedAt: state === 'closed' ? ticket.closedAt : null,
      stateSince: state === ticket.state ? ticket.stateSince : sql`now()`,
    })
    .where(eq(tickets.id, id));
}
