import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SkuSuggestions } from '#contract/channels/sku-suggestions';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** What an unknown SKU of a shop may be: the house proposes, a person decides. */

let f: WooFloor;
let foreign: string;
beforeAll(async () => {
  f = await openWooFloor();
  const [other] = await f.rows(`select id from merchants where id <> $1 limit 1`, f.floor.house.merchantId);
  foreign = String(other?.['id']);
});
afterAll(() => f.close());

const call = <T>(method: string, path: string, body?: unknown, token = f.floor.admin) => f.floor.server.call<T>(method, path, body, token);
/** The suggestions of an order as the reasons and SKUs of the items, the surest first. */
const suggested = async (orderId: unknown) => {
  const { data } = await call<SkuSuggestions>('GET', `/v0/channelOrders/${String(orderId)}/suggestions`);
  return data.skus.map(({ sku, orders, items }) => ({ sku, orders, items: items.map((one) => `${one.reason} ${one.sku}`) }));
};
const hold = async (sku: string, name = '') => {
  const order = f.woo.place({ lines: [{ sku, qty: 1, ...(name ? { name } : {}) }] });
  await f.round();
  const row = await f.orderOf(order);
  expect(row).toMatchObject({ state: 'held', reason: 'unknownSku' });
  return { order, id: row['id'] };
};

describe('an unknown SKU of a shop', () => {
  it.each([
    { why: 'barcode', item: { barcode: '4006381333931' }, sku: '4006381333931' },
    { why: 'barcode', item: { barcode: '012345678905' }, sku: '0012345678905' },
    { why: 'spelling', item: { sku: 'TEA-GREEN-007' }, sku: 'tea green 7' },
    { why: 'title', item: { name: 'Assam black tea, loose, 250 g' }, sku: 'no-such-1', name: 'Assam Black Tea loose 250 g' },
  ])('is likely the item of the merchant with the same $why ($sku)', async ({ why, item, sku, name }) => {
    const made = await f.floor.makeItem(item);
    await f.floor.makeItem({ ...item, sku: `foreign-${sku}`, merchant_id: foreign });
    const { id } = await hold(sku, name);
    expect(await suggested(id)).toEqual([{ sku, orders: 1, items: [`${why} ${made.sku}`] }]);
    // Nothing is taken without a person.
    expect(await f.rows(`select 1 from item_aliases where item_id = $1`, made.id)).toEqual([]);
    expect(await f.rows(`select state from channel_orders where id = $1`, id)).toEqual([{ state: 'held' }]);
  });

  it('is likely an item with an alias that is the barcode of the shop, or one whose name the shop uses', async () => {
    const byAlias = await f.floor.makeItem({ name: 'Cup' });
    await f.rows(`insert into item_aliases (code, item_id) values ('5901234123457', $1)`, byAlias.id);
    f.woo.addProduct('cup-of-shop', 3, { barcode: '5901234123457', name: 'Porcelain cup' });
    await f.rows(`update shop_connections set stock_read_at = null`);
    const { id } = await hold('cup-of-shop');
    expect(await suggested(id)).toEqual([{ sku: 'cup-of-shop', orders: 1, items: [`alias ${byAlias.sku}`] }]);
    const [row] = await f.rows(`select title, barcode from channel_items where sku = 'cup-of-shop'`);
    expect(row).toEqual({ title: 'Porcelain cup', barcode: '5901234123457' });
  });

  it('is mapped in one click, which lets all orders go on that wait for it', async () => {
    const made = await f.floor.makeItem({ barcode: '9780201379624' });
    const [first, second] = [await hold('9780201379624'), await hold('9780201379624')];
    const [found] = await suggested(first.id);
    expect(found).toEqual({ sku: '9780201379624', orders: 2, items: [`barcode ${made.sku}`] });
    const done = await call('POST', `/v0/channelOrders/${String(first.id)}/map`, { itemId: made.id, sku: '9780201379624' });
    expect(done.code).toBe('OK');
    for (const { order } of [first, second]) await expect.poll(async () => (await f.orderOf(order))['state']).toBe('taken');
    expect(await suggested(first.id)).toEqual([]);
  });

  it('is mapped on the list of items of the shop, also before an order came', async () => {
    const made = await f.floor.makeItem({ sku: 'MUG-12' });
    f.woo.addProduct('mug 012', 7, { name: 'Mug' });
    await f.readStock();
    const [item] = await f.rows(`select id, state from channel_items where sku = 'mug 012'`);
    const path = `/v0/channelItems/${String(item?.['id'])}`;
    const { data } = await call<SkuSuggestions>('GET', `${path}/suggestions`);
    expect(data.skus).toMatchObject([{ sku: 'mug 012', title: 'Mug', items: [{ id: made.id, reason: 'spelling' }] }]);
    expect((await call('POST', `${path}/map`, { itemId: crypto.randomUUID() })).code).toBe('InvalidInput');
    const { order } = await hold('mug 012');
    expect((await call('POST', `${path}/map`, { itemId: made.id })).code).toBe('OK');
    await expect.poll(async () => (await f.orderOf(order))['state']).toBe('taken');
    await f.round();
    const [now] = await f.rows(`select item_id, state from channel_items where sku = 'mug 012'`);
    expect(now).toEqual({ item_id: made.id, state: 'differs' });
    expect((await call('POST', `${path}/map`, { itemId: made.id })).data).toBe('channelItems.refusals.known');
  });

  it('of another merchant is not there (P17)', async () => {
    const { id } = await hold('nobody-knows-this');
    await f.rows(`update channel_orders set merchant_id = $2 where id = $1`, id, foreign);
    const own = await f.floor.server.signIn('merchant');
    expect((await call('GET', `/v0/channelOrders/${String(id)}/suggestions`, undefined, own)).status).toBe(404);
    expect((await call('GET', `/v0/channelItems/${crypto.randomUUID()}/suggestions`, undefined, own)).status).toBe(404);
  });
});
