import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { SERVICE_AREAS } from '#contract/freight/agreed';
import { CHANGE_STATES, type Change, SIDES } from '#contract/freight/change-requests';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const changeRequests = pgTable(
  'change_requests',
  {
    ...baseColumns,
    taskId: uuid().notNull(),
    area: text({ enum: SERVICE_AREAS }).notNull(),
    no: text().notNull(),
    merchantId: uuid().notNull(),
    carrierId: uuid(),
    askedBy: text({ enum: SIDES }).notNull(),
    decides: text({ enum: SIDES }).notNull(),
    state: text({ enum: CHANGE_STATES }).notNull().default('open'),
    changes: jsonb().$type<Change[]>().notNull(),
    summary: text().notNull().default(''),
    reason: text().notNull().default(''),
    answer: text().notNull().default(''),
    decidedAt: instant(),
  },
  (t) => [index('change_requests_open').on(t.taskId, t.state)],
);
