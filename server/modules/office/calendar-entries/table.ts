import { sql } from 'drizzle-orm';
import { boolean, check, customType, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ENTRY_KINDS } from '#contract/office/calendar-entries';
import { MONTHLY_BY, REPEATS } from '#contract/office/recurrence';
import { baseColumns, instant } from '../../../core/db/columns.ts';
import { users } from '../../access/users/table.ts';

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

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
    repeat: text({ enum: REPEATS }).notNull().default('none'),
    repeatEvery: integer().notNull().default(1),
    repeatDays: text().array().notNull().default([]),
    repeatBy: text({ enum: MONTHLY_BY }).notNull().default('monthDay'),
    repeatUntil: date(),
    skippedDays: text().array().notNull().default([]),
    seriesId: uuid(),
    seriesDay: date(),
  },
  (t) => [
    index('calendar_entries_days').on(t.startDay, t.endDay),
    index('calendar_entries_series').on(t.startDay).where(sql`${t.repeat} <> 'none'`),
    // One entry takes the place of a day of a series, also when two people change that day at the same time.
    uniqueIndex('calendar_entries_series_day').on(t.seriesId, t.seriesDay).where(sql`${t.deletedAt} is null`),
    check('calendar_entries_order', sql`${t.endDay} >= ${t.startDay}`),
  ],
);

/** The secret link under which a calendar program reads the calendar of a user. A user has at most one. */
export const calendarLinks = pgTable(
  'calendar_links',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytes().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    readAt: instant(),
  },
  (t) => [uniqueIndex('calendar_links_token').on(t.tokenHash)],
);
