import { z } from 'zod';
import { Address, EMPTY_ADDRESS, Instant, Line, Lines } from '../core/fields.ts';
import { PRIORITIES } from '../orders/statuses.ts';

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

/** An order as a merchant's program sends it. Its number is part of the address of the call. */
export const MerchantOrder = z.strictObject({
  orderedAt: Instant.nullable().default(null),
  /** All parts of the address are texts. `country` is ISO 3166-1 alpha-2. */
  consignee: Address.partial()
    .strict()
    .transform((given) => ({ ...EMPTY_ADDRESS, ...given })),
  /** The code or name of a carrier of the house, or a name that the channel maps to one. Empty: the house chooses. */
  carrier: Line(100).default(''),
  service: Line(40).default(''),
  priority: z.enum(PRIORITIES).default('normal'),
  requestedShipAt: Instant.nullable().default(null),
  remark: Lines(2000).default(''),
  lines: z.array(MerchantOrderLine).min(1).max(MOST_LINES),
});
export type MerchantOrder = z.infer<typeof MerchantOrder>;
