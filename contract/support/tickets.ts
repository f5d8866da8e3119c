import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { DIAGNOSTICS_MAX } from '../core/limits.ts';
import { PRIORITIES } from '../orders/statuses.ts';
import { SATISFACTIONS, TICKET_STATES, TICKET_TOPICS } from './ticket.ts';

const made = {
  no: Line(20),
  state: z.enum(TICKET_STATES),
  stateSince: Instant,
  /** When our answer is due; null while we wait for the merchant, and once the ticket is closed. */
  dueAt: Instant.nullable(),
  messages: z.int().min(0),
  lastMessageAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  openedBy: z.enum(['house', 'merchant']),
  /** Who answers it, and the team that it was handed to. Only the house knows. */
  assigneeId: Ref('users').nullable(),
  teamId: Ref('ticketTeams').nullable(),
  /** When the solution is due; null while we wait for the merchant, and once the ticket is closed. Only the house knows. */
  solveDueAt: Instant.nullable(),
  /** The ticket in which this one is continued. */
  mergedIntoId: Ref('tickets').nullable(),
  mergedAt: Instant.nullable(),
  /** What the asker answered after the ticket was closed. */
  satisfaction: z.enum(SATISFACTIONS).nullable(),
  satisfactionRemark: Lines(1000),
  ratingAskedAt: Instant.nullable(),
  ratedAt: Instant.nullable(),
};

/** A question of a merchant to the house, or of the house to a merchant, with its thread of messages. */
export const tickets = defineArea({
  name: 'tickets',
  fields: {
    merchantId: Ref('merchants'),
    topic: z.enum(TICKET_TOPICS),
    subject: Line(150, 1),
    text: Lines(4000).min(1),
    taskId: Ref('tasks').nullable().default(null),
    priority: z.enum(PRIORITIES).default('normal'),
    /** Added by "Report a problem": a screenshot, the page, and the preceding errors. */
    picture: FileId.nullable().default(null),
    diagnostics: Lines(DIAGNOSTICS_MAX).default(''),
    ...made,
  },
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['no', 'subject', 'text'],
  title: ['no', 'subject'],
  merchant: 'merchantId',
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});
