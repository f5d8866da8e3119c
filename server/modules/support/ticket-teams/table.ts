import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { TICKET_TOPICS } from '#contract/support/ticket';
import { baseColumns } from '../../../core/db/columns.ts';

export const ticketTeams = pgTable('ticket_teams', {
  ...baseColumns,
  name: text().notNull(),
  memberIds: uuid().array().notNull().default([]),
  topics: text({ enum: TICKET_TOPICS }).array().notNull().default([]),
});
