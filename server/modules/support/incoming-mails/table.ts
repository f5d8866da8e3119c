import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { INCOMING_MAIL_REASONS, INCOMING_MAIL_STATES } from '#contract/support/incoming-mails';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const incomingMails = pgTable(
  'incoming_mails',
  {
    ...baseColumns,
    state: text({ enum: INCOMING_MAIL_STATES }).notNull(),
    reason: text({ enum: INCOMING_MAIL_REASONS }),
    sender: text().notNull(),
    senderName: text().notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull().default(''),
    quote: text().notNull().default(''),
    attachments: integer().notNull().default(0),
    refused: text().notNull().default(''),
    messageId: text().notNull().default(''),
    ticketId: uuid(),
    ticketEntryId: uuid(),
    mailId: uuid(),
    decidedAt: instant(),
  },
  (t) => [
    // A mail that arrives twice, with other headers of the way, is the same mail.
    uniqueIndex('incoming_mails_message').on(sql`lower(${t.sender})`, t.messageId).where(sql`${t.messageId} <> ''`),
    index('incoming_mails_entry').on(t.ticketEntryId),
    index('incoming_mails_ticket').on(t.ticketId),
  ],
);

/** A mail as it came, as long as it is not in a ticket: its attachments are read from it then. */
export const incomingMailSources = pgTable('incoming_mail_sources', {
  mailId: uuid()
    .primaryKey()
    .references(() => incomingMails.id, { onDelete: 'cascade' }),
  bytes: bytes().notNull(),
});
