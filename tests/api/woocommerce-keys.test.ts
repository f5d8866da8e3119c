import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWooCommerce, type WooCommerce } from '../stand-ins/woocommerce.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A shop with an address of its own is connected with keys that its merchant makes there. */

let woo: WooCommerce;
/** One node may call any shop, the other public ones only. */
let any: TestServer;
let open: TestServer;
let admin: string;
let merchantId: string;
const rows = async (text: string, ...values: unknown[]) => (await any.pool.query(text, values)).rows as Record<string, unknown>[];

beforeAll(async () => {
  woo = await startWooCommerce();
  const KONTOR_SECRET = 'a-secret-of-both-nodes-that-is-long-enough';
  any = await startServer({ sample: true, env: { SHOP_ADDRESSES: 'any', KONTOR_SECRET } });
  open = await startServer({ beside: any, env: { KONTOR_SECRET } });
  admin = await any.signIn('admin');
  merchantId = String((await rows(`select id from merchants order by no limit 1`))[0]?.['id']);
});
afterAll(async () => {
  await open.close();
  await any.close();
  await woo.close();
});

let count = 0;
async function make(shop: string): Promise<string> {
  count += 1;
  const body = { merchantId, name: `Shop ${count}`, kind: 'woocommerce', shop };
  return (await any.call<{ id: string }>('POST', '/v0/channels', body, admin)).data.id;
}
const put = (id: string, body: object, server = any) => server.call('PUT', `/v0/channels/${id}/keys`, body, admin);

it('they are checked with the shop at once, never shown, and bound to its address', async () => {
  const id = await make(`${woo.url}/`);
  expect(await put(id, { key: 'ck_wrong-key', secret: 'cs_wrong-secret' })).toMatchObject({
    code: 'StateRefused',
    data: 'channels.refusals.keysRefused',
  });
  const state = async () => (await rows(`select state, shop from channels where id = $1`, id))[0];
  expect(await state()).toEqual({ state: 'failed', shop: woo.url });
  woo.state.isReadOnly = true;
  expect((await put(id, woo.keys)).data).toBe('channels.refusals.keysRefused');
  woo.state.isReadOnly = false;
  expect(await put(id, woo.keys)).toMatchObject({ code: 'OK' });
  expect(await state()).toEqual({ state: 'connected', shop: woo.url });
  const read = await any.call<{ version: number }>('GET', `/v0/channels/${id}`, undefined, admin);
  expect(JSON.stringify(read.data)).not.toContain('cs_');
  const { version } = read.data;
  const moved = await any.call('PUT', `/v0/channels/${id}`, { shop: 'https://elsewhere.example', version }, admin);
  expect(moved).toMatchObject({ code: 'InvalidInput', data: [{ path: 'shop', rule: 'fixed' }] });
});

it('they are not sent to an address where no shop is, in the house’s own network, or without https', async () => {
  const reasons = [];
  for (const [shop, server] of [
    [woo.url.replace('/shop', '/elsewhere'), any],
    ['http://127.0.0.1:9/shop', any],
    ['ftp://tea.example', any],
    ['https://127.0.0.1/shop', open],
    ['https://localhost/shop', open],
    ['http://tea.example', open],
  ] as const)
    reasons.push((await put(await make(shop), woo.keys, server)).data);
  expect(reasons.map((text) => String(text).replace('channels.refusals.', ''))).toEqual([
    'noShopThere',
    'shopUnreachable',
    'wrongAddress',
    'wrongAddress',
    'wrongAddress',
    'wrongAddress',
  ]);
});
