import { pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const privileges = pgTable('privileges', {
  ...baseColumns,
  key: text().notNull(),
  area: text().notNull().default(''),
  description: text().notNull().default(''),
});
