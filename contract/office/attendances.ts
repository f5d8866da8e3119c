import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Ref } from '../core/fields.ts';
import { SHIFT_STATES, SHIFT_WARNINGS } from './shift.ts';

export const SHIFT_SOURCES = ['web', 'rfid', 'correction'] as const;
const MINUTES_MAX = 48 * 60;

/** One row is one shift of one person. Breaks are not paid and not worked. */
export const attendances = defineArea({
  name: 'attendances',
  fields: {
    userId: Ref('users'),
    startAt: Instant,
    endAt: Instant.nullable().default(null),
    breakMinutes: z.int().min(0).max(MINUTES_MAX).default(0),
    /** Asked for with every correction; empty where only the clock spoke. */
    reason: Line(300).default(''),
    /** The day in the house's time zone on which the shift began: it counts on this one, over midnight too. */
    day: CalendarDate,
    state: z.enum(SHIFT_STATES),
    breaks: z.array(z.object({ from: Instant, to: Instant.nullable() })),
    worked: z.int().min(0),
    warning: z.enum(SHIFT_WARNINGS),
    source: z.enum(SHIFT_SOURCES),
  },
  serverSet: ['day', 'state', 'breaks', 'worked', 'warning', 'source'],
  search: ['reason'],
  title: ['day'],
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});

export const CLOCK_ACTS = ['in', 'out', 'breakStart', 'breakEnd'] as const;
export type ClockAct = (typeof CLOCK_ACTS)[number];
