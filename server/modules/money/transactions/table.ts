import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { SOURCES } from '#contract/money/transactions';
import { baseColumns } from '../../../core/db/columns.ts';

export const transactions = pgTable(
  'transactions',
  {
    ...baseColumns,
    entryId: uuid().notNull(),
    bookedOn: date({ mode: 'string' }).notNull(),
    accountId: uuid().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    debit: bigint({ mode: 'number' }).notNull().default(0),
    credit: bigint({ mode: 'number' }).notNull().default(0),
    base: bigint({ mode: 'number' }).notNull().default(0),
    source: text({ enum: SOURCES }).notNull(),
    documentNo: text().notNull().default(''),
    party: text().notNull().default(''),
    text: text().notNull().default(''),
    invoiceId: uuid(),
    billId: uuid(),
    paymentId: uuid(),
    reversesId: uuid(),
    manualId: uuid(),
    taxCode: text().notNull().default(''),
    taxOn: date({ mode: 'string' }),
    partyAccount: text().notNull().default(''),
    batchId: uuid(),
  },
  (t) => [
    index('transactions_entry').on(t.entryId),
    index('transactions_booked').on(t.bookedOn, t.sortAt),
    index('transactions_manual').on(t.manualId).where(sql`manual_id is not null`),
    index('transactions_tax').on(t.taxCode, t.taxOn).where(sql`tax_code <> ''`),
    check('transactions_one_side', sql`debit >= 0 and credit >= 0 and (debit = 0 or credit = 0)`),
  ],
);
