import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Ref } from '../core/fields.ts';
import { BREAK_MAX } from './attendances.ts';

export const LEAVE_KINDS = ['vacation', 'sick'] as const;
export type LeaveKind = (typeof LEAVE_KINDS)[number];
/** Leave for whole days, or a correction of the own attendance. */
export const TIME_REQUEST_KINDS = [...LEAVE_KINDS, 'correction'] as const;
export const TIME_REQUEST_STATES = ['requested', 'approved', 'refused', 'withdrawn'] as const;

/** What workers request about their own time, and a supervisor decides. */
export const timeRequests = defineArea({
  name: 'timeRequests',
  fields: {
    userId: Ref('users'),
    kind: z.enum(TIME_REQUEST_KINDS).default('vacation'),
    /** Of a correction: the day on which the shift begins. */
    startDay: CalendarDate.nullable().default(null),
    endDay: CalendarDate.nullable().default(null),
    /** The shift to correct; null for one that was not clocked. */
    attendanceId: Ref('attendances').nullable().default(null),
    startAt: Instant.nullable().default(null),
    endAt: Instant.nullable().default(null),
    breakMinutes: z.int().min(0).max(BREAK_MAX).default(0),
    reason: Line(300).default(''),
    state: z.enum(TIME_REQUEST_STATES),
    decidedBy: Ref('users').nullable(),
    decidedAt: Instant.nullable(),
    answer: Line(300),
    /** The absence in the calendar that an approved leave became. */
    entryId: Ref('calendarEntries').nullable(),
  },
  serverSet: ['userId', 'state', 'decidedBy', 'decidedAt', 'answer', 'entryId'],
  search: ['reason', 'answer'],
  title: ['startDay'],
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});
