import { sql } from 'drizzle-orm';
import { date, index, integer, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DUNNING_STATUSES } from '#contract/money/dunning-states';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const dunningRunNo = pgSequence('dunning_run_no', { startWith: 1001 });

export const dunningRuns = pgTable(
  'dunning_runs',
  {
    ...baseColumns,
    no: text().notNull().default(sql`'MA-' || nextval('dunning_run_no')`),
    asOf: date({ mode: 'string' }).notNull(),
    status: text({ enum: DUNNING_STATUSES }).notNull().default('draft'),
    letters: integer().notNull().default(0),
    items: integer().notNull().default(0),
    leftOut: integer().notNull().default(0),
    approvedBy: uuid(),
    approvedAt: instant(),
    sentAt: instant(),
  },
  (t) => [index('dunning_runs_sending').on(t.status).where(sql`status = 'sending'`)],
);
