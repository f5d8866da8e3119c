import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RUN_STATES } from '#contract/billing/charge-states';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const billingRuns = pgTable(
  'billing_runs',
  {
    ...baseColumns,
    no: text().notNull().default(''),
    periodFrom: date({ mode: 'string' }).notNull(),
    periodTo: date({ mode: 'string' }).notNull(),
    /** Empty: all merchants with charges. */
    merchantIds: uuid().array().notNull().default([]),
    state: text({ enum: RUN_STATES }).notNull().default('draft'),
    checkedAt: instant(),
    notApprovedBy: uuid(),
    approvedAt: instant(),
    approvedBy: uuid(),
    /** Why it was approved although it has gaps. */
    reason: text().notNull().default(''),
    postedAt: instant(),
    note: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('billing_runs_no').on(t.no).where(sql`no <> ''`),
    index('billing_runs_checked').on(t.periodTo).where(sql`state = 'checked'`),
    check('billing_runs_days', sql`${t.periodTo} >= ${t.periodFrom}`),
  ],
);
