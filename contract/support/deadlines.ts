/** When the answer and the solution of a ticket are due. */
import type { Priority } from '../orders/statuses.ts';
import { addOpenMinutes, type OpeningHours, openMinutesBetween } from './opening-hours.ts';
import type { Side, ThreadEvent, TicketState } from './ticket.ts';

/** Opening hours until our answer is due, counted from the first unanswered message. */
export const ANSWER_HOURS: Record<Priority, number> = { urgent: 4, normal: 9, low: 27 };
/** Opening hours until the solution is due, counted while the ticket waits for us. */
export const SOLVE_HOURS: Record<Priority, number> = { urgent: 9, normal: 27, low: 90 };

/** Messages without internal notes, and the lines that close and reopen, in order of time. Instants are ISO UTC. */
export type ClockEntry = { side: Side; at: string; event: ThreadEvent | null };
type Facts = { openedBy: Side; createdAt: string; priority: Priority; state: TicketState; entries: readonly ClockEntry[] };
export type Deadlines = { dueAt: string | null; solveDueAt: string | null };

/** Since when the ticket waits for us, and the opening minutes for which it did so before. */
function clockOf({ openedBy, createdAt, entries }: Facts, hours: OpeningHours): { used: number; since: string } {
  let used = 0;
  let lastSide = openedBy;
  let since: string | null = openedBy === 'merchant' ? createdAt : null;
  for (const { side, at, event } of entries) {
    if (event === null) lastSide = side;
    const runs = event === 'close' ? false : lastSide === 'merchant';
    if (!runs && since !== null) used += openMinutesBetween(hours, since, at);
    since = runs ? (since ?? at) : null;
  }
  return { used, since: since ?? createdAt };
}

/** Only a ticket that waits for us has deadlines: waiting for the merchant stops the clock of the solution, an answer ends that of the answer. */
export function ticketDeadlines(facts: Facts, hours: OpeningHours): Deadlines {
  const { state, entries, createdAt, priority } = facts;
  if (state !== 'waitsForUs') return { dueAt: null, solveDueAt: null };
  const messages = entries.filter(({ event }) => event === null);
  const asked = messages[messages.findLastIndex(({ side }) => side === 'house') + 1]?.at ?? createdAt;
  const { used, since } = clockOf(facts, hours);
  return {
    dueAt: addOpenMinutes(hours, asked, ANSWER_HOURS[priority] * 60),
    solveDueAt: addOpenMinutes(hours, since, SOLVE_HOURS[priority] * 60 - used),
  };
}
