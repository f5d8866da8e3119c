import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PRIORITIES } from '#contract/orders/statuses';
import { TICKET_STATES } from '#contract/support/ticket';
import { TICKET_TOPICS } from '#contract/support/tickets';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const tickets = pgTable(
  'tickets',
  {
    ...baseColumns,
    no: text().notNull(),
    merchantId: uuid().notNull(),
    topic: text({ enum: TICKET_TOPICS }).notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    taskId: uuid(),
    priority: text({ enum: PRIORITIES }).notNull().default('normal'),
    picture: text(),
    diagnostics: text().notNull().default(''),
    state: text({ enum: TICKET_STATES }).notNull().default('waitsForUs'),
    stateSince: instant().notNull().default(sql`now()`),
    dueAt: instant(),
    messages: integer().notNull().default(0),
    lastMessageAt: instant(),
    closedAt: instant(),
    openedBy: text({ enum: ['house', 'merchant'] }).notNull(),
  },
  (t) => [uniqueIndex('tickets_no').on(t.no), index('tickets_state').on(t.state)],
);

/** Messages of a ticket, in order. They are never changed or deleted. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    ticketId: uuid().notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
    by: uuid(),
    side: text({ enum: ['house', 'merchant'] }).notNull(),
    /** Internal note: never shown to the merchant. */
    internal: boolean().notNull().default(false),
    text: text().notNull(),
  },
  (t) => [index('ticket_messages_ticket').on(t.ticketId, t.id)],
);
