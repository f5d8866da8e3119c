import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Address } from '#contract/core/fields';
import { baseColumns } from '../../../core/db/columns.ts';

export const storehouses = pgTable('storehouses', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  address: jsonb().$type<Address>().notNull(),
  timezone: text().notNull().default('Europe/Berlin'),
  contact: text().notNull().default(''),
  phone: text().notNull().default(''),
});
