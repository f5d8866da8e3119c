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
  const itemOf = async (sku: string, since?: string) => {
    const { rows } = await f.open(since === undefined ? {} : { since }).stock(null);
    return rows.find((row) => row.sku === sku);
  };
  it('on hand is what can be sold and what open orders hold, paid or not; what was shipped is gone', async () => {
    f.shopware.shop.addProduct('OOLONG', 50);
    f.place({ lines: [{ sku: 'OOLONG', qty: 2 }] });
    f.place({ lines: [{ sku: 'OOLONG', qty: 3 }], payments: [{ method: 'Prepayment', state: 'open' }] });
    const partly = f.place({ lines: [{ sku: 'OOLONG', qty: 4 }] });
    await f.open().fulfil({
      externalId: first(partly).id,
      trackingNo: 'S1',
      carrier: '',
      lines: [{ line: partly.lineItems[0]?.id ?? '', qty: 1 }],
    });
    f.shopware.shop.cancel(f.place({ lines: [{ sku: 'OOLONG', qty: 7 }] }));
    f.shopware.shop.transit(f.place({ lines: [{ sku: 'OOLONG', qty: 5 }] }).deliveries[0] as never, 'ship');
    expect(await itemOf('OOLONG')).toMatchObject({ qty: 50 - 1 - 5 });
  });

  it('leaves out what was paid before the shop was connected: somebody else has shipped it', async () => {
    f.shopware.shop.addProduct('MATCHA', 20);
    f.place({ lines: [{ sku: 'MATCHA', qty: 4 }] });
    f.place({ lines: [{ sku: 'MATCHA', qty: 3 }], payments: [{ method: 'Prepayment', state: 'open' }] });
    expect(await itemOf('MATCHA', new Date(Date.now() + 60_000).toISOString())).toMatchObject({ qty: 16 });
  });

  it('is told less what open orders hold, and read again if it changed before or while it was told', async () => {
    const product = f.shopware.shop.addProduct('ASSAM', 10);
    f.place({ lines: [{ sku: 'ASSAM', qty: 4 }] });
    const tell = (qty: number, before: number) => f.open().setStock([{ externalId: product.id, qty, before }], '');
    expect(await tell(25, 9)).toEqual([product.id]);
    expect(product.stock).toBe(6);
    expect(await tell(25, 10)).toEqual([]);
    expect(product.stock).toBe(21);
    // A customer buys between the look and the change: the piece would be sold twice.
    f.shopware.before('sync', () => void f.place({ lines: [{ sku: 'ASSAM', qty: 1 }] }));
    expect(await tell(30, 25)).toEqual([product.id]);
    expect(await itemOf('ASSAM')).toMatchObject({ qty: 31 });
    expect(await tell(30, 31)).toEqual([]);
    expect(product.stock).toBe(25);
  });

  it('of a product with variants or to download is not told', async () => {
    f.shopware.shop.addProduct('SHIRT', 0, { childCount: 2 });
    f.shopware.shop.addProduct('SONG', 9, { states: ['is-download'] });
    expect([await itemOf('SHIRT'), await itemOf('SONG')]).toEqual([undefined, undefined]);
  });
});

it('every call and every answer fits the schema that Shopware publishes', () => {
  expect([...new Set(f.shopware.mismatches)]).toEqual([]);
  expect(f.shopware.calls.length).toBeGreaterThan(20);
});
