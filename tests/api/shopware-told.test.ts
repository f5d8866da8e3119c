import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '../stand-ins/shopware-orders.ts';
import { faultOf, first, openShopwareCalls, type ShopwareCalls } from '../support/shopware-calls.ts';

/** What a Shopware shop is told of parcels and stock, also when answers are lost. */

let f: ShopwareCalls;
beforeAll(async () => {
  f = await openShopwareCalls();
});
afterAll(() => f.shopware.close());

describe('a parcel', () => {
  const lines = [
    { sku: 'TEA', qty: 3 },
    { sku: 'JAM', qty: 1 },
  ];
  const parcelOf = (order: Order, trackingNo: string, quantities: readonly number[]) => ({
    externalId: first(order).id,
    trackingNo,
    carrier: 'DHL',
    shippedAt: '2026-01-05T10:00:00.000Z',
    lines: quantities.flatMap((qty, n) => (qty > 0 ? [{ line: order.lineItems[n]?.id ?? '', qty }] : [])),
  });
  const statesOf = (order: Order) => f.shopware.shop.transitions.filter(({ delivery }) => delivery === first(order).id).map(({ to }) => to);

  it('brings the delivery to shipped in part, and the last one to shipped', async () => {
    const order = f.place({ lines });
    await f.open().fulfil(parcelOf(order, 'T1', [1, 0]));
    await f.open().fulfil(parcelOf(order, 'T2', [1, 0]));
    expect(statesOf(order)).toEqual(['shipped_partially']);
    const known = await f.open().lookFulfilled(first(order).id);
    expect([[...known.remaining.values()], known.trackingNos]).toEqual([
      [1, 1],
      ['T1', 'T2'],
    ]);
    await f.open().fulfil(parcelOf(order, 'T3', [1, 1]));
    expect(statesOf(order)).toEqual(['shipped_partially', 'shipped']);
    expect(order.deliveries[0]?.trackingCodes).toEqual(['T1', 'T2', 'T3']);
  });

  it.each(['tracking', 'ship', 'ship_partially'])('whose call “%s” is lost, before or after its effect, is told once', async (name) => {
    for (const how of ['before', 'after'] as const) {
      const order = f.place({ lines });
      const quantities = name === 'ship_partially' ? [2, 0] : [3, 1];
      f.shopware.lose(name, how);
      expect(await faultOf(f.open().fulfil(parcelOf(order, 'T1', quantities)))).toMatchObject({ kind: 'unknown' });
      const known = await f.open().lookFulfilled(first(order).id);
      const isTold = known.trackingNos.includes('T1');
      expect(isTold).toBe(name !== 'tracking' && how === 'after');
      if (!isTold) {
        expect([...known.remaining.values()]).toEqual([3, 1]);
        await f.open().fulfil(parcelOf(order, 'T1', quantities));
      }
      expect(statesOf(order)).toEqual([name === 'ship_partially' ? 'shipped_partially' : 'shipped']);
      expect(order.deliveries[0]?.trackingCodes).toEqual(['T1']);
      expect((await f.open().lookFulfilled(first(order).id)).trackingNos).toContain('T1');
    }
  });

  it('of a delivery that a person has set to shipped, or cancelled, leaves nothing to tell', async () => {
    for (const transition of ['ship', 'cancel']) {
      const order = f.place({ lines });
      f.shopware.shop.transit(first(order), transition);
      expect([...(await f.open().lookFulfilled(first(order).id)).remaining]).toEqual([]);
    }
  });
});

describe('stock', () => {
  const itemOf = async (sku: string) => (await f.open().stock(null)).rows.find((row) => row.sku === sku);
  const waiting = [{ method: 'Prepayment', state: 'open' }];

  it('is what can be sold and what waits for its payment: the house learns of an order when it is paid', async () => {
    f.shopware.shop.addProduct('OOLONG', 50);
    f.place({ lines: [{ sku: 'OOLONG', qty: 2 }] });
    const later = f.place({ lines: [{ sku: 'OOLONG', qty: 3 }], payments: waiting });
    f.shopware.shop.cancel(f.place({ lines: [{ sku: 'OOLONG', qty: 7 }], payments: waiting }));
    expect(await itemOf('OOLONG')).toMatchObject({ qty: 50 - 2 });
    f.shopware.shop.pay(later);
    expect(await itemOf('OOLONG')).toMatchObject({ qty: 50 - 2 - 3 });
  });

  it('is told less what waits for its payment; what changed in the shop meanwhile is not overwritten', async () => {
    const product = f.shopware.shop.addProduct('ASSAM', 10);
    f.place({ lines: [{ sku: 'ASSAM', qty: 4 }], payments: waiting });
    const tell = (qty: number, before: number) => f.open().setStock([{ externalId: product.id, qty, before }], '');
    expect(await tell(25, 9)).toEqual([{ externalId: product.id, there: 10 }]);
    expect(product.stock).toBe(6);
    expect(await tell(25, 10)).toEqual([]);
    expect(product.stock).toBe(21);
    expect(await itemOf('ASSAM')).toMatchObject({ qty: 25 });
  });

  it('of products over several pages is read to its end, and one that is gone is read again', async () => {
    for (let n = 0; n < 620; n++) f.shopware.shop.addProduct(`MANY-${n}`, n);
    const { rows, next } = await f.open().stock(null);
    const more = await f.open().stock(next);
    expect([rows.length, more.next, new Set([...rows, ...more.rows].map(({ sku }) => sku)).size]).toEqual([500, null, 622]);
    expect(await f.open().setStock([{ externalId: 'f'.repeat(32), qty: 1, before: 1 }], '')).toEqual([
      { externalId: 'f'.repeat(32), there: null },
    ]);
  });

  it('of a product with variants or to download is not told', async () => {
    f.shopware.shop.addProduct('SHIRT', 0, { childCount: 2 });
    f.shopware.shop.addProduct('SONG', 9, { states: ['is-download'] });
    f.shopware.shop.addProduct('FILM', 9, { type: 'digital', states: null });
    expect([await itemOf('SHIRT'), await itemOf('SONG'), await itemOf('FILM')]).toEqual([undefined, undefined, undefined]);
  });
});

it('every call and every answer fits the schema that Shopware publishes', () => {
  expect([...new Set(f.shopware.mismatches)]).toEqual([]);
  expect(f.shopware.calls.length).toBeGreaterThan(20);
});
