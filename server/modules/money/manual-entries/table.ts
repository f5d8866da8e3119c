import { sql } from 'drizzle-orm';
import { bigint, check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { MANUAL_KINDS, MANUAL_STATUSES, type ManualLine } from '#contract/money/manual-entries';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const manualEntries = pgTable(
  'manual_entries',
  {
    ...baseColumns,
    no: text().notNull(),
    kind: text({ enum: MANUAL_KINDS }).notNull().default('manual'),
    bookedOn: date({ mode: 'string' }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    text: text().notNull(),
    lines: jsonb().$type<ManualLine[]>().notNull().default([]),
    total: bigint({ mode: 'number' }).notNull().default(0),
    status: text({ enum: MANUAL_STATUSES }).notNull().default('posted'),
    entryId: uuid(),
    reversedAt: instant(),
    reversedBy: uuid(),
    reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('manual_entries_no').on(t.no),
    index('manual_entries_booked').on(t.bookedOn, t.sortAt),
    check('manual_entries_some', sql`total > 0`),
  ],
);
