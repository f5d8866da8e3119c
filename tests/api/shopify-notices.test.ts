import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shopify, startShopify } from '../stand-ins/shopify.ts';
import type { Order, Shop } from '../stand-ins/shopify-orders.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A running house that a merchant connects to a Shopify shop, and the notices that the shop sends. */

const HOST = 'northwind.myshopify.com';
const SECRET = 'hush-hush';
let server: TestServer;
let shopify: Shopify;
let shop: Shop;
let channelId: string;

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const signed = (parts: Record<string, string>) => {
  const message = Object.keys(parts)
    .sort()
    .map((key) => `${key}=${parts[key]}`)
    .join('&');
  return { ...parts, hmac: createHmac('sha256', SECRET).update(message).digest('hex') };
};
const send = async (
  topic: string,
  body: object,
  how: { secret?: string; eventId?: string; host?: string; path?: string } = {},
): Promise<number> => {
  const { host = HOST, path = '/v0/shops/shopify/notices', ...more } = how;
  const { text, headers } = shopify.notice(topic, host, body, more);
  return (await fetch(`${server.url}${path}`, { method: 'POST', body: text, headers })).status;
};
const stateOf = async ({ id }: Order): Promise<unknown> =>
  (await rows(`select state from channel_orders where channel_id = $1 and external_id = $2`, channelId, id.split('/').pop()))[0]?.['state'];
const submitted = ({ id }: Order) => ({ submitted_fulfillment_order: { id, request_status: 'submitted' } });

beforeAll(async () => {
  shopify = await startShopify({ clientSecret: SECRET });
  shop = shopify.shopOf(HOST);
  server = await startServer({ sample: true, env: { SHOPIFY_APP: shopify.app, SHOP_PLATFORM_URL: shopify.url } });
});
afterAll(async () => {
  await server.close();
  await shopify.close();
});

describe('a shop', () => {
  it('is connected by its merchant, gets our place and our notices, and its orders come by themselves within seconds of a notice', async () => {
    const merchant = await server.signIn('merchant');
    const [{ id: merchantId } = {}] = await rows(`select id from merchants where no = 'M-1001'`);
    const body = { merchantId, name: 'Northwind on Shopify', kind: 'shopify', shop: HOST };
    channelId = (await server.call<{ id: string }>('POST', '/v0/channels', body, merchant)).data.id;
    const { data: way } = await server.call<{ url: string }>('POST', `/v0/channels/${channelId}/connect`, undefined, merchant);
    const asked = new URL(way.url).searchParams;
    expect(asked.get('scope')?.split(',')).toEqual(expect.arrayContaining(['write_assigned_fulfillment_orders', 'write_fulfillments']));
    const returned = signed({ code: `code-${HOST}`, host: 'aG9zdA', shop: HOST, state: asked.get('state') ?? '', timestamp: '1767225600' });
    expect((await server.call('POST', '/v0/channels/callback/shopify', { returned }, merchant)).code).toBe('OK');
    await expect.poll(() => shop.hooks.length, { timeout: 20_000 }).toBeGreaterThan(5);
    expect(shop.service?.callbackUrl).toMatch(new RegExp(`/v0/shops/shopify/${channelId}$`));
    const [item] = await rows(
      `select sku from items where merchant_id = $1 and kind = 'physical' and deleted_at is null limit 1`,
      merchantId,
    );
    const order = shop.place({ name: '#1', lines: [{ sku: String(item?.['sku']), qty: 1 }] });
    expect(await send('fulfillment_orders/fulfillment_request_submitted', submitted(order))).toBe(200);
    await expect.poll(() => stateOf(order), { timeout: 20_000 }).toMatch(/taken|held/);
    await expect.poll(() => order.requestStatus, { timeout: 20_000 }).toBe('ACCEPTED');
    expect(shopify.mismatches).toEqual([]);
  });
});

describe('a notice', () => {
  it('of an approved return lets it be read, once, and one of a stranger does not', async () => {
    const due = () => rows(`select key from channel_due where kind = 'return' and channel_id = $1`, channelId);
    const body = { id: 4711, admin_graphql_api_id: 'gid://shopify/Return/4711' };
    expect(await send('returns/approve', body, { secret: 'guess' })).toBe(401);
    expect(await due()).toEqual([]);
    expect([await send('returns/approve', body), await send('returns/approve', body)]).toEqual([200, 200]);
    expect(await due()).toEqual([{ key: '4711' }]);
    expect(shop.hooks.map(({ topic }) => topic)).toContain('RETURNS_APPROVE');
  });

  it('with another signature is refused and changes nothing; neither letters beyond ASCII nor the new names of headers matter', async () => {
    const order = shop.place({ name: '#2', lines: [{ sku: 'Tee – grün', qty: 1 }] });
    expect(await send('fulfillment_orders/fulfillment_request_submitted', submitted(order), { secret: 'guess' })).toBe(401);
    expect(await rows(`select 1 from channel_due where kind = 'fetch' and key = $1`, order.id.split('/').pop())).toEqual([]);
    const { text, headers } = shopify.notice('fulfillment_orders/fulfillment_request_submitted', HOST, {
      ...submitted(order),
      note: 'grün 你好',
    });
    const renamed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('x-shopify-', 'shopify-'), value]));
    expect((await fetch(`${server.url}/v0/shops/shopify/notices`, { method: 'POST', body: text, headers: renamed })).status).toBe(200);
    await expect.poll(() => stateOf(order), { timeout: 20_000 }).toBe('held');
  });

  it('that comes five times is looked at once, one of an unknown shop is answered and forgotten', async () => {
    const order = shop.place({ name: '#3', lines: [{ sku: 'X', qty: 1 }] });
    const before = shopify.count('Details');
    for (let n = 0; n < 5; n++)
      expect(await send('fulfillment_orders/fulfillment_request_submitted', submitted(order), { eventId: 'same' })).toBe(200);
    await expect.poll(() => stateOf(order), { timeout: 20_000 }).toBe('held');
    expect(shopify.count('Details') - before).toBe(1);
    expect(await send('fulfillment_orders/fulfillment_request_submitted', submitted(order), { host: 'nobody.myshopify.com' })).toBe(200);
    expect(await send('', { kind: 'FULFILLMENT_REQUEST' }, { path: `/v0/shops/shopify/${channelId}/fulfillment_order_notification` })).toBe(
      200,
    );
  });

  it('that asks for the data of a customer tells people; one that asks to forget them blanks what has ended', async () => {
    const customer = { shop_domain: HOST, customer: { email: 'ERIKA@example.org' } };
    expect(await send('customers/data_request', customer)).toBe(200);
    expect((await rows(`select 1 from messages where text like '%ERIKA@example.org%'`)).length).toBeGreaterThan(0);
    await rows(`update channel_orders set state = 'ignored', ended_at = now() where channel_id = $1 and external_no = '#2'`, channelId);
    expect(await send('customers/redact', customer)).toBe(200);
    const left = await rows(
      `select external_no, body->'consignee'->>'name1' as name from channel_orders where channel_id = $1 order by external_no`,
      channelId,
    );
    expect(left).toEqual([
      { external_no: '#1', name: 'Erika Muster' },
      { external_no: '#2', name: '' },
      { external_no: '#3', name: 'Erika Muster' },
    ]);
  });

  it('that the shop itself is to be forgotten blanks every order that has ended, whoever ordered it', async () => {
    await rows(`update channel_orders set state = 'ignored', ended_at = now() where channel_id = $1 and external_no = '#3'`, channelId);
    expect(await send('shop/redact', { shop_domain: HOST }, { secret: 'guess' })).toBe(401);
    expect(await send('shop/redact', { shop_domain: HOST })).toBe(200);
    const left = await rows(
      `select external_no from channel_orders where channel_id = $1 and body->'consignee'->>'name1' <> '' order by external_no`,
      channelId,
    );
    expect(left).toEqual([{ external_no: '#1' }]);
  });

  it('that the application was removed stops the channel and forgets its credentials', async () => {
    expect(await send('app/uninstalled', { domain: HOST })).toBe(200);
    expect(await rows(`select state, last_event, credentials from channels where id = $1`, channelId)).toEqual([
      { state: 'failed', last_event: 'uninstalled', credentials: null },
    ]);
  });
});
