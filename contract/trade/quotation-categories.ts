import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Ref, Texts } from '../core/fields.ts';
import { METERS } from './meters.ts';
import { UNITS } from './rule.ts';

/** A chargeable service such as storage, picking or a label. The category defines what is counted and the text on the invoice. */
export const quotationCategories = defineArea({
  name: 'quotationCategories',
  fields: {
    code: Line(40, 1),
    name: Line(100, 1),
    /** Text on quotations and invoices. */
    text: Texts,
    unit: z.enum(UNITS).default('order'),
    /** What is counted and charged by itself. Null: priced in quotations and by hand only. */
    meter: z.enum(METERS).nullable().default(null),
    /** The first day whose facts are charged. */
    meteredFrom: CalendarDate.nullable().default(null),
    taxId: Ref('tax').nullable().default(null),
    position: z.int().min(0).max(100_000).default(0),
    active: z.boolean().default(true),
  },
  search: ['code', 'name', 'text'],
  // In the reader's language: merchants and staff read it beside every charge.
  title: ['text'],
  named: true,
});
