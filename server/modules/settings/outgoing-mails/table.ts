import { sql } from 'drizzle-orm';
import { index, integer, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    merchantId: uuid(),
    customerId: uuid(),
    pdfFile: text(),
    xmlFile: text(),
  },
  (t) => [
    index('outgoing_mails_due').on(t.dueAt).where(sql`status = 'waiting'`),
    index('outgoing_mails_invoice').on(t.invoiceId, t.sortAt),
    index('outgoing_mails_quotation').on(t.quotationId, t.sortAt),
  ],
);
