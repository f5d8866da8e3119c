import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleShop } from '#contract/channels/sample-shop';
import { SAMPLE_SHOP } from '#contract/channels/sample-shop';
import { type Floor, openFloor } from '../support/floor.ts';
import { startServer } from '../support/server.ts';
import { shopWorkOf } from '../support/shop-work.ts';
import { stockUp } from '../support/warehouse.ts';

/** The shop to try of a sample house: a newcomer orders in it and follows the order to its tracking number. */

let floor: Floor;
let work: ReturnType<typeof shopWorkOf>;
let path: string;
let channelId: string;
beforeAll(async () => {
  // The server itself works on no shop; the rounds are made by the test.
  floor = await openFloor(8, { SHOP_ADDRESSES: 'none' });
  work = shopWorkOf(floor, { SHOP_ADDRESSES: 'public' });
  const item = await floor.makeItem({ name: 'Green tea' });
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 5);
  const body = { merchantId: floor.house.merchantId, name: 'Shop to try', kind: 'woocommerce', shop: SAMPLE_SHOP };
  channelId = (await floor.server.call<{ id: string }>('POST', '/v0/channels', { ...body, stockSync: true }, floor.admin)).data.id;
  path = `/v0/channels/${channelId}/sampleShop`;
});
afterAll(() => floor.server.close());

const read = async (): Promise<SampleShop> => (await floor.server.call<SampleShop>('GET', path, undefined, floor.admin)).data;
const order = (lines: { product: number; qty: number }[]) =>
  floor.server.call<{ id: number }>('POST', `${path}/orders`, { lines }, floor.admin);
const productOf = (shop: SampleShop, name = 'Green tea') => shop.products.find((one) => one.name === name) ?? { id: 0, qty: 0 };

describe('a shop to try', () => {
  it('sells what its merchant has, and costs nothing until somebody orders in it', async () => {
    expect(productOf(await read()).qty).toBe(5);
    await work.round();
    expect(await work.rows(`select * from shop_connections where channel_id = $1`, channelId)).toEqual([]);
  });

  it('takes an order, which becomes one of the house, and shows its tracking number when it was shipped', async () => {
    const { id } = productOf(await read());
    expect((await order([{ product: id, qty: 2 }])).code).toBe('OK');
    await work.round();
    const [shown] = (await read()).orders;
    expect(shown).toMatchObject({ status: 'processing', customer: 'Mia Hoffmann', lines: [{ name: 'Green tea', qty: 2 }], parcels: [] });
    expect(shown?.here).toMatchObject({ state: 'taken', taskNo: expect.any(String) });
    await work.shipTask(shown?.here?.taskId ?? '');
    await work.round();
    expect((await read()).orders[0]).toMatchObject({ status: 'completed', parcels: [{ no: expect.stringMatching(/^TR-/) }] });
    expect(productOf(await read()).qty).toBe(3);
  });

  it('takes back an order that its customer cancels, and sells no more than it has', async () => {
    const { id } = productOf(await read());
    expect(await order([{ product: id, qty: 4 }])).toMatchObject({ code: 'StateRefused', data: 'channels.refusals.soldOut' });
    const placed = (await order([{ product: id, qty: 3 }])).data.id;
    await work.round();
    expect(productOf(await read()).qty).toBe(0);
    const cancel = () => floor.server.call('POST', `${path}/orders/${placed}/cancel`, undefined, floor.admin);
    expect((await cancel()).code).toBe('OK');
    expect(await cancel()).toMatchObject({ code: 'StateRefused', data: 'channels.refusals.notOpen' });
    await work.round();
    expect((await read()).orders[0]).toMatchObject({ status: 'cancelled', here: { state: 'cancelled' } });
    expect(productOf(await read()).qty).toBe(3);
  });

  it('is none of another merchant, no other channel has one, and neither has a house in production', async () => {
    const merchant = await floor.server.signIn('merchant');
    const [stranger] = await work.rows(`select id from merchants where id <> $1 limit 1`, floor.house.merchantId);
    const body = { merchantId: String(stranger?.['id']), name: 'Theirs', kind: 'woocommerce', shop: SAMPLE_SHOP };
    const theirs = (await floor.server.call<{ id: string }>('POST', '/v0/channels', body, floor.admin)).data.id;
    expect((await floor.server.call('GET', `/v0/channels/${theirs}/sampleShop`, undefined, merchant)).code).toBe('NotFound');
    const theirOrder = { lines: [{ product: 101, qty: 1 }] };
    expect((await floor.server.call('POST', `/v0/channels/${theirs}/sampleShop/orders`, theirOrder, merchant)).code).toBe('NotFound');
    const plain = { merchantId: floor.house.merchantId, name: 'Files', kind: 'csv' };
    const other = (await floor.server.call<{ id: string }>('POST', '/v0/channels', plain, floor.admin)).data.id;
    const call = floor.server.call('GET', `/v0/channels/${other}/sampleShop`, undefined, floor.admin);
    expect((await call).code).toBe('NotFound');
    const { pool, appPool, databaseUrl, config } = floor.server;
    const env = {
      KONTOR_MODE: 'production',
      KONTOR_SECRET: config.KONTOR_SECRET,
      KONTOR_ORIGIN: 'https://kontor.example.org',
      SHOP_ADDRESSES: 'none',
    };
    const real = await startServer({ beside: { pool, appPool, databaseUrl }, env });
    expect((await real.call('GET', path, undefined, floor.admin)).code).toBe('NotFound');
    await real.close();
  });
});
