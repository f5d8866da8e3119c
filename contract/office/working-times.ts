import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Ref } from '../core/fields.ts';
import { STATES } from './holidays.ts';
import { FULL_DAY, LONGEST_DAY } from './working-time.ts';

const Planned = z.int().min(0).max(LONGEST_DAY);

/** The agreed working time of a person from a day on: minutes of each weekday, and the state whose holidays are free. */
export const workingTimes = defineArea({
  name: 'workingTimes',
  fields: {
    userId: Ref('users'),
    validFrom: CalendarDate,
    name: Line(80).default(''),
    monday: Planned.default(FULL_DAY),
    tuesday: Planned.default(FULL_DAY),
    wednesday: Planned.default(FULL_DAY),
    thursday: Planned.default(FULL_DAY),
    friday: Planned.default(FULL_DAY),
    saturday: Planned.default(0),
    sunday: Planned.default(0),
    /** Without a state, only the public holidays of the calendar are free. */
    state: z.enum(STATES).nullable().default(null),
    /** Bavaria: the municipality has Assumption Day. */
    assumption: z.boolean().default(false),
    /** Days of leave a year. Null if none are agreed. */
    leaveDays: z.int().min(0).max(99).nullable().default(null),
    /** Days from before that the person brings into the year of `validFrom` (leave.ts). */
    leaveCarried: z.int().min(0).max(99).default(0),
    weekMinutes: z.int(),
  },
  serverSet: ['weekMinutes'],
  search: ['name'],
  title: ['name', 'validFrom'],
});
