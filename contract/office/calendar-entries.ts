import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Lines, Refs } from '../core/fields.ts';

/** An absence does not say why: illness and leave look alike to colleagues. */
export const ENTRY_KINDS = ['appointment', 'meeting', 'absence', 'publicHoliday', 'other'] as const;

/** Wall clock of the house; empty for a whole day. */
const Clock = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/);
/** An address of ours, or a safe one of elsewhere. */
const Link = z
  .string()
  .trim()
  .max(300)
  .regex(/^(?:$|\/(?!\/)|https:\/\/)[^\s<>"]*$/);

/** What stands in the calendar besides the dates of orders. Days and times are the house's, so that an entry stays where it is in both halves of the year. */
export const calendarEntries = defineArea({
  name: 'calendarEntries',
  fields: {
    title: Line(150, 1),
    kind: z.enum(ENTRY_KINDS).default('appointment'),
    startDay: CalendarDate,
    endDay: CalendarDate,
    allDay: z.boolean().default(true),
    startTime: Clock.default(''),
    endTime: Clock.default(''),
    whoIds: Refs('users').default([]),
    link: Link.default(''),
    text: Lines(2000).default(''),
  },
  search: ['title', 'text'],
  title: ['title'],
});
