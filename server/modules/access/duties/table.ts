import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const duties = pgTable('duties', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  description: text().notNull().default(''),
  privilegeIds: uuid().array().notNull().default(sql`'{}'`),
});
