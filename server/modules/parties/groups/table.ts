import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const groups = pgTable('groups', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  merchantId: uuid(),
  itemIds: uuid().array().notNull().default(sql`'{}'`),
  color: text().notNull().default(''),
  description: text().notNull().default(''),
});
