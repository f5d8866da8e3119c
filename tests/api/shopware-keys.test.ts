import { afterAll, beforeAll, expect, it } from 'vitest';
import { startShopware } from '../stand-ins/shopware.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A Shopware shop is connected with the keys of an integration, which its merchant makes there. */

let shopware: Awaited<ReturnType<typeof startShopware>>;
let server: TestServer;
let admin: string;
let merchantId: string;
beforeAll(async () => {
  shopware = await startShopware();
  server = await startServer({ sample: true, env: { SHOP_ADDRESSES: 'any' } });
  admin = await server.signIn('admin');
  merchantId = String((await server.pool.query(`select id from merchants order by no limit 1`)).rows[0]?.id);
});
afterAll(async () => {
  await server.close();
  await shopware.close();
});

let count = 0;
async function make(shop: string): Promise<string> {
  count += 1;
  const body = { merchantId, name: `Shop ${count}`, kind: 'shopware', shop };
  return (await server.call<{ id: string }>('POST', '/v0/channels', body, admin)).data.id;
}
const put = (id: string, body: object) => server.call('PUT', `/v0/channels/${id}/keys`, body, admin);
const stateOf = async (id: string) => (await server.pool.query(`select state from channels where id = $1`, [id])).rows[0];

it('keys are checked with the shop at once, also whether their role may read all that is needed, and are never shown', async () => {
  const id = await make(`${shopware.url}/`);
  expect((await put(id, { key: 'SWIA-OTHER', secret: 'a-wrong-secret' })).data).toBe('channels.refusals.keysRefused');
  shopware.shop.lacking = ['order_delivery:read'];
  expect((await put(id, shopware.keys)).data).toBe('channels.refusals.keysRefused');
  expect(await stateOf(id)).toEqual({ state: 'failed' });
  shopware.shop.lacking = [];
  expect(await put(id, shopware.keys)).toMatchObject({ code: 'OK' });
  expect(await stateOf(id)).toEqual({ state: 'connected' });
  const { data } = await server.call('GET', `/v0/channels/${id}`, undefined, admin);
  expect(JSON.stringify(data)).not.toContain(shopware.keys.secret);
  expect((await put(await make(`${shopware.url}/elsewhere`), shopware.keys)).data).toBe('channels.refusals.noShopThere');
});

it('notices are ordered where the role permits it; one leads to its order, and one without the secret of its address learns nothing', async () => {
  const { shop } = shopware;
  shop.lacking = ['webhook:read'];
  const id = await make(shopware.url);
  expect(await put(id, shopware.keys)).toMatchObject({ code: 'OK' });
  const mine = () => shop.hooks.filter(({ url }) => url.includes(id));
  expect(mine()).toEqual([]);
  shop.lacking = [];
  await put(id, shopware.keys);
  await put(id, shopware.keys);
  expect(mine().map(({ eventName }) => eventName)).toContain('checkout.order.placed');
  expect(new Set(mine().map(({ eventName }) => eventName)).size).toBe(mine().length);
  for (const one of mine()) one.active = false;
  await put(id, shopware.keys);
  expect(mine().every(({ active }) => active)).toBe(true);
  const order = shop.place({ number: 'N-1', lines: [{ sku: 'TEA', qty: 1 }] });
  const send = async (url: string): Promise<number> => {
    const body = JSON.stringify({ data: { payload: { order: { id: order.id } }, event: 'checkout.order.placed' } });
    return (await fetch(`${server.url}${new URL(url).pathname}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      .status;
  };
  const due = async () => (await server.pool.query(`select key from channel_due where channel_id = $1 and key = $2`, [id, order.id])).rows;
  const url = mine()[0]?.url ?? '';
  expect(await send(`${url.slice(0, -4)}0000`)).toBe(401);
  expect(await due()).toEqual([]);
  expect(await send(url)).toBe(200);
  expect(await due()).toEqual([{ key: order.id }]);
  expect(shopware.mismatches).toEqual([]);
});
