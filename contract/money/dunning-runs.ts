import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Ref } from '../core/fields.ts';
import { DUNNING_STATUSES } from './dunning-states.ts';

/** Dunning runs: the letters about what is overdue on a day. */
export const dunningRuns = defineArea({
  name: 'dunningRuns',
  fields: {
    no: Line(20),
    asOf: CalendarDate,
    status: z.enum(DUNNING_STATUSES),
    letters: z.int(),
    items: z.int(),
    /** Overdue items that are in no letter. */
    leftOut: z.int(),
    approvedBy: Ref('users').nullable(),
    approvedAt: Instant.nullable(),
    sentAt: Instant.nullable(),
  },
  serverSet: ['no', 'asOf', 'status', 'letters', 'items', 'leftOut', 'approvedBy', 'approvedAt', 'sentAt'],
  search: ['no'],
  title: ['no', 'asOf'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
