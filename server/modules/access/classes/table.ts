import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const classes = pgTable('classes', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  description: text().notNull().default(''),
  dutyIds: uuid().array().notNull().default(sql`'{}'`),
});
