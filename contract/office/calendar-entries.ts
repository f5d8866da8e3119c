import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Lines, Refs } from '../core/fields.ts';

/** An absence does not state its reason, so that colleagues cannot tell illness from leave. */
export const ENTRY_KINDS = ['appointment', 'meeting', 'absence', 'publicHoliday', 'other'] as const;

/** Time of day in the house's time zone; empty for a whole day. */
const Clock = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/);
/** A path of this application or a safe external URL. */
const Link = z
  .string()
  .trim()
  .max(300)
  .regex(/^(?:$|\/(?!\/)|https:\/\/)[^\s<>"]*$/);

/** Calendar entries other than the dates of orders. Days and times are local to the house, so that summer time does not move an entry. */
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
