import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Delivery, type Hook, Shop } from './shopware-orders.ts';
import { shopwareSchema } from './shopware-schema.ts';
import { type Criteria, type Row, search } from './shopware-search.ts';
import { weatherOf } from './weather.ts';

/** The Admin API of one Shopware shop on loopback. Calls and answers are held against the schema that Shopware publishes. */

const TOKEN_SECONDS = 600;
const READS: Record<string, string> = {
  order: 'order:read',
  'order-delivery': 'order_delivery:read',
  product: 'product:read',
  webhook: 'webhook:read',
};

const failure = (status: number, code: string, detail: string) => ({ errors: [{ status: String(status), code, title: code, detail }] });

export async function startShopware({ seed = 1 } = {}) {
  const keys = { key: 'SWIAKONTOR', secret: 'hush-hush-hush' };
  const app = Fastify({ forceCloseConnections: true });
  const schema = shopwareSchema();
  const faults = weatherOf(app, seed);
  const shop = new Shop();
  const tokens = new Map<string, number>();
  const calls: { name: string; status: number }[] = [];
  /** What did not fit the schema. */
  const mismatches: string[] = [];
  /** The next call of this name is lost, and what happens after the next one of a name. */
  let lost: { name: string; how: 'before' | 'after' } | null = null;
  const events = new Map<string, () => void>();
  const happen = (when: string): void => {
    events.get(when)?.();
    events.delete(when);
  };
  const isLost = (name: string, how: 'before' | 'after'): boolean => {
    if (lost?.name !== name || lost.how !== how) return false;
    lost = null;
    return true;
  };

  app.post('/api/oauth/token', (request, reply) => {
    const given = request.body as Record<string, string>;
    mismatches.push(...schema.fits('components/schemas/OAuthClientCredentialsGrant', given));
    if (given['grant_type'] !== 'client_credentials' || given['client_id'] !== keys.key || given['client_secret'] !== keys.secret)
      return reply.code(401).send(failure(401, '4', 'Client authentication failed'));
    const token = randomUUID();
    tokens.set(token, Date.now() + TOKEN_SECONDS * 1000);
    calls.push({ name: 'token', status: 200 });
    return { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token: token };
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
    if (isLost(name, 'before')) return drop();
    const value = run();
    happen(`after ${name}`);
    if (isLost(name, 'after')) return drop();
    const status = 'errors' in value ? 400 : 200;
    note(status);
    return reply.code(status).send(value);
  }

  const rowsOf: Record<string, () => Row[]> = {
    order: () => [...shop.orders.values()],
    'order-delivery': () => shop.deliveries,
    product: () => [...shop.products.values()],
    webhook: () => shop.hooks,
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

  app.post('/api/webhook', (request, reply) => {
    const body = request.body as Hook;
    mismatches.push(...schema.valueFits('webhook', body));
    return answer(request, reply, 'webhook', 'webhook:create', () => {
      shop.hooks.push({ ...body, id: randomUUID().replaceAll('-', '') });
      return { data: {} };
    });
  });
  app.patch('/api/webhook/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    mismatches.push(...schema.valueFits('webhook', request.body as object as Row));
    return answer(request, reply, 'webhook', 'webhook:update', () => {
      Object.assign(shop.hooks.find((one) => one.id === id) ?? {}, request.body);
      return { data: {} };
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
    keys,
    shop,
    tokens,
    calls,
    count: (name: string): number => calls.filter((call) => call.name === name).length,
    mismatches,
    faults,
    lose: (name: string, how: 'before' | 'after'): void => {
      lost = { name, how };
    },
    /** Something that happens once, after the shop has made its next answer to this call. */
    after: (name: string, run: () => void): void => void events.set(`after ${name}`, run),
    close: () => app.close(),
  };
}
