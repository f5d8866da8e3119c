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
