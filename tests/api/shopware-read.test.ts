import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewLine, NewOrder, Order } from '../stand-ins/shopware-orders.ts';
import { faultOf, first, openShopwareCalls, type ShopwareCalls } from '../support/shopware-calls.ts';

/** What is read of a Shopware shop, against one that holds each call against the schema that Shopware publishes. */

let f: ShopwareCalls;
beforeAll(async () => {
  f = await openShopwareCalls();
});
afterAll(() => f.shopware.close());
beforeEach(() => {
  f.shopware.shop.lacking = [];
});

const detail = async (order: Order, mapping = {}) => (await f.open({ mapping }).details([first(order).id]))[0];
const inWindow = async (until = Date.now() + 60_000) => {
  const shop = f.open();
  const rows = [];
  for (let page: string | null = null; ; ) {
    const read: Awaited<ReturnType<typeof shop.changed>> = await shop.changed(
      new Date(Date.now() - 60_000).toISOString(),
      new Date(until).toISOString(),
      page,
    );
    rows.push(...read.rows);
    if (read.next === null) return rows;
    page = read.next;
  }
};

describe('keys', () => {
  it('give a token that is used until it ends, and anew when the shop does not take it any more', async () => {
    await f.open().prepare();
    const before = f.shopware.count('token');
    await f.open().stock(null);
    expect(f.shopware.count('token')).toBe(before);
    f.shopware.tokens.clear();
    await f.open().stock(null);
    expect(f.shopware.count('token')).toBe(before + 1);
  });

  it('that are wrong ask people to connect again, also while a token of the right ones holds', async () => {
    expect(await faultOf(f.open({ secret: 'wrong' }).stock(null))).toMatchObject({ kind: 'signIn' });
  });

  it('whose role lacks a privilege are told which', async () => {
    f.shopware.shop.lacking = ['product:read'];
    expect(await f.open().prepare()).toMatchObject({ missingScopes: ['product:read'] });
    f.shopware.shop.lacking = ['product:update'];
    const { id } = f.shopware.shop.addProduct('COCOA', 1);
    expect(await faultOf(f.open().setStock([{ externalId: id, qty: 2, before: 1 }], ''))).toMatchObject({
      kind: 'signIn',
      message: expect.stringContaining('product:update'),
    });
  });
});

describe('changes', () => {
  it('of 130 orders are found once each, also if some change again while they are read', async () => {
    const orders = Array.from({ length: 130 }, () => f.place());
    const shop = f.open();
    const since = new Date(Date.now() - 60_000).toISOString();
    const until = new Date(Date.now() + 1000).toISOString();
    const [early, late] = [new Date(0).toISOString(), new Date(Date.now() + 2000).toISOString()];
    const one = await shop.changed(since, until, null);
    // They leave the window, so an offset would skip as many of the next page.
    for (const order of orders.slice(0, 60))
      for (const row of [order, ...order.deliveries, ...order.transactions, ...order.deliveries.map((one) => one.shippingOrderAddress)])
        Object.assign(row, { createdAt: early, updatedAt: row === order ? late : null });
    const two = await shop.changed(since, until, one.next);
    const seen = [...one.rows, ...two.rows].map(({ externalId }) => externalId);
    expect(orders.filter((order) => !seen.includes(first(order).id))).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('of a payment or a delivery are found although the time of the order stands still', async () => {
    const [paid, shipped] = [f.place({ payments: [{ method: 'Prepayment', state: 'open' }] }), f.place()];
    const old = new Date(Date.now() - 3_600_000).toISOString();
    for (const order of [paid, shipped])
      for (const row of [order, ...order.deliveries, ...order.transactions, ...order.deliveries.map((one) => one.shippingOrderAddress)])
        Object.assign(row, { createdAt: old });
    const idsOf = async () => (await inWindow()).map(({ externalId }) => externalId);
    expect(await idsOf()).not.toContain(first(paid).id);
    f.shopware.shop.pay(paid);
    f.shopware.shop.transit(first(shipped), 'ship');
    expect(await inWindow()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ externalId: first(paid).id, wanted: 'ship' }),
        expect.objectContaining({ externalId: first(shipped).id, wanted: 'ended' }),
      ]),
    );
  });
});

describe('an order', () => {
  it.each([
    ['paid', 'ship'],
    ['authorized', 'ship'],
    ['refunded_partially', 'ship'],
    ['open', 'none'],
    ['paid_partially', 'none'],
    ['refunded', 'ended'],
    ['chargeback', 'ended'],
  ])('whose payment is %s: %s', async (state, wanted) => {
    expect(await detail(f.place({ payments: [{ method: 'Invoice', state }] }))).toMatchObject({ wanted });
  });

  it('that is paid after a first payment failed is shipped, and so is one that costs nothing', async () => {
    const second = [
      { method: 'Card', state: 'failed' },
      { method: 'PayPal', state: 'paid' },
    ];
    expect(await detail(f.place({ payments: second }))).toMatchObject({ wanted: 'ship' });
    expect(await detail(f.place({ payments: [{ method: 'Card', state: 'open' }], total: 0 }))).toMatchObject({ wanted: 'ship' });
  });

  it('with a payment after delivery is shipped if the mapping of the channel says so', async () => {
    const order = f.place({ payments: [{ method: 'Invoice', state: 'open' }] });
    expect(await detail(order, { 'payment:Invoice': 'open' })).toMatchObject({ wanted: 'ship' });
    expect(await detail(order, { 'payment:payment_invoice': 'open' })).toMatchObject({ wanted: 'ship' });
    expect(await detail(order, { 'payment:Prepayment': 'open' })).toMatchObject({ wanted: 'none' });
  });

  it('paid at the door names what is collected: all of an order, and nothing where another payment was good', async () => {
    const cash = { method: 'Nachnahme', technicalName: 'payment_cashpayment', state: 'open' };
    const read = async (more: Partial<NewOrder>) =>
      (await detail(f.place({ total: 49.9, payments: [cash], ...more }), { 'payment:payment_cashpayment': 'open' }))?.order;
    expect(await read({})).toMatchObject({ codAmount: 4990, currency: 'EUR' });
    const paid = await read({ payments: [cash, { method: 'PayPal', state: 'paid' }] });
    const ofTwo = await read({
      lines: [
        { sku: 'TEA', qty: 1 },
        { sku: 'CUP', qty: 1 },
      ],
      deliveries: [[0], [1]],
    });
    const invoice = await read({ payments: [{ method: 'Invoice', state: 'open' }] });
    // Each delivery names the whole; the house collects it with one (tests/api/shopify.test.ts).
    expect(ofTwo?.codAmount).toBe(4990);
    for (const order of [paid, invoice]) {
      expect(order).toBeTruthy();
      expect(order?.codAmount).toBeUndefined();
    }
  });

  it('that is cancelled, or whose delivery is, has ended', async () => {
    const [whole, part] = [f.place(), f.place()];
    f.shopware.shop.cancel(whole);
    f.shopware.shop.transit(first(part), 'cancel');
    expect([(await detail(whole))?.wanted, (await detail(part))?.wanted]).toEqual(['ended', 'ended']);
  });

  it('is read with its goods: parts of a bundle instead of the bundle, no discounts, no downloads', async () => {
    const lines: NewLine[] = [
      { sku: 'TEA', qty: 3 },
      {
        label: 'Breakfast',
        qty: 2,
        type: 'container',
        parts: [
          { sku: 'TEA', qty: 2 },
          { sku: 'JAM', qty: 4 },
        ],
      },
      { sku: 'EBOOK', qty: 1, states: ['is-download'] },
      { label: 'Ten percent', qty: 1, good: false, type: 'promotion' },
    ];
    const read = await detail(
      f.place({ lines, address: { company: 'Muster GmbH', department: 'Purchase', additionalAddressLine1: 'Gate 3' } }),
    );
    expect(read?.order?.lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['TEA', 3],
      ['TEA', 2],
      ['JAM', 4],
    ]);
    expect(read?.order?.consignee).toMatchObject({
      name1: 'Muster GmbH',
      name2: 'Erika Muster',
      addition: 'Purchase, Gate 3',
      country: 'DE',
      email: 'erika@example.org',
    });
  });

  it('with several deliveries is as many orders of ours, and a delivery without goods is none', async () => {
    const lines = [
      { sku: 'TEA', qty: 1 },
      { sku: 'JAM', qty: 2 },
      { label: 'Free shipping', qty: 1, good: false, type: 'promotion' },
    ];
    const order = f.place({ lines, deliveries: [[0], [1], [2]] });
    const ids = order.deliveries.map(({ id }) => id);
    expect((await inWindow()).filter(({ externalId }) => ids.includes(externalId))).toHaveLength(2);
    const read = await f.open().details(ids);
    expect(read.map((one) => one.order?.lines.map(({ sku }) => sku))).toEqual([['TEA'], ['JAM'], undefined]);
  });

  it('can hold whatever a customer wrote', async () => {
    const address = { firstName: 'f'.repeat(300), street: '​'.repeat(3), zipcode: '1', city: '\u0007', country: { iso: null } };
    const order = f.place({ lines: [{ sku: 'x'.repeat(200), qty: 1, label: 'l'.repeat(900) }], address, comment: `‮${'n'.repeat(5000)}` });
    expect(await detail(order)).toMatchObject({ wanted: 'ship', order: { consignee: { city: '', country: '' } } });
  });
});

it('every call and every answer fits the schema that Shopware publishes', () => {
  expect([...new Set(f.shopware.mismatches)]).toEqual([]);
  expect(f.shopware.calls.length).toBeGreaterThan(20);
});
