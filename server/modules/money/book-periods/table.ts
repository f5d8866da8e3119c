import { sql } from 'drizzle-orm';
import { check, date, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PERIOD_STATES } from '#contract/money/book-periods';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const bookPeriods = pgTable(
  'book_periods',
  {
    ...baseColumns,
    month: date({ mode: 'string' }).notNull(),
    state: text({ enum: PERIOD_STATES }).notNull().default('open'),
    closedAt: instant(),
    closedBy: uuid(),
    reason: text().notNull().default(''),
  },
  (t) => [uniqueIndex('book_periods_month').on(t.month), check('book_periods_first', sql`extract(day from month) = 1`)],
);
