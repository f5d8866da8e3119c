import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { VAT_CATEGORIES } from '#contract/money/vat';
import { baseColumns } from '../../../core/db/columns.ts';

export const tax = pgTable('tax', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  country: text().notNull(),
  category: text({ enum: VAT_CATEGORIES }).notNull().default('S'),
  rate: integer().notNull(),
  reverseCharge: boolean().notNull().default(false),
  validFrom: date(),
  validTo: date(),
});
