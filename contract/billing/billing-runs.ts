import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Lines, Ref, Refs } from '../core/fields.ts';
import { RUN_STATES } from './charge-states.ts';

/**
 * Billing runs: the charges of a period become invoices, one for each merchant. `check` fixes the charges, a person approves what was found, a
 * job posts one merchant after the other (server/modules/billing/post-run.ts). A charge is on one run only.
 */
export const billingRuns = defineArea({
  name: 'billingRuns',
  fields: {
    no: Line(20).default(''),
    periodFrom: CalendarDate,
    periodTo: CalendarDate,
    /** Empty: all merchants that have charges. */
    merchantIds: Refs('merchants').default([]),
    note: Lines(1000).default(''),
    state: z.enum(RUN_STATES),
    checkedAt: Instant.nullable(),
    /** Who made the run, if the house asks for a second person who approves it. */
    notApprovedBy: Ref('users').nullable(),
    approvedAt: Instant.nullable(),
    approvedBy: Ref('users').nullable(),
    /** Why it was approved although something is missing. */
    reason: Line(500),
    postedAt: Instant.nullable(),
  },
  serverSet: ['state', 'checkedAt', 'notApprovedBy', 'approvedAt', 'approvedBy', 'reason', 'postedAt'],
  search: ['no', 'note'],
  title: ['no', 'periodTo'],
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});
