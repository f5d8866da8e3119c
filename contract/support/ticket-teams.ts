import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Refs } from '../core/fields.ts';
import { TICKET_TOPICS } from './ticket.ts';

/** Colleagues who answer tickets together. A new ticket goes to the first team that takes its topic. */
export const ticketTeams = defineArea({
  name: 'ticketTeams',
  fields: {
    name: Line(80, 1),
    memberIds: Refs('users').default([]),
    topics: z.array(z.enum(TICKET_TOPICS)).max(TICKET_TOPICS.length).default([]),
  },
  search: ['name'],
  title: ['name'],
  without: ['import'],
});
