import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RUN_STATUSES } from '#contract/bank/payment-runs';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const paymentRuns = pgTable(
  'payment_runs',
  {
    ...baseColumns,
    no: text().notNull(),
    bankAccountId: uuid().notNull(),
    executeOn: date({ mode: 'string' }).notNull(),
    status: text({ enum: RUN_STATUSES }).notNull().default('draft'),
    orders: integer().notNull().default(0),
    total: bigint({ mode: 'number' }).notNull().default(0),
    preparedBy: uuid(),
    approvedBy: uuid(),
    approvedAt: instant(),
    sentAt: instant(),
    checksum: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('payment_runs_no').on(t.no),
    index('payment_runs_draft').on(t.executeOn).where(sql`status = 'draft'`),
    // Four eyes: whoever prepares a run does not approve it.
    check('payment_runs_two', sql`approved_by is null or approved_by <> prepared_by`),
    check('payment_runs_approved', sql`(status in ('draft', 'cancelled')) or approved_by is not null`),
  ],
);
