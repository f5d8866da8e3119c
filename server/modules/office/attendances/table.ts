import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SHIFT_SOURCES } from '#contract/office/attendances';
import { type Break, SHIFT_STATES, SHIFT_WARNINGS } from '#contract/office/shift';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const attendances = pgTable(
  'attendances',
  {
    ...baseColumns,
    userId: uuid().notNull(),
    startAt: instant().notNull(),
    endAt: instant(),
    breakMinutes: integer().notNull().default(0),
    reason: text().notNull().default(''),
    day: date().notNull(),
    state: text({ enum: SHIFT_STATES }).notNull().default('working'),
    breaks: jsonb().$type<Break[]>().notNull().default([]),
    worked: integer().notNull().default(0),
    warning: text({ enum: SHIFT_WARNINGS }).notNull().default('none'),
    source: text({ enum: SHIFT_SOURCES }).notNull().default('web'),
    reader: text().notNull().default(''),
  },
  (t) => [
    // A user has at most one open shift, even after two simultaneous clicks or reads.
    uniqueIndex('attendances_one_open').on(t.userId).where(sql`${t.endAt} is null and ${t.deletedAt} is null`),
    index('attendances_user_day').on(t.userId, t.day),
    check('attendances_order', sql`${t.endAt} is null or ${t.endAt} >= ${t.startAt}`),
  ],
);
