import { sql } from 'drizzle-orm';
import { text, uuid } from 'drizzle-orm/pg-core';
import { BLOCKER_KINDS, TASK_STATUS_NAMES } from '#contract/orders/statuses';
import { instant } from '../../core/db/columns.ts';

/** Columns that a service copies from the task with the same id. Only server/modules/freight/copy-order-status.ts writes them. */
export const serviceColumns = {
  no: text().notNull(),
  merchantId: uuid().notNull(),
  status: text({ enum: TASK_STATUS_NAMES }).notNull().default('inProcess'),
  statusSince: instant().notNull().default(sql`now()`),
  cancelReason: text().notNull().default(''),
  blocker: text({ enum: BLOCKER_KINDS }),
  underWayAt: instant(),
  arrivedAt: instant(),
};
