import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Country, Line } from '../core/fields.ts';
import { VAT_CATEGORIES } from './vat.ts';

/** A tax rate of a country, valid from a day on. Hundredths of a per cent: 1900 is 19 %. */
export const tax = defineArea({
  name: 'tax',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    country: Country,
    category: z.enum(VAT_CATEGORIES).default('S'),
    rate: z.int().min(0).max(10_000),
    /** The recipient owes the tax (Art. 196 VAT Directive 2006/112/EC). */
    reverseCharge: z.boolean().default(false),
    validFrom: CalendarDate.nullable().default(null),
    validTo: CalendarDate.nullable().default(null),
  },
  search: ['code', 'name', 'country'],
  title: ['code'],
});
