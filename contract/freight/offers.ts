import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Grams, Instant, Line, Lines, Minor, Ref } from '../core/fields.ts';
import { SERVICE_AREAS } from './agreed.ts';
import { Change } from './change-requests.ts';

/**
 * `asked`: the carrier has not answered yet. `askedAgain`: the request changed, so the former offer is void. `declined`: by the carrier.
 * `lost`: another offer was accepted.
 */
export const OFFER_STATES = ['asked', 'askedAgain', 'offered', 'accepted', 'declined', 'lost'] as const;

/** A change of a request, with the area whose field it is. */
export const RequestChange = Change.extend({ area: z.enum(SERVICE_AREAS) });
export type RequestChange = z.infer<typeof RequestChange>;

const asked = {
  /** The number of the request, for both sides to talk about. */
  no: Line(20),
  taskId: Ref('tasks'),
  merchantId: Ref('merchants'),
  carrierId: Ref('carriers'),
  state: z.enum(OFFER_STATES),
  /** The request as the carrier sees it, stored as it was at the time of asking. */
  origin: Line(300),
  destination: Line(300),
  goods: Line(1000),
  weight: Grams.nullable(),
  loadingMetres: z.int().min(0).nullable(),
  wantedOn: CalendarDate.nullable(),
  /** Hours of pick-up in local time, for example 08:00–14:00; empty for any. */
  wantedTime: Line(20),
  deliverOn: CalendarDate.nullable(),
  /** Hours in which the destination receives goods. */
  deliverTime: Line(20),
  remark: Lines(1000),
  /** What changed in the request since the carrier's last answer, each field once. */
  changes: z.array(RequestChange),
  answeredAt: Instant.nullable(),
};

/** A carrier's answer to a transport quote or a collect request. */
export const offers = defineArea({
  name: 'offers',
  fields: {
    ...asked,
    price: Minor.min(1).nullable().default(null),
    currency: Currency.default('EUR'),
    transitDays: z.int().min(0).max(120).nullable().default(null),
    pickupDate: CalendarDate.nullable().default(null),
    validUntil: CalendarDate.nullable().default(null),
    note: Line(500).default(''),
  },
  serverSet: Object.keys(asked) as (keyof typeof asked)[],
  search: ['no', 'goods', 'origin', 'destination', 'note'],
  title: ['no', 'destination'],
  merchant: 'merchantId',
  carrier: 'carrierId',
  without: ['create', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
