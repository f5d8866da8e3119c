import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { TRANSFER_STATES } from '#contract/transfer/exports';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const exports = pgTable('exports', {
  ...baseColumns,
  mask: text().notNull(),
  format: text({ enum: ['csv', 'xlsx'] }).notNull(),
  fileName: text().notNull(),
  state: text({ enum: TRANSFER_STATES }).notNull().default('queued'),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  link: text(),
  availableUntil: instant(),
  /** The request and the user, so that any node can run it with the user's rights. */
  request: jsonb().notNull(),
});
