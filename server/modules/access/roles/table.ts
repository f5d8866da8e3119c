import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Texts } from '#contract/core/fields';
import { baseColumns } from '../../../core/db/columns.ts';

export const roles = pgTable('roles', {
  ...baseColumns,
  key: text().notNull(),
  name: jsonb().$type<Texts>().notNull(),
  description: text().notNull().default(''),
  /** User type of accounts with this role. 0 only until the first start fills it in (db/ensure-roles.ts). */
  userType: integer().notNull().default(0),
  routes: text().array().notNull().default(sql`'{}'`),
  privilegeIds: uuid().array().notNull().default(sql`'{}'`),
});
