import { z } from 'zod';

/** Answers of WooCommerce's REST API v3, as far as they are read (woocommerce.github.io/woocommerce-rest-api-docs). */

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const Address = z
  .object({
    first_name: Text,
    last_name: Text,
    company: Text,
    address_1: Text,
    address_2: Text,
    city: Text,
    postcode: Text,
    country: Text,
    phone: Text,
    email: Text,
  })
  .partial();
const Line = z.object({
  id: z.int(),
  name: Text,
  product_id: z.int(),
  variation_id: z.int(),
  quantity: z.number(),
  sku: Text,
  /** Of the whole line, after discounts; the tax is not in the first. */
  total: Text,
  total_tax: Text,
});
export type WooLine = z.infer<typeof Line>;

/** Plug-ins add statuses of their own, so any text is read. */
const Changed = z.object({ id: z.int(), status: z.string(), date_modified_gmt: z.string(), refunds: z.array(z.object({ id: z.int() })) });
export const ChangedOrders = z.array(Changed);
export const Order = Changed.extend({
  number: z.string(),
  date_created_gmt: z.string().nullish(),
  customer_note: Text,
  /** `cod` is WooCommerce's own way of paying on delivery. */
  payment_method: Text,
  total: Text,
  currency: Text,
  /** False if every line is virtual. */
  needs_processing: z.boolean().nullish(),
  billing: Address,
  shipping: Address,
  line_items: z.array(Line),
  shipping_lines: z.array(z.object({ method_title: Text })),
  /** Their totals are negative. */
  refunds: z.array(z.object({ id: z.int(), total: Text })),
  meta_data: z.array(z.object({ id: z.int().nullish(), key: z.string(), value: z.unknown() })),
});
export type WooOrder = z.infer<typeof Order>;
export const Orders = z.array(Order);

/** What orders that wait for their payment hold. */
export const WaitingOrders = z.array(
  z.object({ line_items: z.array(z.object({ product_id: z.int(), variation_id: z.int(), quantity: z.number() })) }),
);
/** A line of a refund names the line that it takes pieces from, and has a quantity of zero or less. */
export const Refunds = z.array(
  z.object({
    id: z.int(),
    reason: Text,
    line_items: z.array(z.object({ quantity: z.number(), meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })) })),
  }),
);
export const Flags = z.array(z.object({ id: z.int(), virtual: z.boolean() }));
export const Notes = z.array(z.object({ id: z.int(), note: z.string() }));
export const Hooks = z.array(z.object({ id: z.int(), topic: z.string(), status: z.string(), delivery_url: z.string() }));
export const Made = z.object({ id: z.int() });

const Stocked = z.object({
  id: z.int(),
  sku: Text,
  name: Text,
  /** GTIN, UPC, EAN or ISBN; since WooCommerce 9.2. */
  global_unique_id: Text,
  /** Of a variation also `parent`: the product counts its stock. */
  manage_stock: z.union([z.boolean(), z.string()]),
  stock_quantity: z.number().nullable(),
});
export type WooStocked = z.infer<typeof Stocked>;
export const Variations = z.array(Stocked);
export const Products = z.array(Stocked.extend({ type: z.string() }));
export const Batch = z.object({
  update: z.array(z.object({ id: z.int(), error: z.object({ code: z.string(), message: z.string() }).optional() })),
});

/** What we keep at an order: the parcels that it was told of, each once. */
export const PARCELS_KEY = '_kontor_parcels';
export const Parcels = z.array(z.object({ no: z.string(), carrier: z.string(), lines: z.record(z.string(), z.int()) }));
export type Parcels = z.infer<typeof Parcels>;
