import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Lines, Ref, Refs } from '../core/fields.ts';
import { MONTHLY_BY, MOST_EVERY, REPEATS, WEEKDAYS } from './recurrence.ts';

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
    repeat: z.enum(REPEATS).default('none'),
    repeatEvery: z.int().min(1).max(MOST_EVERY).default(1),
    repeatDays: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).default([]),
    repeatBy: z.enum(MONTHLY_BY).default('monthDay'),
    repeatUntil: CalendarDate.nullable().default(null),
    /** Days of the rule on which this series does not take place. */
    skippedDays: z.array(CalendarDate),
    /** An entry that takes the place of one day of a series (RECURRENCE-ID of RFC 5545, section 3.8.4.4). */
    seriesId: Ref('calendarEntries').nullable(),
    seriesDay: CalendarDate.nullable(),
  },
  serverSet: ['skippedDays', 'seriesId', 'seriesDay'],
  search: ['title', 'text'],
  title: ['title'],
});
