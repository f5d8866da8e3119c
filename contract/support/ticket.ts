export const TICKET_TOPICS = ['delivery', 'damage', 'stock', 'receiving', 'return', 'billing', 'access', 'other'] as const;
export const TICKET_STATES = ['waitsForUs', 'waitsForMerchant', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
/** What the asker answers after a ticket was closed. */
export const SATISFACTIONS = ['good', 'fair', 'poor'] as const;
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
