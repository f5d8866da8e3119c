import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, Instant, Minor, Ref } from '../core/fields.ts';

/**
 * `notHandedOver`: bought, and its parcel was not handed over for a week. `maybeBought`: for a week nobody has been able to say whether it was
 * bought. `voidedLocally`: the gateway noted the void, and the carrier was not told. `twoNumbers`: the parcel travels with another number.
 * `notBought`: a carrier bills a number that nobody bought.
 */
export const FINDING_KINDS = ['notHandedOver', 'maybeBought', 'voidedLocally', 'twoNumbers', 'notBought'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
/** `voiding`: the carrier is being asked to take it back. `settled`: the cause is gone. */
export const FINDING_STATES = ['open', 'voiding', 'accepted', 'disputed', 'settled'] as const;

const server = {
  kind: z.enum(FINDING_KINDS),
  state: z.enum(FINDING_STATES),
  carrierId: Ref('carriers').nullable(),
  merchantId: Ref('merchants').nullable(),
  parcelId: Ref('parcels').nullable(),
  /** Of a purchase without an answer the number of the parcel, which is our reference at the carrier. */
  trackingNo: z.string(),
  /** The number that the parcel has now, if that is another one. */
  otherNo: z.string(),
  /** When it was bought, voided, or read from a bill. */
  since: Instant,
  /** What the label cost. Null: the carrier named no price. */
  cost: Minor.nullable(),
  /** What the carrier bills for it although it should not. */
  billed: Minor.nullable(),
  currency: Currency.nullable(),
  carrierBillId: Ref('carrierBills').nullable(),
  /** Whether the carrier can be asked to take it back. */
  canVoid: z.boolean(),
  /** The last words of the carrier. */
  message: z.string(),
  /** Why it was accepted. */
  reason: z.string(),
  decidedAt: Instant.nullable(),
  decidedBy: Ref('users').nullable(),
};

/** Labels that cost money and moved no parcel, and numbers on carrier bills that nobody bought. A job finds them every night. */
export const labelFindings = defineArea({
  name: 'labelFindings',
  fields: server,
  serverSet: Object.keys(server) as (keyof typeof server)[],
  search: ['trackingNo', 'otherNo'],
  title: ['trackingNo'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
