import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Address, CalendarDate, Currency, EMPTY_ADDRESS, Grams, Line, Lines, Minor, Ref } from '../core/fields.ts';
import { inbound, SERVICE_STATE, serviceState } from './head.ts';
import { PackingList } from './packing-list.ts';

export const COLLECTION_KINDS = ['collectRequest', 'collectOrder'] as const;

const count = z.int().min(0).max(100_000);
const Clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/);
const made = {
  kind: z.enum(COLLECTION_KINDS),
  offers: z.int().min(0),
  carrierId: Ref('carriers').nullable(),
  price: Minor.nullable(),
  currency: Currency,
  /** For an order: the request it was made from. */
  requestId: Ref('collections').nullable(),
  /** For a request: the order made from it. */
  orderId: Ref('collections').nullable(),
  ...inbound,
};

/** Goods collected from a merchant's supplier or shop. Carriers answer a request with offers; the accepted offer becomes an order. */
export const collections = defineArea({
  name: 'collections',
  fields: {
    ...serviceState,
    merchantId: Ref('merchants'),
    pickup: Address.default(EMPTY_ADDRESS),
    /** Where the goods are delivered. If empty, the only or first storehouse is used. */
    storehouseId: Ref('storehouses').nullable().default(null),
    contact: Line(100).default(''),
    pickupDate: CalendarDate,
    timeFrom: Clock.default(''),
    timeTo: Clock.default(''),
    deliveryDate: CalendarDate.nullable().default(null),
    deliveryFrom: Clock.default(''),
    deliveryTo: Clock.default(''),
    goods: Line(300, 1),
    boxQty: count.nullable().default(null),
    palletQty: count.nullable().default(null),
    weight: Grams.nullable().default(null),
    dangerGoods: z.boolean().default(false),
    tailLift: z.boolean().default(false),
    vehicle: Line(60).default(''),
    packingList: PackingList.default(''),
    remark: Lines(1000).default(''),
    ...made,
  },
  serverSet: [...SERVICE_STATE, ...(Object.keys(made) as (keyof typeof made)[])],
  search: ['no', 'goods', 'contact', 'remark'],
  title: ['no', 'goods'],
  merchant: 'merchantId',
  carrier: 'carrierId',
  without: ['delete', 'recover', 'purge'],
  retained: true,
});
