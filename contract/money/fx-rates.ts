import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency } from '../core/fields.ts';
import { Rate } from './fx.ts';
import { HOUSE_CURRENCY } from './scale.ts';

export const FX_SOURCES = ['ecb', 'bank', 'customs', 'manual'] as const;

/** Exchange rates: units of a currency for one euro in millionths, valid from a day on, with their source. */
export const fxRates = defineArea({
  name: 'fxRates',
  fields: {
    currency: Currency.exclude([HOUSE_CURRENCY]).default('USD'),
    validOn: CalendarDate,
    rate: Rate,
    source: z.enum(FX_SOURCES).default('ecb'),
  },
  search: ['currency'],
  title: ['currency', 'validOn'],
});
