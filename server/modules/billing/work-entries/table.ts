import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** Work that no scan records: by whom, for whom, how long. */
export const workEntries = pgTable(
  'work_entries',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    categoryId: uuid().notNull(),
    workedOn: date({ mode: 'string' }).notNull(),
    userId: uuid().notNull(),
    minutes: integer().notNull().default(0),
    pieces: integer().notNull().default(0),
    taskId: uuid(),
    ticketId: uuid(),
    note: text().notNull().default(''),
    photo: text(),
    approvedAt: instant(),
    approvedBy: uuid(),
  },
  (t) => [
    index('work_entries_on').on(t.workedOn),
    check('work_entries_some', sql`minutes between 0 and 1440 and pieces >= 0 and minutes + pieces > 0`),
  ],
);
