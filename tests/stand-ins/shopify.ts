import { createHmac, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { graphql, parse, validate } from 'graphql';
import { OPERATIONS, scopesOf } from '../../server/modules/channels/shops/shopify/operations.ts';
import { RETURN_SCOPES } from '../../server/modules/channels/shops/shopify/returns.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { makeBudgets, pointsOf } from './shopify-cost.ts';
import { Shop } from './shopify-orders.ts';
import { shopifySchemas } from './shopify-schema.ts';

/**
 * Shopify on loopback: permission, token renewal and the GraphQL Admin API of any number of shops, each known by its token. Calls are run by
 * graphql-js against the schema, so a call or an answer that does not fit it is an error.
 */

/** Odds from 0 to 1 for each call. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = {
  dropBefore: number;
  dropAfter: number;
  status429: number;
  status5xx: number;
  throttled: number;
  truncate: number;
};
const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, status429: 0, status5xx: 0, throttled: 0, truncate: 0 };
const OPERATION = /^(?:query|mutation) (\w+)/;

export async function startShopify({ clientId = 'kontor', clientSecret = 'hush-hush', seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const { restated, published } = shopifySchemas();
  const schema = published ?? restated;
  const random = randomOf(seed);
  const shops = new Map<string, Shop>();
  const tokens = new Map<string, { shop: Shop; until: number }>();
  const renewals = new Map<string, Shop>();
  const calls: { shop: string; operation: string; status: number }[] = [];
  /** Calls that cost more than the shop had left. */
  const refusals: string[] = [];
  /** What did not fit the schema. */
  const mismatches: string[] = [];
  /** `lose`: the answer to the next call of this operation is lost, after its effect. `isMetered`: calls are refused that the budget does not hold. `told`: its last word. `shown`: after an answer was made. */
  const state = {
    faults: { ...NO_FAULTS },
    tokenSeconds: 3600,
    plan: { most: 2000, rate: 100 },
    isMetered: false,
    told: { currentlyAvailable: 0 },
    lose: '',
    shown: (_operation: string): void => undefined,
  };
  const budgets = makeBudgets(state);
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];
  for (const [name, text] of Object.entries(OPERATIONS))
    for (const one of [restated, published])
      if (one) mismatches.push(...validate(one, parse(text)).map(({ message }) => `${name}: ${message}`));

  const shopOf = (host: string): Shop => {
    const known = shops.get(host) ?? new Shop(host, [...scopesOf(''), ...RETURN_SCOPES]);
    shops.set(host, known);
    return known;
  };
  const grant = (shop: Shop) => {
    const [token, renewal] = [`shpat_${randomUUID()}`, `shprt_${randomUUID()}`];
    tokens.set(token, { shop, until: Date.now() + state.tokenSeconds * 1000 });
    renewals.set(renewal, shop);
    return {
      access_token: token,
      scope: shop.scopes.join(','),
      expires_in: state.tokenSeconds,
      refresh_token: renewal,
      refresh_token_expires_in: 7_776_000,
    };
  };

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post('/admin/oauth/access_token', (request, reply) => {
    const given = request.body as Record<string, string>;
    if (given['client_id'] !== clientId || given['client_secret'] !== clientSecret)
      return reply.code(401).send({ error: 'invalid_client' });
    if (given['grant_type'] === 'refresh_token') {
      const shop = renewals.get(given['refresh_token'] ?? '');
      if (!shop) return reply.code(400).send({ error: 'invalid_grant' });
      renewals.delete(given['refresh_token'] ?? '');
      return grant(shop);
    }
    // The code of the stand-in names the shop: `code-<host>`.
    const host = /^code-(.+)$/.exec(given['code'] ?? '')?.[1];
    if (given['expiring'] !== '1') mismatches.push('a token that never ends was asked for');
    return host ? grant(shopOf(host)) : reply.code(400).send({ error: 'invalid_request' });
  });

  app.post('/admin/api/2026-07/graphql.json', async (request, reply) => {
    const { query, variables } = request.body as { query: string; variables: Record<string, unknown> };
    const operation = OPERATION.exec(query)?.[1] ?? '';
    const known = tokens.get(String(request.headers['x-shopify-access-token'] ?? ''));
    const note = (status: number): void => void calls.push({ shop: known?.shop.host ?? '', operation, status });
    if (!known || known.until < Date.now()) {
      note(401);
      return reply.code(401).send({ errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
    }
    const fail = async (status: number, send: () => unknown) => {
      note(status);
      return send();
    };
    if (hit('status429')) return fail(429, () => reply.header('retry-after', '0.1').code(429).send({ errors: 'Too many requests' }));
    if (hit('status5xx')) return fail(502, () => reply.code(502).type('text/html').send('<html>Bad gateway</html>'));
    const document = parse(query);
    const requestedQueryCost = pointsOf(schema, document, variables);
    if (requestedQueryCost > 1000) mismatches.push(`${operation}: ${requestedQueryCost} points`);
    const isHeld = budgets.take(known.shop.host, requestedQueryCost);
    if (!isHeld) refusals.push(operation);
    if (!isHeld || hit('throttled'))
      return fail(200, () =>
        reply.send({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost: null } }),
      );
    if (known.shop.isSilent) {
      note(0);
      return reply.hijack();
    }
    if (known.shop.isDown || hit('dropBefore')) return fail(0, () => void request.raw.socket.destroy());
    const result = await graphql({ schema, source: query, rootValue: known.shop.root, variableValues: variables });
    for (const { message } of result.errors ?? []) mismatches.push(`${operation}: ${message}`);
    state.shown(operation);
    if (state.lose === operation) {
      state.lose = '';
      return fail(0, () => void request.raw.socket.destroy());
    }
    if (hit('dropAfter')) return fail(0, () => void request.raw.socket.destroy());
    note(200);
    const actualQueryCost = pointsOf(schema, document, variables, result.data ?? {});
    const throttleStatus = budgets.giveBack(known.shop.host, requestedQueryCost - actualQueryCost);
    state.told = throttleStatus;
    const value = { ...result, extensions: { cost: { requestedQueryCost, actualQueryCost, throttleStatus } } };
    if (hit('truncate')) return reply.type('application/json').send(JSON.stringify(value).slice(0, 40));
    return value;
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app: `${clientId}:${clientSecret}`,
    shopOf,
    /** What a merchant gets who connects this shop. */
    grant: (host: string) => grant(shopOf(host)),
    /** Ends all tokens: the merchant removed the application. */
    revoke: (): void => {
      tokens.clear();
      renewals.clear();
    },
    tokens,
    calls,
    count: (operation: string): number => calls.filter((call) => call.operation === operation).length,
    mismatches,
    refusals,
    state,
    /** The points that a shop has left. */
    setPoints: budgets.set,
    faults: (some: Partial<Faults>): void => {
      state.faults = { ...NO_FAULTS, ...some };
    },
    /** A notice as Shopify sends it. */
    notice: (topic: string, host: string, body: object, how: { secret?: string; eventId?: string } = {}) => {
      const { secret = clientSecret, eventId = randomUUID() } = how;
      const text = JSON.stringify(body);
      const hmac = createHmac('sha256', secret).update(text).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': host,
        'x-shopify-hmac-sha256': hmac,
        'x-shopify-event-id': eventId,
      };
      return { text, headers };
    },
    close: () => app.close(),
  };
}
export type Shopify = Awaited<ReturnType<typeof startShopify>>;
