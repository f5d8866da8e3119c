import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Minor, Ref } from '../core/fields.ts';
import { CHARGE_CAUSES, COST_KINDS, LINE_RESULTS, LINE_STATES } from './carrier-costs.ts';

const server = {
  carrierBillId: Ref('carrierBills'),
  carrierId: Ref('carriers'),
  /** In the file. */
  line: z.int(),
  trackingNo: z.string(),
  parcelId: Ref('parcels').nullable(),
  merchantId: Ref('merchants').nullable(),
  billedOn: CalendarDate.nullable(),
  service: z.string(),
  weight: z.int().nullable(),
  /** As declared when the label was bought. */
  labelWeight: z.int().nullable(),
  zone: z.string(),
  labelZone: z.string(),
  kind: z.enum(COST_KINDS),
  /** In the words of the carrier. */
  heading: z.string(),
  currency: Currency,
  amount: Minor,
  /** What the label cost; 0 for what comes on top. Null if nobody knows. */
  expected: Minor.nullable(),
  difference: Minor,
  result: z.enum(LINE_RESULTS),
  cause: z.enum(CHARGE_CAUSES).nullable(),
  /** The bill on which the same cost stands for the first time. */
  earlierId: Ref('carrierBills').nullable(),
  state: z.enum(LINE_STATES),
  disputeId: Ref('carrierDisputes').nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: Ref('users').nullable(),
};

/** The costs on a carrier's list, one for each parcel and kind of cost, with the result of the comparison and what was decided. */
export const carrierBillLines = defineArea({
  name: 'carrierBillLines',
  fields: server,
  serverSet: Object.keys(server) as (keyof typeof server)[],
  search: ['trackingNo', 'heading'],
  title: ['trackingNo', 'heading'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
