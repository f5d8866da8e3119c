import { z } from 'zod';
import { Address, Currency, Instant, Line, Lines } from '../core/fields.ts';
import { Amount } from '../orders/amounts.ts';
import { PRIORITIES, TASK_STATUS_NAMES } from '../orders/statuses.ts';
import { CHANNEL_ORDER_STATES, HELD_REASONS } from './channel-orders.ts';

/** Lines of one order, and orders of one bulk call. */
export const MOST_LINES = 2000;
export const MOST_ORDERS = 500;

/** One line of an order of a channel. */
export const MerchantOrderLine = z.strictObject({
  /** The number of the line in the merchant's system. Default: its position, from 1 on. */
  line: Line(60).default(''),
  sku: Line(64, 1),
  qty: z.int().min(1).max(1_000_000),
  name: Line(300).default(''),
  /** Price of one piece in cents. */
  price: z.int().min(0).max(1_000_000_000).nullable().default(null),
});

const part = Address.shape;
/** Parts that are missing are empty. `country` is ISO 3166-1 alpha-2. A house number may stand in the street. */
const Consignee = z.strictObject({
  name1: part.name1,
  name2: part.name2.default(''),
  streetName: part.streetName.default(''),
  streetNumber: part.streetNumber.default(''),
  zip: part.zip.default(''),
  city: part.city.default(''),
  country: part.country.default(''),
  phone: part.phone.default(''),
  email: part.email.default(''),
  addition: part.addition.default(''),
});

/** An order as a merchant's program sends it. Its number is part of the address of the call. */
export const MerchantOrder = z.strictObject({
  orderedAt: Instant.nullable().default(null),
  consignee: Consignee,
  /** The code or name of a carrier of the house, or a name that the channel maps to one. Empty: the house chooses. */
  carrier: Line(100).default(''),
  service: Line(40).default(''),
  priority: z.enum(PRIORITIES).default('normal'),
  requestedShipAt: Instant.nullable().default(null),
  remark: Lines(2000).default(''),
  /** What the carrier collects, and the value it insures, in cents. Without a default, so that an order sent before has the same content. */
  codAmount: Amount.optional(),
  insuredAmount: Amount.optional(),
  currency: Currency.optional(),
  lines: z.array(MerchantOrderLine).min(1).max(MOST_LINES),
});
export type MerchantOrder = z.infer<typeof MerchantOrder>;

const Shipment = z.object({ trackingNo: z.string(), carrier: z.string(), handedOverAt: Instant });

/** What became of an order, as its program reads it. */
export const MerchantOrderAnswer = z.object({
  externalNo: z.string(),
  state: z.enum(CHANNEL_ORDER_STATES),
  /** Why the order is held; null otherwise. */
  reason: z.enum(HELD_REASONS).nullable(),
  /** The same as a sentence, in the language of `Accept-Language`. */
  message: z.string().nullable(),
  /** The number of the order in the house, and its status. Null until it is taken. */
  orderNo: z.string().nullable(),
  status: z.enum(TASK_STATUS_NAMES).nullable(),
  firstSeen: Instant,
  lastSeen: Instant,
  order: MerchantOrder,
  shipments: z.array(Shipment),
});
export type MerchantOrderAnswer = z.infer<typeof MerchantOrderAnswer>;
