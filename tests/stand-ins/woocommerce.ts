import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { answerWoo, type WooCall } from '../../server/modules/channels/sample-shop/rest.ts';
import {
  emptyShop,
  type NewOrder,
  nextId,
  placeOrder,
  type WooOrder,
  type WooProduct,
} from '../../server/modules/channels/sample-shop/shop.ts';
import { weatherOf } from './weather.ts';
import { ERIKA, SHAPES } from './woocommerce-shapes.ts';

/**
 * A WooCommerce shop on loopback: the shop to try of the sample house, over HTTP, with keys and faults. There is no published schema, so calls are
 * held against shapes that are restated from the documentation.
 */

export async function startWooCommerce({ seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const faults = weatherOf(app, seed);
  const shop = emptyShop();
  const calls: { what: string }[] = [];
  /** What did not fit the documentation. */
  const mismatches: string[] = [];
  const keys = { key: 'ck_consumer-key', secret: 'cs_consumer-secret' };
  /** `clock`: milliseconds by which the clock of the shop differs. `onList` is called after each page of orders that changed. `lose`: the answer to the next such call is lost, after its effect. `limit`: what the host says of a limit of calls, if it has one. */
  const state = {
    clock: 0,
    isReadOnly: false,
    onList: (_page: number): void => {},
    refuse: new Set<number>(),
    lose: '',
    limit: null as { left: number; most: number } | null,
  };
  const now = (): number => Date.now() + state.clock;

  const check = (what: string, call: WooCall): void => {
    for (const [part, shape] of Object.entries(SHAPES[what] ?? {})) {
      const read = shape.safeParse(call[part as 'query' | 'body']);
      if (!read.success) mismatches.push(`${what} ${part}: ${read.error.message}`);
    }
    if (!(what in SHAPES)) mismatches.push(`${what} is not a call of the documentation`);
  };
  /** Products that a test lets the shop refuse are unknown to a batch. */
  const withRefusals = (call: WooCall, body: unknown): unknown => {
    if (!call.path.endsWith('batch')) return body;
    const { update } = body as { update: { id: number }[] };
    return {
      update: update.map((one) =>
        state.refuse.has(one.id) ? { id: one.id, error: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.' } } : one,
      ),
    };
  };

  app.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (given === `${keys.key}:${keys.secret}` && !(state.isReadOnly && request.method !== 'GET')) return;
    return reply.code(401).send({ code: 'woocommerce_rest_authentication_error', message: 'The API key is not valid for this.' });
  });
  app.all('/shop/wp-json/wc/v3/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    const { method, body } = request;
    const call = { method, path, query: request.query as Record<string, string>, body };
    const what = `${method} ${path.replace(/\d+/g, ':id')}`;
    calls.push({ what });
    check(what, call);
    const before = shop.products.filter(({ id }) => state.refuse.has(id)).map((one): [WooProduct, number | null] => [one, one.qty]);
    const answer = answerWoo(shop, call, now());
    for (const [product, qty] of before) product.qty = qty;
    if (state.lose === what) {
      state.lose = '';
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (what === 'GET orders' && call.query['include'] === undefined) state.onList(Number(call.query['page'] ?? 1));
    if (state.limit) reply.header('ratelimit-limit', String(state.limit.most)).header('ratelimit-remaining', String(state.limit.left));
    if (answer.total !== undefined) reply.header('x-wp-total', String(answer.total));
    return reply.code(answer.status).send(withRefusals(call, answer.body));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/html').send('<html>Nothing here</html>'));

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const change = (order: WooOrder, parts: Partial<WooOrder>): void => {
    Object.assign(order, parts);
    order.modified = now();
  };
  return {
    url: `${url}/shop`,
    keys,
    state,
    faults,
    shop,
    hooks: shop.hooks,
    mismatches,
    calls,
    count: (what: string): number => calls.filter((call) => call.what === what).length,
    addProduct: (sku: string, qty: number | null, more: Partial<WooProduct> = {}): WooProduct => {
      const made = {
        id: nextId(shop),
        sku,
        name: '',
        type: 'simple' as const,
        virtual: false,
        manage: qty !== null,
        qty,
        variations: [],
        ...more,
      };
      shop.products.push(made);
      return made;
    },
    addVariation: (product: WooProduct, sku: string, qty: number, manage: boolean | 'parent' = true) => {
      const made = { id: nextId(shop), sku, manage, qty };
      product.variations.push(made);
      return made;
    },
    /** An order that a customer placed and paid. */
    place: ({ shipping = {}, ...order }: NewOrder): WooOrder => placeOrder(shop, { ...order, shipping: { ...ERIKA, ...shipping } }, now()),
    change,
    remove: ({ id }: WooOrder): void => {
      shop.orders = shop.orders.filter((one) => one.id !== id);
    },
    refund: (order: WooOrder, line: number, qty: number): void => {
      order.refunds.push({ id: nextId(shop), lines: [{ line: order.lines[line]?.id ?? 0, qty }] });
      change(order, {});
    },
    /** A notice as the shop sends it. */
    notice: (body: object, secret = shop.hooks[0]?.secret ?? '') => {
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
