import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { COUNT_STATES } from '#contract/stock/counts';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const counts = pgTable(
  'counts',
  {
    ...baseColumns,
    no: text().notNull(),
    name: text().notNull().default(''),
    compartmentIds: uuid().array().notNull().default([]),
    blind: boolean().notNull().default(true),
    state: text({ enum: COUNT_STATES }).notNull().default('open'),
    round: integer().notNull().default(1),
    variance: integer().notNull().default(0),
    differing: integer().notNull().default(0),
    reason: text().notNull().default(''),
    approvedBy: uuid(),
    approvedAt: instant(),
    remark: text().notNull().default(''),
  },
  (t) => [uniqueIndex('counts_no').on(t.no)],
);
