import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate } from '../core/fields.ts';

/** The base rate of § 247 BGB, which the Bundesbank announces for 1 January and 1 July. In hundredths of a per cent; it may be below zero. */
export const baseRates = defineArea({
  name: 'baseRates',
  fields: { validFrom: CalendarDate, rate: z.int().min(-1000).max(3000) },
  search: [],
  title: ['validFrom'],
  without: ['import'],
});
