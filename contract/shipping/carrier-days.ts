import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Ref } from '../core/fields.ts';
import { CARRIER_APIS } from './carriers.ts';
import { PICKUP_STATES } from './pickups.ts';

/** The house's day of each carrier: what waits for it and what it took. Rows are a view of the database and have the id of the carrier. */
export const carrierDays = defineArea({
  name: 'carrierDays',
  fields: {
    carrierId: Ref('carriers'),
    code: z.string(),
    api: z.enum(CARRIER_APIS),
    cutOff: z.string(),
    /** Parcels that were closed in the last 14 days and not handed over. */
    waiting: z.int(),
    waitingWeight: Grams,
    /** Handed over today. */
    parcels: z.int(),
    weight: Grams,
    /** Of those: on no loading list, so no driver signed for them. */
    unlisted: z.int(),
    /** Today's pick-up, if one was ordered. */
    pickupState: z.enum(PICKUP_STATES).nullable(),
    pickupFrom: z.string(),
    pickupUntil: z.string(),
    pickupNo: z.string(),
    /** Handed over today and on no manifest yet. */
    manifestOpen: z.int(),
    manifestState: z.enum(PICKUP_STATES).nullable(),
  },
  search: ['code'],
  title: ['code'],
  named: true,
  shared: true,
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
});
