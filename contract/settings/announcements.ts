import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Texts } from '../core/fields.ts';

export const AUDIENCES = ['everybody', 'staff', 'merchants', 'warehouse', 'carriers'] as const;

/** News on the home page, shown between two dates. */
export const announcements = defineArea({
  name: 'announcements',
  fields: {
    title: Texts,
    text: Texts,
    audience: z.enum(AUDIENCES).default('everybody'),
    important: z.boolean().default(false),
    validFrom: CalendarDate.nullable().default(null),
    validTo: CalendarDate.nullable().default(null),
    subject: Line(200).default(''),
  },
  serverSet: ['subject'],
  search: ['subject'],
  title: ['title'],
  shared: true,
});
