import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { serveReturns } from './ebay-returns.ts';
import { Seller } from './ebay-seller.ts';
import { ANSWERS, type NewFulfilment, type NewQuantities, SHAPES, type Skus } from './ebay-shapes.ts';
import { weatherOf } from './weather.ts';

/**
 * eBay on loopback: sign-in, the Fulfillment, Inventory and Post-Order APIs of any number of sellers, each known by its token. There is no schema
 * that may be stored here, so calls and answers are held against shapes that are restated from the documentation.
 */

const MOST_REVISIONS = 250;
const APP_TOKEN = 'v^1.1#i^1#application';
const KEY_ID = '9936261a-7d7b-4621-a0f1-964304cc6fc0';
const error = (errorId: number, message: string) => ({ errors: [{ errorId, domain: 'API_STANDIN', category: 'REQUEST', message }] });
type Call = { request: FastifyRequest; reply: FastifyReply; seller: Seller; id: string };
type Answer = { status?: number; body: unknown };
const failed = (status: number, errorId: number, message: string): Answer => ({ status, body: error(errorId, message) });

export async function startEbay({ clientId = 'kontor-e', clientSecret = 'e-secret', seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const faults = weatherOf(app, seed);
  const sellers = new Map<string, Seller>();
  const tokens = new Map<string, { seller: Seller; until: number }>();
  const renewals = new Map<string, Seller>();
  const calls: { what: string; status: number }[] = [];
  /** What did not fit the documentation. */
  const mismatches: string[] = [];
  const state = { tokenSeconds: 7200, renewed: 0, scopeMissing: '', onList: (_offset: number): void => {}, refuse: new Set<string>() };

  const sellerOf = (name: string): Seller => {
    const known = sellers.get(name) ?? new Seller(name);
    sellers.set(name, known);
    return known;
  };
  const access = (seller: Seller) => {
    const token = `v^1.1#${randomUUID()}`;
    tokens.set(token, { seller, until: Date.now() + state.tokenSeconds * 1000 });
    return { access_token: token, expires_in: state.tokenSeconds, token_type: 'User Access Token' };
  };
  const grant = (seller: Seller) => {
    const renewal = `v^1.1#r#${randomUUID()}`;
    renewals.set(renewal, seller);
    return { ...access(seller), refresh_token: renewal, refresh_token_expires_in: 47_304_000 };
  };

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post('/identity/v1/oauth2/token', (request, reply) => {
    const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (login !== `${clientId}:${clientSecret}`) return reply.code(401).send({ error: 'invalid_client' });
    const given = request.body as Record<string, string>;
    calls.push({ what: `token ${given['grant_type']}`, status: 200 });
    if (given['grant_type'] === 'client_credentials')
      return { access_token: APP_TOKEN, expires_in: 7200, token_type: 'Application Access Token' };
    if (given['grant_type'] === 'refresh_token') {
      const seller = renewals.get(given['refresh_token'] ?? '');
      if (!seller)
        return reply.code(400).send({ error: 'invalid_grant', error_description: 'the provided grant was issued to another client' });
      state.renewed += 1;
      return access(seller);
    }
    // The code of the stand-in names the seller: `code-<name>`.
    const name = /^code-(.+)$/.exec(given['code'] ?? '')?.[1];
    return name ? grant(sellerOf(name)) : reply.code(400).send({ error: 'invalid_grant' });
  });
  const signing = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  app.get('/commerce/notification/v1/public_key/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    calls.push({ what: `key ${id}`, status: 200 });
    if (request.headers.authorization !== `Bearer ${APP_TOKEN}`) return reply.code(401).send(error(1001, 'Invalid access token'));
    if (id !== KEY_ID) return reply.code(404).send(error(195_003, 'The public key ID is invalid.'));
    // As one line, as eBay gives it.
    const key = signing.publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '');
    return { algorithm: 'ECDSA', digest: 'SHA1', key };
  });
  const findOrder = ({ seller, id }: Call) => seller.orders.find((one) => one.id === id);
  const noOrder = failed(404, 32_100, 'Invalid order id');
  const HANDLERS: Record<string, (call: Call) => Answer> = {
    'GET order': ({ request, seller }) => {
      const query = request.query as Record<string, string>;
      const { filter = '', orderIds, limit = '50', offset = '0' } = query;
      const [, from = '', until = ''] = /\[(.+?)\.\.(.*?)\]/.exec(filter) ?? [];
      const wanted = orderIds?.split(',');
      if (wanted?.some((one) => !seller.orders.some(({ id }) => id === one))) return failed(400, 30_700, 'Invalid order id');
      const found = seller.orders.filter(({ id, modified }) =>
        wanted ? wanted.includes(id) : filter === '' || (modified >= Date.parse(from) && (until === '' || modified <= Date.parse(until))),
      );
      const [first, most] = [Number(offset), Number(limit)];
      const body = {
        href: request.url,
        limit: most,
        offset: first,
        total: found.length,
        orders: found.slice(first, first + most).map((order) => seller.orderBody(order)),
      };
      if (filter) state.onList(first);
      return { body };
    },
    'GET order/:id': (call) => {
      const order = findOrder(call);
      return order ? { body: call.seller.orderBody(order) } : noOrder;
    },
    'GET order/:id/shipping_fulfillment': (call) => {
      const order = findOrder(call);
      const fulfillments = order?.fulfilments.map(({ trackingNumber, shippedDate, shippingCarrierCode, lineItems }) => ({
        fulfillmentId: trackingNumber || '999',
        ...(trackingNumber ? { shipmentTrackingNumber: trackingNumber, shippingCarrierCode } : {}),
        shippedDate,
        lineItems,
      }));
      return fulfillments ? { body: { fulfillments, total: fulfillments.length, warnings: [] } } : noOrder;
    },
    // eBay takes the same parcel twice without a word.
    'POST order/:id/shipping_fulfillment': (call) => {
      const order = findOrder(call);
      if (!order) return noOrder;
      const made = call.request.body as z.infer<typeof NewFulfilment>;
      if (made.lineItems.some(({ lineItemId }) => !order.lines.some(({ id }) => id === lineItemId)))
        return failed(400, 32_210, 'Invalid line item id');
      call.seller.change(order, { fulfilments: [...order.fulfilments, made] });
      call.reply.header('location', `${call.request.url}/${made.trackingNumber}`);
      return { status: 201, body: null };
    },
    'GET inventory_item': ({ request, seller }) => {
      const { limit = '25', offset = '0' } = request.query as Record<string, string>;
      const found = [...seller.items.values()].slice(Number(offset), Number(offset) + Number(limit));
      const inventoryItems = found.map((item) => seller.itemBody(item));
      return { body: { href: request.url, limit: Number(limit), total: seller.items.size, size: found.length, inventoryItems } };
    },
    'POST bulk_get_inventory_item': ({ request, seller }) => {
      const responses = (request.body as z.infer<typeof Skus>).requests.map(({ sku }) => {
        const item = seller.items.get(sku);
        return item
          ? { sku, statusCode: 200, inventoryItem: seller.itemBody(item), errors: [], warnings: [] }
          : { sku, statusCode: 404, ...error(25_710, 'We didn’t find the resource') };
      });
      return { body: { responses } };
    },
    'GET offer': ({ request, seller }) => {
      const { sku = '', limit = '25' } = request.query as Record<string, string>;
      const offers = seller.items.get(sku)?.offers ?? [];
      if (offers.length === 0) return failed(404, 25_713, 'This Offer is not available.');
      const rows = offers.map(({ id, qty }) => ({
        offerId: id,
        sku,
        marketplaceId: 'EBAY_DE',
        ...(qty === null ? {} : { availableQuantity: qty }),
        status: 'PUBLISHED',
      }));
      return { body: { href: request.url, limit: Number(limit), total: rows.length, size: rows.length, offers: rows } };
    },
    'POST bulk_update_price_quantity': ({ request, seller }) => {
      const { requests } = request.body as z.infer<typeof NewQuantities>;
      const responses = requests.map(({ sku, shipToLocationAvailability: { quantity }, offers = [] }) => {
        const item = seller.items.get(sku);
        if (!item || state.refuse.has(sku)) return { sku, statusCode: 400, ...error(25_702, `SKU ${sku} could not be found.`) };
        const listing = [...seller.items.values()].filter((one) => one === item || (item.group !== null && one.group === item.group));
        if (listing.reduce((sum, { revisions }) => sum + revisions, 0) >= MOST_REVISIONS)
          return { sku, statusCode: 400, ...error(25_015, 'The listing cannot be revised any more today.') };
        item.revisions += 1;
        item.qty = quantity;
        for (const offer of item.offers) offer.qty = offers.find(({ offerId }) => offerId === offer.id)?.availableQuantity ?? offer.qty;
        return { sku, statusCode: 200, errors: [], warnings: [] };
      });
      return { status: responses.every(({ statusCode }) => statusCode === 200) ? 200 : 207, body: { responses } };
    },
  };

  const check = (what: string, part: string, shape: z.ZodType | undefined, value: unknown): void => {
    const read = shape?.safeParse(value);
    if (read && !read.success) mismatches.push(`${what} ${part}: ${read.error.message}`);
  };
  const serve = (api: string, scope: string) =>
    app.all(`/sell/${api}/v1/*`, (request, reply) => {
      const { '*': path } = request.params as { '*': string };
      const [name = '', id = '', rest = ''] = path.split('/');
      const what = `${request.method} ${[name, id && ':id', rest].filter(Boolean).join('/')}`;
      const known = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
      const send = ({ status = 200, body }: Answer) => {
        calls.push({ what, status });
        if (status < 300) check(what, 'answer', ANSWERS[what], body);
        // A new fulfilment is answered without a body.
        return body === null ? reply.code(status).send() : reply.code(status).type('application/json').send(JSON.stringify(body));
      };
      if (!known || known.until < Date.now()) return send(failed(401, 1001, 'Invalid access token'));
      if (state.scopeMissing === scope) return send(failed(403, 1100, 'Access denied'));
      if (String(request.headers['accept-language']) === '*') return send(failed(400, 25_709, 'Invalid value for header Accept-Language.'));
      const handler = HANDLERS[what];
      if (!handler) {
        mismatches.push(`${what} is not a call of the documentation`);
        return send(failed(404, 2002, 'Resource not found'));
      }
      check(what, 'query', SHAPES[what]?.query, request.query);
      check(what, 'body', SHAPES[what]?.body, request.body);
      return send(handler({ request, reply, seller: known.seller, id }));
    });
  serve('fulfillment', 'sell.fulfillment');
  serve('inventory', 'sell.inventory');
  serveReturns(app, {
    sellerOf: (token) => {
      const known = tokens.get(token);
      return known && known.until > Date.now() ? known.seller : null;
    },
    note: (what, status) => void calls.push({ what, status }),
    mismatch: (text) => void mismatches.push(text),
    isRefused: () => state.scopeMissing === 'returns',
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app: `${clientId}:${clientSecret}:Kontor-RU`,
    sellerOf,
    /** What a merchant gets who connects this account. */
    grant: (name: string) => grant(sellerOf(name)),
    /** The seller takes the permission back. */
    revoke: (): void => {
      tokens.clear();
      renewals.clear();
    },
    expire: (): void => tokens.clear(),
    /** A notice that an account was closed, and its signature. */
    deletion: (username: string, notificationId: string = randomUUID(), keyId = KEY_ID) => {
      const data = { username, userId: 'ma8vp1jySJC', eiasToken: 'nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ==' };
      const stamp = new Date().toISOString();
      const text = JSON.stringify({
        metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION', schemaVersion: '1.0', deprecated: false },
        notification: { notificationId, eventDate: stamp, publishDate: stamp, publishAttemptCount: 1, data },
      });
      const signature = createSign('SHA1').update(text).sign(signing.privateKey, 'base64');
      const header = { alg: 'ECDSA', kid: keyId, signature, digest: 'SHA1' };
      return { text, signature: Buffer.from(JSON.stringify(header)).toString('base64') };
    },
    state,
    faults,
    calls,
    count: (what: string): number => calls.filter((call) => call.what === what).length,
    mismatches,
    close: () => app.close(),
  };
}
