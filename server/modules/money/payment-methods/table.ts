import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { METHOD_KINDS } from '#contract/money/payment-methods';
import { baseColumns } from '../../../core/db/columns.ts';

export const paymentMethods = pgTable('payment_methods', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  kind: text({ enum: METHOD_KINDS }).notNull().default('transfer'),
  accountId: uuid(),
  active: boolean().notNull().default(true),
});
