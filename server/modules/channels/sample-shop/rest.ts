import { nextId, type WooHook, type WooOrder, type WooProduct, type WooShop } from './shop.ts';

/**
 * The part of WooCommerce's REST API v3 that Kontor calls, as its documentation describes it
 * (woocommerce.github.io/woocommerce-rest-api-docs), answered by a shop to try.
 */

export type WooCall = { method: string; path: string; query: Readonly<Record<string, string>>; body: unknown };
/** `total` stands in the header `X-WP-Total`. */
export type WooAnswer = { status: number; body: unknown; total?: number };

const gmt = (at: number): string => new Date(at).toISOString().slice(0, 19);
const ADDRESS = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phone: '',
};

/** An amount with its tax as WooCommerce tells it. */
const taxed = (amount: number) => {
  const total = (amount / 1.19).toFixed(2);
  return { total, total_tax: (amount - Number(total)).toFixed(2) };
};

function shown(shop: WooShop, order: WooOrder) {
  const isVirtual = (id: number): boolean => shop.products.find((one) => one.id === id)?.virtual === true;
  const address = { ...ADDRESS, ...order.shipping };
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    status: order.status,
    date_created_gmt: gmt(order.placed),
    date_modified_gmt: gmt(order.modified),
    customer_note: order.note,
    payment_method: order.collected ? 'cod' : 'bacs',
    total: '0.00',
    currency: 'EUR',
    ...order.collected,
    needs_processing: order.lines.some(({ product }) => !isVirtual(product)),
    billing: { ...address, email: order.shipping['email'] ?? 'customer@example.org' },
    shipping: address,
    line_items: order.lines.map(({ id, name, product, variation, quantity, sku, price = 0 }) => ({
      id,
      name,
      product_id: product,
      variation_id: variation,
      quantity,
      sku,
      ...taxed(price * quantity),
    })),
    shipping_lines: order.method ? [{ id: 1, method_title: order.method, method_id: 'flat_rate' }] : [],
    refunds: order.refunds.map(({ id }) => ({ id, reason: '', total: '0.00' })),
    meta_data: order.meta,
  };
}
const stocked = ({ id, sku, manage, qty }: { id: number; sku: string; manage: boolean | 'parent'; qty: number | null }) => ({
  id,
  sku,
  manage_stock: manage,
  stock_quantity: qty,
});
const idsOf = (text: string | undefined): number[] | null => (text === undefined ? null : text.split(',').map(Number));
const pageOf = <T>(rows: readonly T[], { page = '1', per_page: most = '10' }: WooCall['query']): T[] =>
  rows.slice((Number(page) - 1) * Number(most), Number(page) * Number(most));
const ok = (body: unknown, status = 200): WooAnswer => ({ status, body });
const MISSING: WooAnswer = { status: 404, body: { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' } };

function listOrders(shop: WooShop, query: WooCall['query']): WooAnswer {
  const wanted = idsOf(query['include']);
  const [from, until] = [query['modified_after'], query['modified_before']].map((text) => (text ? Date.parse(text) : null));
  const found = shop.orders
    .filter((one) => (query['status'] === undefined ? one.status !== 'trash' : one.status === query['status']))
    .filter((one) => wanted === null || wanted.includes(one.id))
    .filter((one) => (from == null || one.modified > from) && (until == null || one.modified < until))
    .sort((a, b) => a.id - b.id);
  return { ...ok(pageOf(found, query).map((one) => shown(shop, one))), total: found.length };
}
function listStock<T extends { id: number }>(rows: readonly T[], query: WooCall['query'], show: (row: T) => object): WooAnswer {
  const wanted = idsOf(query['include']);
  const found = rows.filter(({ id }) => wanted === null || wanted.includes(id)).toSorted((a, b) => a.id - b.id);
  return ok(pageOf(found, query).map(show));
}
type Update = { status?: string; meta_data?: { id?: number; key: string; value: unknown }[] };
function changeOrder(shop: WooShop, order: WooOrder, { status, meta_data: meta = [] }: Update, now: number): WooAnswer {
  if (status !== undefined) order.status = status;
  for (const { id, key, value } of meta) {
    const known = order.meta.find((one) => one.id === id);
    if (known) known.value = value;
    else order.meta.push({ id: nextId(shop), key, value });
  }
  order.modified = now;
  return ok(shown(shop, order));
}
type Batch = { update: { id: number; stock_quantity: number }[] };
const setStock = (rows: readonly { id: number; qty: number | null }[], { update }: Batch): WooAnswer =>
  ok({
    update: update.map(({ id, stock_quantity: qty }) => {
      const row = rows.find((one) => one.id === id);
      if (!row) return { id, error: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.', data: { status: 400 } } };
      row.qty = qty;
      return { id, stock_quantity: qty };
    }),
  });

type Of<T> = (shop: WooShop, one: T, call: WooCall, now: number) => WooAnswer;
const onOrder =
  (run: Of<WooOrder>) =>
  (shop: WooShop, id: number, call: WooCall, now: number): WooAnswer => {
    const order = shop.orders.find((one) => one.id === id);
    return order ? run(shop, order, call, now) : MISSING;
  };
const variationsOf = (shop: WooShop, id: number): WooProduct['variations'] => shop.products.find((one) => one.id === id)?.variations ?? [];

const ROUTES: readonly [method: string, path: RegExp, answer: (shop: WooShop, id: number, call: WooCall, now: number) => WooAnswer][] = [
  ['GET', /^orders$/, (shop, _, { query }) => listOrders(shop, query)],
  ['GET', /^orders\/(\d+)$/, onOrder((shop, order) => ok(shown(shop, order)))],
  ['PUT', /^orders\/(\d+)$/, onOrder((shop, order, { body }, now) => changeOrder(shop, order, body as Update, now))],
  [
    'GET',
    /^orders\/(\d+)\/refunds$/,
    onOrder((_, order) =>
      ok(
        order.refunds.map(({ id, lines }) => ({
          id,
          reason: '',
          line_items: lines.map(({ line, qty }) => ({
            id: line,
            quantity: -qty,
            meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line) }],
          })),
        })),
      ),
    ),
  ],
  [
    'GET',
    /^orders\/(\d+)\/notes$/,
    onOrder((_, order, { query }) =>
      ok(
        order.notes
          .filter(({ customer }) => customer === (query['type'] === 'customer'))
          .map(({ id, note, customer }) => ({ id, note, customer_note: customer })),
      ),
    ),
  ],
  [
    'POST',
    /^orders\/(\d+)\/notes$/,
    onOrder((shop, order, { body }) => {
      const { note, customer_note: customer } = body as { note: string; customer_note: boolean };
      const made = { id: nextId(shop), note, customer };
      order.notes.push(made);
      return ok(made, 201);
    }),
  ],
  [
    'GET',
    /^products$/,
    (shop, _, { query }) =>
      listStock(shop.products, query, (one) => ({
        ...stocked(one),
        name: one.name,
        global_unique_id: one.barcode ?? '',
        type: one.type,
        virtual: one.virtual,
      })),
  ],
  ['GET', /^products\/(\d+)\/variations$/, (shop, id, { query }) => listStock(variationsOf(shop, id), query, stocked)],
  ['POST', /^products\/batch$/, (shop, _, { body }) => setStock(shop.products, body as Batch)],
  ['POST', /^products\/(\d+)\/variations\/batch$/, (shop, id, { body }) => setStock(variationsOf(shop, id), body as Batch)],
  ['GET', /^webhooks$/, (shop) => ok(shop.hooks.map(({ secret: _secret, ...hook }) => hook))],
  [
    'POST',
    /^webhooks$/,
    (shop, _, { body }) => {
      const made = { ...(body as Omit<WooHook, 'id'>), id: nextId(shop) };
      shop.hooks.push(made);
      return ok({ id: made.id }, 201);
    },
  ],
  [
    'PUT',
    /^webhooks\/(\d+)$/,
    (shop, id, { body }) => {
      const hook = shop.hooks.find((one) => one.id === id);
      Object.assign(hook ?? {}, body);
      return hook ? ok({ id }) : MISSING;
    },
  ],
];

/** Answers a call below `/wp-json/wc/v3/` and changes the shop as it says. @param now milliseconds since 1970, by the clock of the shop */
export function answerWoo(shop: WooShop, call: WooCall, now: number): WooAnswer {
  for (const [method, path, answer] of ROUTES) {
    const match = call.method === method ? path.exec(call.path) : null;
    if (match) return answer(shop, Number(match[1] ?? 0), call, now);
  }
  return { status: 404, body: { code: 'rest_no_route', message: 'No route was found matching the URL and request method.' } };
}
