import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ENTRY_KINDS } from '#contract/office/calendar-entries';
import { baseColumns } from '../../../core/db/columns.ts';

export const calendarEntries = pgTable(
  'calendar_entries',
  {
    ...baseColumns,
    title: text().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull().default('appointment'),
    startDay: date().notNull(),
    endDay: date().notNull(),
    allDay: boolean().notNull().default(true),
    startTime: text().notNull().default(''),
    endTime: text().notNull().default(''),
    whoIds: uuid().array().notNull().default([]),
    link: text().notNull().default(''),
    text: text().notNull().default(''),
  },
  (t) => [index('calendar_entries_days').on(t.startDay, t.endDay), check('calendar_entries_order', sql`${t.endDay} >= ${t.startDay}`)],
);
