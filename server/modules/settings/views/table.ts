import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const views = pgTable('views', {
  ...baseColumns,
  mask: text().notNull(),
  name: text().notNull(),
  shared: boolean().notNull().default(false),
  state: jsonb().notNull(),
});
