import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../db/columns.ts';

export const tax = pgTable('tax', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  country: text().notNull(),
  rate: integer().notNull(),
  reverseCharge: boolean().notNull().default(false),
  validFrom: date(),
  validTo: date(),
});
