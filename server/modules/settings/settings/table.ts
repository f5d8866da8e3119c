import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const settings = pgTable('settings', {
  ...baseColumns,
  key: text().notNull(),
  value: jsonb().notNull(),
  description: text().notNull().default(''),
  public: boolean().notNull().default(false),
});
