import { index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PROFILES, SOURCES } from '#contract/scanning/commands';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const scans = pgTable(
  'scans',
  {
    ...baseColumns,
    deviceId: uuid().notNull(),
    seq: integer().notNull(),
    at: instant().notNull(),
    profile: text({ enum: PROFILES }).notNull(),
    source: text({ enum: SOURCES }).notNull(),
    code: text().notNull(),
    act: text().notNull(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    outcome: text({ enum: ['applied', 'refused'] }).notNull(),
    why: text().notNull().default(''),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    stationId: uuid(),
    userId: uuid(),
    sentBy: uuid(),
    merchantId: uuid(),
    taskId: uuid(),
    undoes: uuid(),
  },
  (t) => [
    unique('scans_device_seq').on(t.deviceId, t.seq),
    uniqueIndex('scans_undoes').on(t.undoes),
    index('scans_task').on(t.taskId, t.id),
  ],
);
