import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { STATES } from '#contract/office/holidays';
import { FULL_DAY } from '#contract/office/working-time';
import { baseColumns } from '../../../core/db/columns.ts';

export const workingTimes = pgTable('working_times', {
  ...baseColumns,
  userId: uuid().notNull(),
  validFrom: date().notNull(),
  name: text().notNull().default(''),
  monday: integer().notNull().default(FULL_DAY),
  tuesday: integer().notNull().default(FULL_DAY),
  wednesday: integer().notNull().default(FULL_DAY),
  thursday: integer().notNull().default(FULL_DAY),
  friday: integer().notNull().default(FULL_DAY),
  saturday: integer().notNull().default(0),
  sunday: integer().notNull().default(0),
  state: text({ enum: STATES }),
  assumption: boolean().notNull().default(false),
  leaveDays: integer(),
  leaveCarried: integer().notNull().default(0),
  weekMinutes: integer().notNull().generatedAlwaysAs(sql`monday + tuesday + wednesday + thursday + friday + saturday + sunday`),
});
