import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEbayFloor } from '../support/ebay-floor.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { openShopwareFloor } from '../support/shopware-floor.ts';
import { openWooFloor } from '../support/woo-floor.ts';

/** Orders of a shop are insured for what their goods cost, from the value that the channel says. */

type Rows = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;
const insuredOf = async (rows: Rows, taskId: unknown) =>
  (await rows('select insured_amount::int as amount, currency, delivery_services as services from tasks where id = $1', taskId))[0];
const insureFrom = (rows: Rows, channelId: string, cents: number | null) =>
  rows('update channels set insure_from = $2 where id = $1', channelId, cents);
const NOT = expect.objectContaining({ amount: null, services: [] });
const insuredFor = (amount: number, currency = 'EUR') => ({ amount, currency, services: ['insurance'] });

describe('an order of Shopify', () => {
  let f: ShopFloor;
  beforeAll(async () => {
    f = await openShopFloor();
  });
  afterAll(() => f.close());
  const place = (name: string, price: string, currency = 'EUR', more: object = {}) =>
    f.place(name, [{ sku: f.item.sku, qty: 2, price }], { payment: { currency, ...more } });
  const read = async (order: Parameters<ShopFloor['taskOf']>[0]) => insuredOf(f.rows, await f.taskOf(order));

  it('is insured at and above the value of the channel, not below it, and never without the setting', async () => {
    const before = place('#1', '500.00');
    await f.round();
    expect(await read(before)).toEqual(NOT);
    await insureFrom(f.rows, f.channelId, 10_000);
    const [below, at, above] = [place('#2', '49.99'), place('#3', '50.00'), place('#4', '50.005')];
    await f.round();
    expect(await read(below)).toEqual(NOT);
    expect(await read(at)).toEqual(insuredFor(10_000));
    expect(await read(above)).toEqual(insuredFor(10_001));
    // A setting that changes later leaves orders that are known as they are.
    await insureFrom(f.rows, f.channelId, 100);
    f.shop.change(below, {});
    f.shop.change(before, {});
    await f.round();
    expect([await read(below), await read(before)]).toEqual([NOT, NOT]);
    await insureFrom(f.rows, f.channelId, 10_000);
    f.shop.change(at, {});
    await f.round();
    expect(await read(at)).toEqual(insuredFor(10_000));
    expect(await f.messages('%too late%')).toBe(0);
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('in another currency is compared by the rate of the day, and one that the house does not have is taken without', async () => {
    await f.rows(`delete from fx_rates where currency = 'USD'`);
    await f.rows(`insert into fx_rates (currency, valid_on, rate) values ('USD', kontor_day(), 2000000)`);
    await insureFrom(f.rows, f.channelId, 10_000);
    const [below, at, strange] = [place('#11', '99.00', 'USD'), place('#12', '100.00', 'USD'), place('#13', '90000', 'JPY')];
    await f.round();
    expect(await read(below)).toEqual(NOT);
    expect(await read(at)).toEqual(insuredFor(20_000, 'USD'));
    expect(await f.orderOf(strange)).toMatchObject({ state: 'taken' });
    expect(await read(strange)).toEqual(NOT);
  });

  it('that was divided is insured part by part, each for its own lines', async () => {
    await insureFrom(f.rows, f.channelId, 10_000);
    const order = 'gid://shopify/Order/4712';
    const parts = [place('#21', '60.00', 'EUR', { order }), place('#21', '20.00', 'EUR', { order })];
    await f.round();
    expect(await read(parts[0] as (typeof parts)[0])).toEqual(insuredFor(12_000));
    expect(await read(parts[1] as (typeof parts)[0])).toEqual(NOT);
  });

  it('whose lines change in the shop is decided again until it is picked', async () => {
    await insureFrom(f.rows, f.channelId, 10_000);
    const order = place('#31', '60.00');
    await f.round();
    const [line] = order.lines;
    if (line) Object.assign(line, { total: 3, remaining: 3 });
    f.shop.change(order, {});
    await f.round();
    expect(await read(order)).toEqual(insuredFor(18_000));
    if (line) Object.assign(line, { total: 1, remaining: 1 });
    f.shop.change(order, {});
    await f.round();
    expect(await read(order)).toEqual(NOT);
  });
});

describe('an order of the other shops', () => {
  it('of WooCommerce is insured for what the customer pays with tax, without refunded pieces', async () => {
    const f = await openWooFloor();
    await insureFrom(f.rows, f.channelId, 10_000);
    const [whole, refunded] = [1, 2].map(() => f.woo.place({ lines: [{ sku: f.item.sku, qty: 2, price: 50 }] }));
    if (!whole || !refunded) throw new Error('no orders');
    f.woo.refund(refunded, 0, 1);
    await f.round();
    expect(await insuredOf(f.rows, await f.taskOf(whole))).toEqual(insuredFor(10_000));
    expect(await insuredOf(f.rows, await f.taskOf(refunded))).toEqual(NOT);
    await f.close();
  });

  it('of Shopware is insured delivery by delivery, a bundle by its own price', async () => {
    const f = await openShopwareFloor();
    await insureFrom(f.rows, f.channelId, 10_000);
    const bundle = { qty: 1, price: 120, label: 'Set', parts: [{ sku: f.item.sku, qty: 2, price: 0 }] };
    const order = f.place({ lines: [bundle, { sku: f.item.sku, qty: 1, price: 99.99 }], deliveries: [[0], [1]] });
    await f.round();
    const [first, second] = [await f.orderOf(order, 0), await f.orderOf(order, 1)];
    expect(await insuredOf(f.rows, first['task_id'])).toEqual(insuredFor(12_000));
    expect(await insuredOf(f.rows, second['task_id'])).toEqual(NOT);
    expect(f.shopware.mismatches).toEqual([]);
    await f.close();
  });

  it('of eBay is insured for the price of its lines', async () => {
    const f = await openEbayFloor();
    await insureFrom(f.rows, f.channelId, 10_000);
    const [at, below] = [5000, 4999].map((price) => f.place([{ sku: f.item.sku, qty: 2, price }]));
    if (!at || !below) throw new Error('no orders');
    await f.round();
    expect(await insuredOf(f.rows, await f.taskOf(at))).toEqual(insuredFor(10_000));
    expect(await insuredOf(f.rows, await f.taskOf(below))).toEqual(NOT);
    await f.close();
  });
});
