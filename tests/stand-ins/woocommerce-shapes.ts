import { z } from 'zod';

/** What a WooCommerce shop keeps, and the calls that it takes, restated from its documentation. */

export type WooOrder = {
  id: number;
  number: string;
  status: string;
  modified: number;
  shipping: Record<string, string>;
  method: string;
  note: string;
  lines: { id: number; name: string; product: number; variation: number; quantity: number; sku: string }[];
  refunds: { id: number; lines: { line: number; qty: number }[] }[];
  meta: { id: number; key: string; value: unknown }[];
  notes: { id: number; note: string; customer: boolean }[];
};
export type WooProduct = {
  id: number;
  sku: string;
  type: 'simple' | 'variable';
  virtual: boolean;
  manage: boolean;
  qty: number | null;
  variations: { id: number; sku: string; manage: boolean | 'parent'; qty: number | null }[];
};
export type NewOrder = {
  lines: { sku: string; qty: number; name?: string }[];
  status?: string;
  number?: string;
  shipping?: Record<string, string>;
  method?: string;
  note?: string;
};

export const ERIKA = {
  first_name: 'Erika',
  last_name: 'Muster',
  company: '',
  address_1: 'Lange Straße 5',
  address_2: '',
  city: 'Berlin',
  state: '',
  postcode: '10115',
  country: 'DE',
  phone: '',
};
const count = z.coerce.number().int().min(1).max(100);
const paging = { per_page: count.optional(), page: z.coerce.number().int().min(1).optional(), _fields: z.string().optional() };
export const QUERIES = {
  orders: z.strictObject({
    ...paging,
    include: z.string().optional(),
    modified_after: z.iso.datetime().optional(),
    modified_before: z.iso.datetime().optional(),
    dates_are_gmt: z.enum(['true', 'false']).optional(),
    orderby: z.enum(['date', 'id', 'include', 'title', 'slug']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  products: z.strictObject({
    ...paging,
    include: z.string().optional(),
    status: z.enum(['any', 'publish', 'draft', 'pending', 'private']).optional(),
    orderby: z.enum(['date', 'id', 'title', 'slug']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
};
export const Update = z.strictObject({
  status: z.enum(['completed']).optional(),
  meta_data: z.array(z.strictObject({ id: z.int().optional(), key: z.string(), value: z.unknown() })).optional(),
});
export const Batch = z.strictObject({ update: z.array(z.strictObject({ id: z.int(), stock_quantity: z.int() })).max(100) });
export const Note = z.strictObject({ note: z.string().min(1), customer_note: z.boolean() });
export const Hook = z.strictObject({
  name: z.string(),
  topic: z.enum(['order.created', 'order.updated', 'order.deleted']),
  delivery_url: z.url(),
  secret: z.string().min(16),
  status: z.enum(['active', 'paused', 'disabled']),
});
