import { sql } from 'drizzle-orm';
import { index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LOCALES } from '#contract/core/limits';
import { MAIL_KINDS, MAIL_STATES } from '#contract/settings/mail-states';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const outgoingMailNo = pgSequence('outgoing_mail_no', { startWith: 1001 });

export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    ...baseColumns,
    no: text().notNull().default(sql`'ML-' || nextval('outgoing_mail_no')`),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    documentNo: text().notNull(),
    status: text({ enum: MAIL_STATES }).notNull().default('waiting'),
    mailTo: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    attempts: integer().notNull().default(0),
    dueAt: instant().default(sql`now()`),
    sentAt: instant(),
    error: text().notNull().default(''),
    reason: text().notNull().default(''),
    resendOf: uuid(),
    invoiceId: uuid(),
    quotationId: uuid(),
    taskId: uuid(),
    ticketId: uuid(),
    ticketEntryId: uuid(),
    merchantId: uuid(),
    customerId: uuid(),
    pdfFile: text(),
    xmlFile: text(),
  },
  (t) => [
    index('outgoing_mails_due').on(t.dueAt).where(sql`status = 'waiting'`),
    index('outgoing_mails_invoice').on(t.invoiceId, t.sortAt),
    index('outgoing_mails_quotation').on(t.quotationId, t.sortAt),
    index('outgoing_mails_task').on(t.taskId, t.sortAt),
    index('outgoing_mails_ticket').on(t.ticketId, t.sortAt),
    // A message goes to an address once. Sent again by hand, it is a mail of its own.
    uniqueIndex('outgoing_mails_entry').on(t.ticketEntryId, sql`lower(${t.mailTo})`).where(sql`${t.resendOf} is null`),
  ],
);
