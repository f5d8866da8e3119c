import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../db/columns.ts';

export const roles = pgTable('roles', {
  ...baseColumns,
  key: text().notNull(),
  name: jsonb().notNull(),
  description: text().notNull().default(''),
  routes: text().array().notNull().default(sql`'{}'`),
  privilegeIds: uuid().array().notNull().default(sql`'{}'`),
});
