import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Lines, Ref } from '../core/fields.ts';

/** `soft`: only who may book into soft-closed months can still book. `closed`: nobody can, and the database refuses it. */
export const PERIOD_STATES = ['open', 'soft', 'closed'] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** The months of the books. Closing and reopening are acts of their own (server/modules/money/close-period.ts). */
export const bookPeriods = defineArea({
  name: 'bookPeriods',
  fields: {
    /** First day of the month. */
    month: CalendarDate,
    state: z.enum(PERIOD_STATES).default('open'),
    closedAt: Instant.nullable(),
    closedBy: Ref('users').nullable(),
    /** Why it was reopened last. */
    reason: Lines(500),
  },
  serverSet: ['month', 'state', 'closedAt', 'closedBy', 'reason'],
  search: ['reason'],
  title: ['month'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
