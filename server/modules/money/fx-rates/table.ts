import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { FX_SOURCES } from '#contract/money/fx-rates';
import { baseColumns } from '../../../core/db/columns.ts';

export const fxRates = pgTable('fx_rates', {
  ...baseColumns,
  currency: text({ enum: CURRENCIES }).notNull(),
  validOn: date({ mode: 'string' }).notNull(),
  rate: bigint({ mode: 'number' }).notNull(),
  source: text({ enum: FX_SOURCES }).notNull().default('ecb'),
});
