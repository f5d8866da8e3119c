import { sql } from 'drizzle-orm';
import { check, date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { HOLD_KINDS } from '#contract/money/dunning-states';
import { baseColumns } from '../../../core/db/columns.ts';

export const dunningHolds = pgTable(
  'dunning_holds',
  {
    ...baseColumns,
    kind: text({ enum: HOLD_KINDS }).notNull().default('promise'),
    merchantId: uuid(),
    customerId: uuid(),
    invoiceId: uuid(),
    until: date({ mode: 'string' }),
    reason: text().notNull(),
  },
  () => [
    check('dunning_holds_one_party', sql`num_nonnulls(merchant_id, customer_id) = 1`),
    check('dunning_holds_promise', sql`kind = 'block' or until is not null`),
  ],
);
