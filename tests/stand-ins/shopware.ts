import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { randomOf } from '../support/fault-proxy.ts';
import { type Delivery, Shop } from './shopware-orders.ts';
import { shopwareSchema } from './shopware-schema.ts';
import { type Criteria, type Row, search } from './shopware-search.ts';

/** The Admin API of one Shopware shop on loopback. Calls and answers are held against the schema that Shopware publishes. */

/** Odds from 0 to 1 for each call. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = { dropBefore: number; dropAfter: number; status429: number; status5xx: number; truncate: number };
const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, status429: 0, status5xx: 0, truncate: 0 };
const READS: Record<string, string> = { order: 'order:read', 'order-delivery': 'order_delivery:read', product: 'product:read' };

const failure = (status: number, code: string, detail: string) => ({ errors: [{ status: String(status), code, title: code, detail }] });

export async function startShopware({ clientId = 'SWIAKONTOR', clientSecret = 'hush-hush', seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const schema = shopwareSchema();
  const random = randomOf(seed);
  const shop = new Shop();
  const tokens = new Map<string, number>();
  const calls: { name: string; status: number }[] = [];
  /** What did not fit the schema. */
  const mismatches: string[] = [];
  const state = { faults: { ...NO_FAULTS }, tokenSeconds: 600 };
  /** The next call of this name is lost, or something happens before it. */
  let lost: { name: string; how: 'before' | 'after' } | null = null;
  const first = new Map<string, () => void>();
  const isLost = (name: string, how: 'before' | 'after'): boolean => {
    if (lost?.name !== name || lost.how !== how) return false;
    lost = null;
    return true;
  };
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];

  app.post('/api/oauth/token', (request, reply) => {
    const given = request.body as Record<string, string>;
    mismatches.push(...schema.fits('components/schemas/OAuthClientCredentialsGrant', given));
    if (given['grant_type'] !== 'client_credentials' || given['client_id'] !== clientId || given['client_secret'] !== clientSecret)
      return reply.code(401).send(failure(401, '4', 'Client authentication failed'));
    const token = randomUUID();
    tokens.set(token, Date.now() + state.tokenSeconds * 1000);
    calls.push({ name: 'token', status: 200 });
    return { token_type: 'Bearer', expires_in: state.tokenSeconds, access_token: token };
  });

  /** A call with its faults. @param run the effect; what it answers */
  async function answer(request: FastifyRequest, reply: FastifyReply, name: string, privilege: string, run: () => object) {
    const note = (status: number): void => void calls.push({ name, status });
    const refuse = (status: number, body: object) => {
      note(status);
      return reply.code(status).send(body);
    };
    const drop = () => {
      note(0);
      request.raw.socket.destroy();
      return reply;
    };
    const until = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, '')) ?? 0;
    if (until < Date.now()) return refuse(401, failure(401, '9', 'The resource owner or authorization server denied the request.'));
    if (shop.lacking.includes(privilege)) {
      const detail = JSON.stringify({ message: 'Missing privilege', missingPrivileges: [privilege] });
      return refuse(403, failure(403, 'FRAMEWORK__MISSING_PRIVILEGE_ERROR', detail));
    }
    if (hit('status429')) return refuse(429, failure(429, 'FRAMEWORK__RATE_LIMIT_EXCEEDED', 'Too many requests'));
    if (hit('status5xx')) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (hit('dropBefore') || isLost(name, 'before')) return drop();
    first.get(name)?.();
    first.delete(name);
    const value = run();
    if (hit('dropAfter') || isLost(name, 'after')) return drop();
    const status = 'errors' in value ? 400 : 200;
    note(status);
    if (hit('truncate')) return reply.type('application/json').send(JSON.stringify(value).slice(0, 30));
    return reply.code(status).send(value);
  }

  const rowsOf: Record<string, () => Row[]> = {
    order: () => [...shop.orders.values()],
    'order-delivery': () => shop.deliveries,
    product: () => [...shop.products.values()],
  };
  app.post('/api/search/:entity', (request, reply) => {
    const { entity } = request.params as { entity: string };
    const criteria = request.body as Criteria;
    mismatches.push(...schema.searchFits(entity, criteria));
    return answer(request, reply, `search ${entity}`, READS[entity] ?? '', () => {
      const found = search(schema, entity, rowsOf[entity]?.() ?? [], criteria);
      for (const row of found.data) mismatches.push(...schema.valueFits(entity, row));
      return { ...found, aggregations: [] };
    });
  });

  app.patch('/api/order-delivery/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const body = request.body as Pick<Delivery, 'trackingCodes' | 'customFields'>;
    mismatches.push(...schema.valueFits('order_delivery', body));
    if (!('_response' in (request.query as object))) mismatches.push('a change without _response has no answer');
    return answer(request, reply, 'tracking', 'order_delivery:update', () => {
      const delivery = shop.deliveries.find((one) => one.id === id);
      if (!delivery) return failure(404, 'FRAMEWORK__RESOURCE_NOT_FOUND', id);
      delivery.trackingCodes = body.trackingCodes;
      delivery.customFields = { ...delivery.customFields, ...body.customFields };
      shop.touch(delivery);
      return { data: { id, trackingCodes: delivery.trackingCodes, customFields: delivery.customFields } };
    });
  });
  app.post('/api/_action/order_delivery/:id/state/:transition', (request, reply) => {
    const { id, transition } = request.params as { id: string; transition: string };
    return answer(request, reply, transition, 'order_delivery:update', () => {
      const delivery = shop.deliveries.find((one) => one.id === id);
      const to = delivery ? shop.transit(delivery, transition) : null;
      return to ?? failure(400, 'SYSTEM__ILLEGAL_STATE_TRANSITION', `Illegal transition "${transition}"`);
    });
  });
  app.post('/api/_action/sync', (request, reply) => {
    const body = request.body as { action: string; entity: string; payload: { id: string; stock: number }[] }[];
    mismatches.push(...schema.fits('paths/~1_action~1sync/post/requestBody/content/application~1json/schema', body));
    return answer(request, reply, 'sync', 'product:update', () => {
      const rows = body.flatMap(({ entity, payload }) => {
        for (const row of payload) mismatches.push(...schema.valueFits(entity, row));
        return payload;
      });
      if (rows.length > 500) return failure(400, 'TOO_MANY', 'at most 500');
      for (const { id, stock } of rows) {
        const product = shop.products.get(id);
        if (product) product.stock = stock;
      }
      return { data: { product: rows.map(({ id }) => id) }, notFound: [], deleted: [] };
    });
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    clientId,
    clientSecret,
    shop,
    tokens,
    calls,
    count: (name: string): number => calls.filter((call) => call.name === name).length,
    mismatches,
    state,
    faults: (some: Partial<Faults>): void => {
      state.faults = { ...NO_FAULTS, ...some };
    },
    lose: (name: string, how: 'before' | 'after'): void => {
      lost = { name, how };
    },
    before: (name: string, run: () => void): void => void first.set(name, run),
    close: () => app.close(),
  };
}
export type Shopware = Awaited<ReturnType<typeof startShopware>>;
