import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Texts } from '#contract/core/fields';
import { baseColumns } from '../../../core/db/columns.ts';

export const lookup = pgTable('lookup', {
  ...baseColumns,
  domain: text().notNull(),
  code: text().notNull(),
  text: jsonb().$type<Texts>().notNull(),
  color: text().notNull().default(''),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
});
