import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { BLOCKER_KINDS, TASK_STATUS_NAMES } from '#contract/orders/statuses';
import { instant } from '../../core/db/columns.ts';

/** Tables that belong to a task and are read with it. */

export const taskBlockers = pgTable(
  'task_blockers',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    taskId: uuid().notNull(),
    kind: text({ enum: BLOCKER_KINDS }).notNull(),
    reason: text().notNull().default(''),
    openedBy: uuid(),
    openedAt: instant().notNull().default(sql`clock_timestamp()`),
    resolvedBy: uuid(),
    resolvedAt: instant(),
    resolution: text().notNull().default(''),
  },
  (t) => [uniqueIndex('task_blockers_open').on(t.taskId, t.kind).where(sql`resolved_at is null`), index('task_blockers_task').on(t.taskId)],
);

/** The timeline: every command and every status change, append-only. */
export const taskEvents = pgTable(
  'task_events',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    taskId: uuid().notNull(),
    /** A command of contract/orders, or an event: `scan`, `allocated`, `label`, `tracking`, `status`. */
    command: text().notNull(),
    reason: text().notNull().default(''),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    fromStatus: text({ enum: TASK_STATUS_NAMES }),
    toStatus: text({ enum: TASK_STATUS_NAMES }),
    by: uuid(),
    at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('task_events_task').on(t.taskId, t.id)],
);

export const RETURN_EVENTS = ['asked', 'received', 'finished'] as const;
export const NOTICE_MAILS = ['none', 'waiting', 'sent', 'failed'] as const;

/** Who was told of a return, once for each event: the merchant by a message, and the customer by a mail where the merchant wishes it. */
export const returnNotices = pgTable(
  'return_notices',
  {
    taskId: uuid().notNull(),
    event: text({ enum: RETURN_EVENTS }).notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
    mail: text({ enum: NOTICE_MAILS }).notNull().default('none'),
    mailTo: text().notNull().default(''),
    tries: integer().notNull().default(0),
    dueAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.event] }), index('return_notices_waiting').on(t.dueAt).where(sql`mail = 'waiting'`)],
);

/** Contents of a parcel: pieces of one line; one row per serial number. */
export const parcelContents = pgTable(
  'parcel_contents',
  {
    parcelId: uuid().notNull(),
    lineId: uuid().notNull(),
    serial: text().notNull().default(''),
    qty: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.parcelId, t.lineId, t.serial] }), check('parcel_contents_some', sql`qty > 0`)],
);

export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    parcelId: uuid().notNull(),
    code: text().notNull(),
    text: text().notNull().default(''),
    place: text().notNull().default(''),
    at: instant().notNull(),
  },
  (t) => [uniqueIndex('tracking_events_once').on(t.parcelId, t.code, t.at)],
);
