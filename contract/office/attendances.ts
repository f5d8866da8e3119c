import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Ref } from '../core/fields.ts';
import { SHIFT_STATES, SHIFT_WARNINGS } from './shift.ts';

export const SHIFT_SOURCES = ['web', 'rfid', 'correction'] as const;
export const BREAK_MAX = 48 * 60;

/** One shift of one person. Breaks do not count as work and are not paid. */
export const attendances = defineArea({
  name: 'attendances',
  fields: {
    userId: Ref('users'),
    startAt: Instant,
    endAt: Instant.nullable().default(null),
    breakMinutes: z.int().min(0).max(BREAK_MAX).default(0),
    /** Required for every correction; empty if the shift was only clocked. */
    reason: Line(300).default(''),
    /** The day in the house's time zone on which the shift began. The whole shift counts on this day, also past midnight. */
    day: CalendarDate,
    state: z.enum(SHIFT_STATES),
    breaks: z.array(z.object({ from: Instant, to: Instant.nullable() })),
    worked: z.int().min(0),
    warning: z.enum(SHIFT_WARNINGS),
    source: z.enum(SHIFT_SOURCES),
    /** The RFID reader that last clocked this shift by a tag; empty if it was clocked by hand only. */
    reader: Line(60),
  },
  serverSet: ['day', 'state', 'breaks', 'worked', 'warning', 'source', 'reader'],
  search: ['reason'],
  title: ['day'],
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});

export const CLOCK_ACTS = ['in', 'out', 'breakStart', 'breakEnd'] as const;
export type ClockAct = (typeof CLOCK_ACTS)[number];
