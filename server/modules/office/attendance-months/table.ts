import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { MONTH_STATES } from '#contract/office/attendance-months';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** Triggers refuse writes into closed months (server/modules/office/closed-months.sql). */
export const attendanceMonths = pgTable(
  'attendance_months',
  {
    ...baseColumns,
    userId: uuid().notNull(),
    month: text().notNull(),
    personName: text().notNull(),
    personnelNo: text().notNull().default(''),
    state: text({ enum: MONTH_STATES }).notNull().default('closed'),
    agreed: integer().notNull(),
    worked: integer().notNull(),
    holiday: integer().notNull(),
    leave: integer().notNull(),
    sick: integer().notNull(),
    absence: integer().notNull(),
    leaveDays: integer().notNull(),
    sickDays: integer().notNull(),
    balance: integer().notNull(),
    carried: integer().notNull(),
    closing: integer().notNull(),
    leaveLeft: integer(),
    closedAt: instant().notNull(),
    closedBy: uuid(),
    reopenedAt: instant(),
    reopenedBy: uuid(),
    reopenReason: text().notNull().default(''),
  },
  (t) => [
    check('attendance_months_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('attendance_months_closing', sql`${t.closing} = ${t.carried} + ${t.balance}`),
  ],
);
