import { createHmac } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { weatherOf } from './weather.ts';
import { Batch, ERIKA, Hook, type NewOrder, Note, QUERIES, Update, type WooOrder, type WooProduct } from './woocommerce-shapes.ts';

/**
 * A WooCommerce shop on loopback: the REST API v3 as its documentation describes it (woocommerce.github.io/woocommerce-rest-api-docs). There is no
 * published schema, so calls are held against shapes that are restated here. It takes pieces off its stock when an order is placed.
 */

let ids = 100;
const nextId = (): number => {
  ids += 1;
  return ids;
};
const gmt = (at: number): string => new Date(at).toISOString().slice(0, 19);

export async function startWooCommerce({ seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const faults = weatherOf(app, seed);
  const orders = new Map<number, WooOrder>();
  const products = new Map<number, WooProduct>();
  const hooks: (z.infer<typeof Hook> & { id: number })[] = [];
  const calls: { what: string }[] = [];
  /** What did not fit the documentation. */
  const mismatches: string[] = [];
  const keys = { key: 'ck_consumer-key', secret: 'cs_consumer-secret' };
  /** `clock`: milliseconds by which the clock of the shop differs. `onList` is called after each page of orders. */
  const state = { clock: 0, isReadOnly: false, onList: (_page: number): void => {}, refuse: new Set<number>() };

  const check = <T>(shape: z.ZodType<T>, value: unknown, what: string): T => {
    const read = shape.safeParse(value);
    if (!read.success) mismatches.push(`${what}: ${read.error.message}`);
    return read.success ? read.data : (value as T);
  };
  const touch = (order: WooOrder): void => {
    order.modified = Date.now() + state.clock;
  };
  const stockOf = (sku: string): { qty: number | null } | undefined =>
    [...products.values()].flatMap((one) => [one, ...one.variations]).find((one) => one.sku === sku);

  app.addHook('onRequest', async (request, reply) => {
    const url = new URL(request.url, 'http://shop');
    calls.push({ what: `${request.method} ${url.pathname.replace('/shop/wp-json/wc/v3/', '').replace(/\d+/g, ':id')}` });
    const given = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (given !== `${keys.key}:${keys.secret}`)
      return reply.code(401).send({ code: 'woocommerce_rest_authentication_error', message: 'Invalid signature.', data: { status: 401 } });
    if (state.isReadOnly && request.method !== 'GET')
      return reply
        .code(401)
        .send({ code: 'woocommerce_rest_authentication_error', message: 'The API key provided does not have write permissions.' });
  });

  const shown = (order: WooOrder) => ({
    id: order.id,
    parent_id: 0,
    number: order.number,
    status: order.status,
    date_created_gmt: gmt(order.modified),
    date_modified_gmt: gmt(order.modified),
    customer_note: order.note,
    needs_processing: order.lines.some(({ product }) => !products.get(product)?.virtual),
    billing: { ...ERIKA, email: 'erika@example.org', phone: '030 1234' },
    shipping: { ...ERIKA, ...order.shipping },
    line_items: order.lines.map(({ id, name, product, variation, quantity, sku }) => ({
      id,
      name,
      product_id: product,
      variation_id: variation,
      quantity,
      sku,
      price: 9.5,
    })),
    shipping_lines: order.method ? [{ id: 1, method_title: order.method, method_id: 'flat_rate' }] : [],
    refunds: order.refunds.map(({ id }) => ({ id, reason: '', total: '-9.50' })),
    meta_data: order.meta,
  });
  const missing = (reply: FastifyReply) => reply.code(404).send({ code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' });
  const orderOf = (request: FastifyRequest): WooOrder | undefined => orders.get(Number((request.params as { id: string }).id));
  const idsOf = (text: string | undefined): number[] | null => (text === undefined ? null : text.split(',').map(Number));
  const slice = <T>(rows: readonly T[], { page = 1, per_page: most = 10 }: { page?: number; per_page?: number }): T[] =>
    rows.slice((page - 1) * most, page * most);
  const stocked = ({ id, sku, manage, qty }: { id: number; sku: string; manage: boolean | 'parent'; qty: number | null }) => ({
    id,
    sku,
    manage_stock: manage,
    stock_quantity: qty,
  });

  void app.register(
    async (v3) => {
      v3.get('/orders', (request, reply) => {
        const query = check(QUERIES.orders, request.query, 'GET orders');
        const wanted = idsOf(query.include);
        const [from, until] = [query.modified_after, query.modified_before].map((text) => (text ? Date.parse(text) : null));
        const found = [...orders.values()]
          .filter((one) => one.status !== 'trash' && (wanted === null || wanted.includes(one.id)))
          .filter((one) => (from == null || one.modified > from) && (until == null || one.modified < until))
          .sort((a, b) => a.id - b.id);
        const rows = slice(found, query).map(shown);
        // What happens while a reader goes from page to page.
        if (wanted === null) state.onList(query.page ?? 1);
        return reply.header('x-wp-total', String(found.length)).send(rows);
      });
      v3.get('/orders/:id', (request, reply) => {
        const order = orderOf(request);
        return order ? reply.send(shown(order)) : missing(reply);
      });
      v3.put('/orders/:id', (request, reply) => {
        const order = orderOf(request);
        if (!order) return missing(reply);
        const body = check(Update, request.body, 'PUT order');
        if (body.status) order.status = body.status;
        for (const { id, key, value } of body.meta_data ?? []) {
          const known = order.meta.find((one) => one.id === id);
          if (known) known.value = value;
          else order.meta.push({ id: nextId(), key, value });
        }
        touch(order);
        return reply.send(shown(order));
      });
      v3.get('/orders/:id/refunds', (request, reply) => {
        const order = orderOf(request);
        if (!order) return missing(reply);
        return reply.send(
          order.refunds.map(({ id, lines }) => ({
            id,
            line_items: lines.map(({ line, qty }) => ({
              id: nextId(),
              quantity: -qty,
              meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line) }],
            })),
          })),
        );
      });
      v3.get('/orders/:id/notes', (request, reply) => {
        const order = orderOf(request);
        if (!order) return missing(reply);
        return reply.send(order.notes.filter(({ customer }) => customer).map(({ id, note }) => ({ id, note, customer_note: true })));
      });
      v3.post('/orders/:id/notes', (request, reply) => {
        const order = orderOf(request);
        if (!order) return missing(reply);
        const { note, customer_note: customer } = check(Note, request.body, 'POST note');
        const made = { id: nextId(), note, customer };
        order.notes.push(made);
        return reply.code(201).send(made);
      });
      v3.get('/products', (request, reply) => {
        const query = check(QUERIES.products, request.query, 'GET products');
        const wanted = idsOf(query.include);
        const found = [...products.values()].filter(({ id }) => wanted === null || wanted.includes(id)).sort((a, b) => a.id - b.id);
        return reply.send(slice(found, query).map((one) => ({ ...stocked(one), type: one.type, virtual: one.virtual })));
      });
      v3.get('/products/:id/variations', (request, reply) => {
        const query = check(QUERIES.products, request.query, 'GET variations');
        const wanted = idsOf(query.include);
        const all = products.get(Number((request.params as { id: string }).id))?.variations ?? [];
        const found = all.filter(({ id }) => wanted === null || wanted.includes(id));
        return reply.send(slice(found, query).map(stocked));
      });
      const batch = (rowsOf: (request: FastifyRequest) => readonly { id: number; qty: number | null }[]) => (request: FastifyRequest) => ({
        update: check(Batch, request.body, 'POST batch').update.map(({ id, stock_quantity: qty }) => {
          const row = rowsOf(request).find((one) => one.id === id);
          if (!row || state.refuse.has(id))
            return { id, error: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.', data: { status: 400 } } };
          row.qty = qty;
          return { id, stock_quantity: qty };
        }),
      });
      v3.post(
        '/products/batch',
        batch(() => [...products.values()]),
      );
      v3.post(
        '/products/:id/variations/batch',
        batch((request) => products.get(Number((request.params as { id: string }).id))?.variations ?? []),
      );
      v3.get('/webhooks', () => hooks.map(({ secret: _secret, ...hook }) => hook));
      v3.post('/webhooks', (request, reply) => {
        const made = { id: nextId(), ...check(Hook, request.body, 'POST webhook') };
        hooks.push(made);
        return reply.code(201).send({ id: made.id });
      });
      v3.put('/webhooks/:id', (request) => {
        const hook = hooks.find(({ id }) => id === Number((request.params as { id: string }).id));
        Object.assign(hook ?? {}, check(Hook, request.body, 'PUT webhook'));
        return { id: hook?.id ?? 0 };
      });
    },
    { prefix: '/shop/wp-json/wc/v3' },
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/html').send('<html>Nothing here</html>'));

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `${url}/shop`,
    keys,
    state,
    faults,
    orders,
    products,
    hooks,
    mismatches,
    count: (what: string): number => calls.filter((call) => call.what === what).length,
    addProduct: (sku: string, qty: number | null, more: Partial<WooProduct> = {}): WooProduct => {
      const made: WooProduct = { id: nextId(), sku, type: 'simple', virtual: false, manage: qty !== null, qty, variations: [], ...more };
      products.set(made.id, made);
      return made;
    },
    addVariation: (product: WooProduct, sku: string, qty: number, manage: boolean | 'parent' = true) => {
      const made = { id: nextId(), sku, manage, qty };
      product.variations.push(made);
      return made;
    },
    /** An order that a customer placed and paid. */
    place: ({ lines, status = 'processing', number, shipping = {}, method = '', note = '' }: NewOrder): WooOrder => {
      const id = nextId();
      const made: WooOrder = {
        id,
        number: number ?? String(id),
        status,
        modified: 0,
        shipping,
        method,
        note,
        lines: lines.map(({ sku, qty, name }) => {
          const product = [...products.values()].find((one) => one.sku === sku || one.variations.some((two) => two.sku === sku));
          const variation = product?.variations.find((two) => two.sku === sku);
          const stock = stockOf(sku);
          if (stock?.qty != null) stock.qty -= qty;
          return {
            id: nextId(),
            name: name ?? `Product ${sku}`,
            product: product?.id ?? 0,
            variation: variation?.id ?? 0,
            quantity: qty,
            sku,
          };
        }),
        refunds: [],
        meta: [],
        notes: [],
      };
      orders.set(id, made);
      touch(made);
      return made;
    },
    change: (order: WooOrder, parts: Partial<WooOrder>): void => {
      Object.assign(order, parts);
      touch(order);
    },
    refund: (order: WooOrder, line: number, qty: number): void => {
      order.refunds.push({ id: nextId(), lines: [{ line: order.lines[line]?.id ?? 0, qty }] });
      touch(order);
    },
    /** A notice as the shop sends it. */
    notice: (body: object, secret = hooks[0]?.secret ?? '') => {
      const text = JSON.stringify(body);
      const signature = createHmac('sha256', secret).update(text).digest('base64');
      return {
        text,
        headers: { 'content-type': 'application/json', 'x-wc-webhook-signature': signature, 'x-wc-webhook-topic': 'order.updated' },
      };
    },
    close: () => app.close(),
  };
}
export type WooCommerce = Awaited<ReturnType<typeof startWooCommerce>>;
