import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Ref } from '../core/fields.ts';
import { HOLD_KINDS } from './dunning-states.ts';

/** What keeps a party or one of its invoices out of dunning runs: a promise of payment or a block, with its reason. */
export const dunningHolds = defineArea({
  name: 'dunningHolds',
  fields: {
    kind: z.enum(HOLD_KINDS).default('promise'),
    /** Exactly one of the two is set. */
    merchantId: Ref('merchants').nullable().default(null),
    customerId: Ref('customers').nullable().default(null),
    /** Null: all invoices of the party. */
    invoiceId: Ref('invoices').nullable().default(null),
    /** The last day on which it holds. Null, for blocks only: until it is removed. */
    until: CalendarDate.nullable().default(null),
    reason: Line(300, 1),
  },
  search: ['reason'],
  title: ['reason'],
  without: ['import'],
  retained: true,
});
