import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { DIRECTIONS } from '#contract/money/payments';
import { PAYMENT_STATUSES } from '#contract/money/status';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const payments = pgTable(
  'payments',
  {
    ...baseColumns,
    no: text().notNull(),
    direction: text({ enum: DIRECTIONS }).notNull().default('in'),
    merchantId: uuid(),
    customerId: uuid(),
    supplierId: uuid(),
    carrierId: uuid(),
    paidOn: date({ mode: 'string' }).notNull(),
    methodId: uuid(),
    accountId: uuid().notNull(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    amount: bigint({ mode: 'number' }).notNull(),
    accountAmount: bigint({ mode: 'number' }),
    reference: text().notNull().default(''),
    rate: bigint({ mode: 'number' }),
    deducted: bigint({ mode: 'number' }).notNull().default(0),
    settled: bigint({ mode: 'number' }).notNull().default(0),
    open: bigint({ mode: 'number' }).notNull().generatedAlwaysAs(sql`case when reversed_at is null then amount - settled else 0 end`),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('open'),
    reversedAt: instant(),
    reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('payments_no').on(t.no),
    index('payments_reversed').on(t.reversedAt).where(sql`reversed_at is not null`),
    index('payments_paid').on(t.paidOn, t.sortAt),
    index('payments_open').on(t.status).where(sql`open > 0`),
    check('payments_one_party', sql`num_nonnulls(merchant_id, customer_id, supplier_id, carrier_id) = 1`),
    check('payments_some', sql`amount > 0`),
    check('payments_within', sql`settled >= 0 and settled <= amount`),
  ],
);
