export const TICKET_TOPICS = ['delivery', 'damage', 'stock', 'receiving', 'return', 'billing', 'access', 'other'] as const;
export const TICKET_STATES = ['waitsForUs', 'waitsForMerchant', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
/** What the asker answers after a ticket was closed. */
export const SATISFACTIONS = ['good', 'fair', 'poor'] as const;
/** Days after the closing in which the asker may rate the answer and change the rating. */
export const RATING_DAYS = 14;

/** What decides whether a ticket may be rated. `closedAt`: ISO UTC. */
export type Rated = { openedBy: Side; state: TicketState; closedAt: string | null; mergedIntoId: string | null };
/** Only a question of the merchant is rated, while it is closed, for 14 days. `now`: milliseconds. */
export const mayRate = ({ openedBy, state, closedAt, mergedIntoId }: Rated, now: number): boolean =>
  openedBy === 'merchant' &&
  state === 'closed' &&
  mergedIntoId === null &&
  closedAt !== null &&
  now - Date.parse(closedAt) <= RATING_DAYS * 86_400_000;

/** Lines that the server writes into the thread. Only the house reads them. */
export const THREAD_EVENTS = [
  'take',
  'assign',
  'release',
  'team',
  'close',
  'reopen',
  'mergedInto',
  'mergedFrom',
  'unmerge',
  'rate',
] as const;
export type ThreadEvent = (typeof THREAD_EVENTS)[number];
export type Side = 'house' | 'merchant';

/**
 * The state of a ticket from its facts: who opened it, who wrote last (internal notes do not count), whether it was closed.
 * A new message of the merchant re-opens a closed ticket. Instants are ISO UTC.
 */
export function ticketState(facts: { openedBy: Side; lastBy: Side | null; lastAt: string | null; closedAt: string | null }): TicketState {
  const { openedBy, lastBy, lastAt, closedAt } = facts;
  if (closedAt !== null && !(lastBy === 'merchant' && lastAt !== null && lastAt > closedAt)) return 'closed';
  return (lastBy ?? openedBy) === 'merchant' ? 'waitsForUs' : 'waitsForMerchant';
}
