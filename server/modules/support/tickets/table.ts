import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PRIORITIES } from '#contract/orders/statuses';
import { SATISFACTIONS, THREAD_EVENTS, TICKET_STATES, TICKET_TOPICS } from '#contract/support/ticket';

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
    assigneeId: uuid(),
    teamId: uuid(),
    solveDueAt: instant(),
    mergedIntoId: uuid(),
    mergedAt: instant(),
    satisfaction: text({ enum: SATISFACTIONS }),
    satisfactionRemark: text().notNull().default(''),
    ratingAskedAt: instant(),
    ratedAt: instant(),
  },
  (t) => [
    uniqueIndex('tickets_no').on(t.no),
    index('tickets_state').on(t.state),
    index('tickets_assignee').on(t.assigneeId),
    index('tickets_merged').on(t.mergedIntoId),
  ],
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
    /** Set for lines that the server writes, such as a change of the assignee. Their text is empty. */
    event: text({ enum: THREAD_EVENTS }),
    /** Names as they were at the time, for the text of the event. */
    params: jsonb().$type<Record<string, string>>(),
  },
  (t) => [index('ticket_messages_ticket').on(t.ticketId, t.id)],
);

/** Files of a message, in order. `internal` as the message, so that the rule of access needs no join. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    ticketId: uuid().notNull(),
    messageId: uuid().notNull(),
    /** 32 hexadecimal characters, as in fields of areas. */
    file: text().notNull(),
    internal: boolean().notNull().default(false),
  },
  (t) => [index('ticket_files_ticket').on(t.ticketId), uniqueIndex('ticket_files_file').on(t.messageId, t.file)],
);
