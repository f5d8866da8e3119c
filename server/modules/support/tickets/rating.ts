import { eq, sql } from 'drizzle-orm';
import { mayRate, type SATISFACTIONS } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { notify, peopleOfMerchant, personOf, textFor } from '../notify.ts';
import { addEvent } from './owner.ts';
import { tickets } from './table.ts';

/** Days of the share of satisfied askers. */
const SHARE_DAYS = 90;

type Rating = { satisfaction: (typeof SATISFACTIONS)[number]; remark: string };

/**
 * Stores what the asker thinks of the answer. The transaction must have the rights of the house.
 * @throws DomainError StateRefused if the ticket is not closed, was merged, was opened by the house, or was closed too long ago
 */
export async function rate(tx: Db, actor: Actor, id: string, { satisfaction, remark }: Rating): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  if (!ticket || !mayRate(ticket, Date.now())) throw new DomainError('StateRefused', 'tickets.refusals.rating');
  if (ticket.satisfaction === satisfaction && ticket.satisfactionRemark === remark) return;
  await tx.update(tickets).set({ satisfaction, satisfactionRemark: remark, ratedAt: sql`now()` }).where(eq(tickets.id, id));
  await addEvent(tx, id, actor, 'rate', { satisfaction });
}

/**
 * Asks who opened a ticket for a rating, once in the life of a ticket. Whoever closes the own ticket is not sent a message. The transaction must
 * have the rights of the house.
 */
export async function askForRating(tx: Db, actor: Actor, id: string): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket || ticket.ratingAskedAt !== null || !mayRate(ticket, Date.now())) return;
  await tx.update(tickets).set({ ratingAskedAt: sql`now()` }).where(eq(tickets.id, id));
  if (actor.merchantId !== null) return;
  const asker = ticket.createdBy === null ? [] : await personOf(tx, ticket.createdBy);
  const to = asker.length > 0 ? asker : await peopleOfMerchant(tx, ticket.merchantId);
  const { no, subject } = ticket;
  await notify(
    tx,
    to,
    (locale) => ({ title: textFor(locale, 'tickets.notifications.rate', { no }), text: subject, link: `/mEP/tickets/${id}` }),
    actor.userId,
  );
}

/** Ratings of tickets that were closed in the last 90 days, and how many of those were asked. */
export const countRatings = statement(
  { good: cell.integer, fair: cell.integer, poor: cell.integer, asked: cell.integer },
  () => sql`select count(*) filter (where satisfaction = 'good')::int as good, count(*) filter (where satisfaction = 'fair')::int as fair,
      count(*) filter (where satisfaction = 'poor')::int as poor, count(*) filter (where rating_asked_at is not null)::int as asked
    from tickets where deleted_at is null and closed_at > now() - make_interval(days => ${SHARE_DAYS}::int)`,
);
