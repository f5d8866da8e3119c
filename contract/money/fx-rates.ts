import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency } from '../core/fields.ts';
import { Rate } from './fx.ts';
import { HOUSE_CURRENCY } from './scale.ts';

export const FX_SOURCES = ['ecb', 'bank', 'customs', 'manual'] as const;

/** How much of a currency one euro buys from a day on, in millionths, and who says so. */
export const fxRates = defineArea({
  name: 'fxRates',
  fields: {
    currency: Currency.exclude([HOUSE_CURRENCY]).default('USD'),
    validOn: CalendarDate,
    rate: Rate,
    source: z.enum(FX_SOURCES).default('ecb'),
  },
  search: ['currency'],
  title: ['currency'],
});
