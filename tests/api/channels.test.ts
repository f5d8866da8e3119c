import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopifySigned } from '../../server/modules/channels/channels/platforms.ts';
import { unseal } from '../../server/modules/channels/channels/seal.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Channel = { id: string; state: string; hasCredentials: boolean; lastEvent: string; scopes: string };
type Asked = { path: string; headers: Record<string, unknown>; body: string };

const SECRET = 'hush-hush';
const SHOP = 'northwind-tea.myshopify.com';
let platform: Server;
let asked: Asked[] = [];
let server: TestServer;
let bare: TestServer;
let merchant: string;
let merchantId: string;

/** A stand-in for the token calls of Shopify and eBay, by their published interface. */
function standIn(): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      // Calls with a token are those of the server's jobs for shops that are connected, which come at any time.
      if (request.headers['x-shopify-access-token'] === undefined) asked.push({ path: request.url ?? '', headers: request.headers, body });
      const good = body.includes('good-code');
      response.writeHead(good ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(good ? { access_token: 'shpat_top_secret', scope: 'read_orders' } : { error: 'invalid_request' }));
    });
  });
}
beforeAll(async () => {
  platform = standIn();
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const env = { SHOPIFY_APP: `kontor:${SECRET}`, EBAY_APP: 'kontor-e:e-secret:Kontor-RU', SHOP_PLATFORM_URL: url };
  server = await startServer({ sample: true, env });
  bare = await startServer({ beside: server });
  merchant = await server.signIn('merchant');
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
});
afterAll(async () => {
  await bare.app.close();
  await server.close();
  platform.close();
});

let n = 0;
const channel = async (more: Record<string, unknown> = {}, token = merchant) => {
  n += 1;
  const body = { merchantId, name: `Shop ${n}`, kind: 'shopify', shop: SHOP, ...more };
  return (await server.call<Channel>('POST', '/v0/channels', body, token)).data;
};
const read = async (id: string) => (await server.call<Channel>('GET', `/v0/channels/${id}`, undefined, merchant)).data;
const begin = async (id: string, token = merchant): Promise<string> => {
  const { data } = await server.call<{ url: string }>('POST', `/v0/channels/${id}/connect`, undefined, token);
  return new URL(data.url).searchParams.get('state') ?? '';
};
const signed = (parts: Record<string, string>, secret = SECRET) => {
  const message = Object.keys(parts)
    .sort()
    .map((key) => `${key}=${parts[key]}`)
    .join('&');
  return { ...parts, hmac: createHmac('sha256', secret).update(message).digest('hex') };
};
const answer = (state: string, more: Record<string, string> = {}) => ({
  code: 'good-code',
  host: 'aG9zdA',
  shop: SHOP,
  state,
  timestamp: '1767225600',
  ...more,
});
const back = (returned: Record<string, string>, token = merchant, kind = 'shopify') =>
  server.call<{ id: string }>('POST', `/v0/channels/callback/${kind}`, { returned }, token);

describe('a Shopify shop', () => {
  it('is connected once its signed answer came back; the credentials are sealed and never leave', async () => {
    const { id, state } = await channel();
    expect(state).toBe('waiting');
    const { data } = await server.call<{ url: string }>('POST', `/v0/channels/${id}/connect`, undefined, merchant);
    const url = new URL(data.url);
    expect(url.origin + url.pathname).toBe(`https://${SHOP}/admin/oauth/authorize`);
    expect(url.searchParams.get('redirect_uri')).toMatch(/\/shopify\/redirect$/);
    asked = [];
    expect((await back(signed(answer(url.searchParams.get('state') ?? '')))).code).toBe('OK');
    expect(asked).toMatchObject([
      {
        path: '/admin/oauth/access_token',
        body: JSON.stringify({ client_id: 'kontor', client_secret: SECRET, code: 'good-code', expiring: '1' }),
      },
    ]);
    expect(await read(id)).toMatchObject({ state: 'connected', hasCredentials: true, lastEvent: 'connected', scopes: 'read_orders' });
    expect(JSON.stringify(await read(id))).not.toContain('shpat_');
    const { rows } = await server.pool.query('select credentials from channels where id = $1', [id]);
    expect(rows[0].credentials).not.toContain('shpat_');
    expect(unseal(server.config.KONTOR_SECRET, id, rows[0].credentials)).toContain('shpat_top_secret');
    const audit = await server.pool.query(
      `select coalesce(after::text, '') || coalesce(before::text, '') as t from audit_log where row_id = $1`,
      [id],
    );
    expect(audit.rows.map(({ t }) => t).join()).not.toContain(rows[0].credentials);
  });

  it('a forged signature is not believed, asks nobody, and leaves the way open for the true answer', async () => {
    const { id } = await channel();
    const state = await begin(id);
    asked = [];
    for (const forged of [signed(answer(state), 'guess'), answer(state), { ...signed(answer(state)), shop: 'evil.myshopify.com' }])
      expect((await back(forged)).data).toBe('channels.refusals.wrongSignature');
    expect(asked).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'waiting', hasCredentials: false, lastEvent: '' });
    expect((await back(signed(answer(state)))).code).toBe('OK');
  });

  it('an answer counts once', async () => {
    const { id } = await channel();
    const once = signed(answer(await begin(id)));
    expect((await back(once)).code).toBe('OK');
    asked = [];
    expect((await back(once)).data).toBe('channels.refusals.replayed');
    expect(asked).toEqual([]);
  });

  it('counts only for the person who began, in the same session', async () => {
    const { id } = await channel();
    const state = await begin(id);
    const [other, again] = [await server.signIn('manager'), await server.signIn('merchant')];
    expect((await back(signed(answer(state)), other)).data).toBe('channels.refusals.foreignState');
    expect((await back(signed(answer(state)), again)).data).toBe('channels.refusals.foreignState');
    expect((await back(signed(answer('x'.repeat(43))))).data).toBe('channels.refusals.foreignState');
    expect((await back(signed(answer(state)))).code).toBe('OK');
  });

  it('is refused after ten minutes, for another shop, and when the platform gives nothing', async () => {
    const { id } = await channel();
    const late = await begin(id);
    await server.pool.query(`update oauth_states set expires_at = now() - interval '1 second' where channel_id = $1`, [id]);
    expect((await back(signed(answer(late)))).data).toBe('channels.refusals.tooLate');
    expect((await back(signed(answer(await begin(id), { shop: 'other.myshopify.com' })))).data).toBe('channels.refusals.otherShop');
    expect((await back(signed(answer(await begin(id), { code: 'bad' })))).data).toBe('channels.refusals.platformRefused');
    expect(await read(id)).toMatchObject({ state: 'failed', hasCredentials: false });
    expect((await back({ error: 'access_denied', state: await begin(id) })).data).toBe('channels.refusals.declined');
  });

  it('is begun from Shopify’s own window with its signature, which makes the channel of that shop once', async () => {
    const now = String(Math.floor(Date.now() / 1000));
    const start = (returned: Record<string, string>, shop = 'from-window.myshopify.com') =>
      server.call<{ id: string; url: string }>('POST', '/v0/channels/shopify/start', { shop, returned }, merchant);
    const parts = { shop: 'from-window.myshopify.com', timestamp: now };
    const [one, two] = [await start(signed(parts)), await start(signed(parts))];
    expect(one.data.id).toBe(two.data.id);
    expect((await start(signed(parts, 'guess'))).data).toBe('channels.refusals.wrongSignature');
    expect((await start(signed({ ...parts, timestamp: '1000000000' }))).data).toBe('channels.refusals.wrongSignature');
    expect((await start({}, 'evil.example.com')).data).toBe('channels.refusals.wrongShop');
    expect((await start({}, 'a.myshopify.com.evil.example')).data).toBe('channels.refusals.wrongShop');
  });
});

it.each([
  '127.0.0.1',
  '127.0.0.1:8080',
  '[::1]',
  '169.254.169.254',
  '2130706433.',
  '0x7f.1',
  'http://169.254.169.254/latest/meta-data',
  'a.myshopify.com@127.0.0.1',
  '127.0.0.1#.myshopify.com',
  '127.0.0.1/.myshopify.com',
  'a.myshopify.com.evil.example',
])('the server calls no shop at %s: it is none of the platform (P25)', async (shop) => {
  // The server works on shops that were connected before, and calls them at any time.
  await server.pool.query('update channels set active = false where credentials is not null');
  asked = [];
  const { code, data } = await server.call('POST', '/v0/channels/shopify/start', { shop, returned: {} }, merchant);
  expect([code, data]).toEqual(['StateRefused', 'channels.refusals.wrongShop']);
  const { id } = await channel();
  const state = await begin(id);
  await server.pool.query('update channels set shop = $2 where id = $1', [id, shop]);
  expect((await back(signed(answer(state, { shop })))).code).toBe('StateRefused');
  expect(asked).toEqual([]);
});

describe('channels', () => {
  it('an eBay shop is connected by code, state and our secret', async () => {
    const { id } = await channel({ kind: 'ebay', shop: '' });
    const state = await begin(id);
    asked = [];
    expect((await back({ state, code: 'good-code', expires_in: '299' }, merchant, 'ebay')).code).toBe('OK');
    expect(asked[0]).toMatchObject({
      path: '/identity/v1/oauth2/token',
      headers: { authorization: `Basic ${Buffer.from('kontor-e:e-secret').toString('base64')}` },
    });
    expect((await read(id)).state).toBe('connected');
  });

  it('without the house’s application the reader is told how to set it up', async () => {
    const { id } = await channel();
    const token = await bare.signIn('merchant');
    expect((await bare.call('POST', `/v0/channels/${id}/connect`, undefined, token)).data).toBe('channels.refusals.notSetUp');
  });

  it('of another merchant are not there, and a secret of an own program is stored but not shown (P17)', async () => {
    const manager = await server.signIn('manager');
    const other = (await server.pool.query(`select id from merchants where no = 'M-1002'`)).rows[0].id;
    const foreign = await channel({ merchantId: other }, manager);
    for (const [method, path] of [
      ['POST', 'connect'],
      ['POST', 'disconnect'],
    ] as const)
      expect((await server.call(method, `/v0/channels/${foreign.id}/${path}`, undefined, merchant)).code).toBe('NotFound');
    const { id } = await channel({ kind: 'api', shop: '' });
    await server.call('PUT', `/v0/channels/${id}/secret`, { secret: 'my-own-secret' }, merchant);
    expect(await read(id)).toMatchObject({ state: 'connected', hasCredentials: true });
    await server.call('POST', `/v0/channels/${id}/disconnect`, undefined, merchant);
    expect(await read(id)).toMatchObject({ state: 'waiting', hasCredentials: false });
  });
});

describe('Shopify’s signature', () => {
  it('is the HMAC-SHA256 of the sorted query without hmac, in hexadecimal', () => {
    const parts = { code: '0907a61c0c8d55e99db179b68161bc00', shop: 'some-shop.myshopify.com', timestamp: '1337178173' };
    expect(shopifySigned(signed(parts, 'hush'), 'hush')).toBe(true);
    expect(shopifySigned({ ...signed(parts, 'hush'), hmac: 'zz' }, 'hush')).toBe(false);
    expect(shopifySigned({ ...signed(parts, 'hush'), extra: '1' }, 'hush')).toBe(false);
  });
});
