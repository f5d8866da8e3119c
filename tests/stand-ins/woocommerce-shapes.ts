import { z } from 'zod';

/** The calls that a WooCommerce shop takes, restated from its documentation. */

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
  email: 'erika@example.org',
};
const count = z.coerce.number().int().min(1).max(100);
const paging = { per_page: count.optional(), page: z.coerce.number().int().min(1).optional(), _fields: z.string().optional() };
const QUERIES = {
  orders: z.strictObject({
    ...paging,
    include: z.string().optional(),
    status: z.enum(['any', 'pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed', 'trash']).optional(),
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
const Update = z.strictObject({
  status: z.enum(['completed']).optional(),
  meta_data: z.array(z.strictObject({ id: z.int().optional(), key: z.string(), value: z.unknown() })).optional(),
});
const Batch = z.strictObject({ update: z.array(z.strictObject({ id: z.int(), stock_quantity: z.int() })).max(100) });
const Note = z.strictObject({ note: z.string().min(1), customer_note: z.boolean() });
const Hook = z.strictObject({
  name: z.string(),
  topic: z.enum(['order.created', 'order.updated', 'order.deleted']),
  delivery_url: z.url(),
  secret: z.string().min(16),
  status: z.enum(['active', 'paused', 'disabled']),
});
const None = z.strictObject({});

/** What each call may carry, by its method and path. */
export const SHAPES: Readonly<Record<string, { query?: z.ZodType; body?: z.ZodType }>> = {
  'GET orders': { query: QUERIES.orders },
  'GET orders/:id': { query: None },
  'PUT orders/:id': { body: Update },
  'GET orders/:id/refunds': { query: z.strictObject(paging) },
  'GET orders/:id/notes': { query: z.strictObject({ type: z.enum(['any', 'customer', 'internal']) }) },
  'POST orders/:id/notes': { body: Note },
  'GET products': { query: QUERIES.products },
  'GET products/:id/variations': { query: QUERIES.products },
  'POST products/batch': { body: Batch },
  'POST products/:id/variations/batch': { body: Batch },
  'GET webhooks': { query: z.strictObject(paging) },
  'POST webhooks': { body: Hook },
  'PUT webhooks/:id': { body: Hook },
};
