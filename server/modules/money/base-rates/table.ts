import { date, integer, pgTable } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const baseRates = pgTable('base_rates', {
  ...baseColumns,
  validFrom: date({ mode: 'string' }).notNull(),
  rate: integer().notNull(),
});
