import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { METERS } from '#contract/trade/meters';
import { UNITS } from '#contract/trade/rule';
import { baseColumns } from '../../../core/db/columns.ts';

export const quotationCategories = pgTable('quotation_categories', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  text: jsonb().notNull(),
  unit: text({ enum: UNITS }).notNull().default('order'),
  meter: text({ enum: METERS }),
  meteredFrom: date({ mode: 'string' }),
  taxId: uuid(),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
});
