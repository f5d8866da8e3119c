import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { TIME_REQUEST_KINDS, TIME_REQUEST_STATES } from '#contract/office/time-requests';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const timeRequests = pgTable(
  'time_requests',
  {
    ...baseColumns,
    userId: uuid().notNull(),
    kind: text({ enum: TIME_REQUEST_KINDS }).notNull().default('vacation'),
    startDay: date(),
    endDay: date(),
    attendanceId: uuid(),
    startAt: instant(),
    endAt: instant(),
    breakMinutes: integer().notNull().default(0),
    reason: text().notNull().default(''),
    state: text({ enum: TIME_REQUEST_STATES }).notNull().default('requested'),
    decidedBy: uuid(),
    decidedAt: instant(),
    answer: text().notNull().default(''),
    entryId: uuid(),
  },
  (t) => [index('time_requests_user').on(t.userId, t.startDay), check('time_requests_order', sql`${t.endDay} >= ${t.startDay}`)],
);
