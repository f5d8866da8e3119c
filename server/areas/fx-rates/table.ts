import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core';
import { FX_SOURCES } from '#contract/areas/fx-rates';
import { CURRENCIES } from '#contract/fields';
import { baseColumns } from '../../db/columns.ts';

export const fxRates = pgTable('fx_rates', {
  ...baseColumns,
  currency: text({ enum: CURRENCIES }).notNull(),
  validOn: date({ mode: 'string' }).notNull(),
  rate: bigint({ mode: 'number' }).notNull(),
  source: text({ enum: FX_SOURCES }).notNull().default('ecb'),
});
