import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { QUOTATION_STATUSES } from '#contract/trade/quotation';
import type { QuotationLine } from '#contract/trade/quotations';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const quotations = pgTable(
  'quotations',
  {
    ...baseColumns,
    merchantId: uuid(),
    customerId: uuid(),
    subject: text().notNull(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    validUntil: date({ mode: 'string' }).notNull(),
    lines: jsonb().$type<QuotationLine[]>().notNull().default([]),
    note: text().notNull().default(''),
    no: text().notNull().default(''),
    revision: integer().notNull().default(1),
    status: text({ enum: QUOTATION_STATUSES }).notNull().default('draft'),
    net: sum(),
    tax: sum(),
    gross: sum(),
    sentAt: instant(),
    acceptedAt: instant(),
    declinedAt: instant(),
    declineReason: text().notNull().default(''),
    replacedAt: instant(),
    replacesId: uuid(),
    invoiceId: uuid(),
  },
  (t) => [
    uniqueIndex('quotations_no').on(t.no, t.revision).where(sql`no <> ''`),
    index('quotations_status').on(t.status, t.validUntil),
    uniqueIndex('quotations_replaces').on(t.replacesId),
    check('quotations_one_party', sql`num_nonnulls(merchant_id, customer_id) = 1`),
  ],
);
