import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { first } from '../support/shopware-calls.ts';
import { openShopwareFloor, type ShopwareFloor } from '../support/shopware-floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** A Shopware shop for which the house ships: deliveries come in, parcels and stock go out. */

let f: ShopwareFloor;
beforeAll(async () => {
  f = await openShopwareFloor();
});
afterAll(() => f.close());
beforeEach(() => f.shopware.faults({}));

describe('an order', () => {
  it('that is paid becomes an order of the house, and is told as shipped with its tracking number', async () => {
    const order = f.place({ lines: [{ sku: f.item.sku, qty: 2 }], comment: 'Please ring twice', address: { company: 'Muster GmbH' } });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken', external_no: order.orderNumber });
    const [task] = await f.rows(`select source, ref_order_id, remark, consignee from tasks where id = $1`, await f.taskOf(order));
    expect(task).toMatchObject({
      source: `ch:${f.channelId}`,
      ref_order_id: order.orderNumber,
      remark: 'Please ring twice',
      consignee: { name1: 'Muster GmbH', name2: 'Erika Muster', streetName: 'Lange Straße', streetNumber: '5', email: 'erika@example.org' },
    });
    await f.shipAll(order);
    await f.round();
    expect([f.statesOf(order), first(order).trackingCodes]).toEqual([['shipped'], [expect.stringMatching(/^TR-/)]]);
    await f.round();
    expect(f.statesOf(order)).toEqual(['shipped']);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
  });

  it.each(['after it was told', 'while its answer is lost'])(
    'whose label is replaced %s has one parcel, with the new number',
    async (when) => {
      const order = f.place({ lines: [{ sku: f.item.sku, qty: 2 }] });
      await f.round();
      const parcelId = await f.shipAll(order);
      if (when.includes('lost')) f.shopware.lose('ship', 'before');
      await f.round();
      const told = first(order).customFields?.['kontor_parcels'] as object[];
      expect(told).toHaveLength(1);
      await f.rows(`update parcels set tracking_no = $2 where id = $1`, parcelId, `NEW-${order.orderNumber}`);
      await f.round();
      await f.round();
      expect(first(order).customFields?.['kontor_parcels']).toEqual([{ ...told[0], trackingNo: `NEW-${order.orderNumber}` }]);
      expect([f.statesOf(order), first(order).trackingCodes]).toEqual([['shipped'], [`NEW-${order.orderNumber}`]]);
      expect(f.shopware.mismatches).toEqual([]);
    },
  );

  it('that waits for its payment is taken when the payment arrives', async () => {
    const order = f.place({ payments: [{ method: 'Prepayment', state: 'open' }] });
    await f.round();
    expect(await f.orderOf(order)).toEqual({});
    f.shop.pay(order);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });

  it('with a payment after delivery is taken if the mapping of the channel says so', async () => {
    const order = f.place({ payments: [{ method: 'Invoice', state: 'open' }] });
    await f.round();
    expect(await f.orderOf(order)).toEqual({});
    await f.rows(`update channels set mapping = '{"payment:Invoice": "open"}' where id = $1`, f.channelId);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    await f.rows(`update channels set mapping = '{}' where id = $1`, f.channelId);
  });

  it('with two deliveries becomes two orders of the house, each told by itself', async () => {
    const lines = [
      { sku: f.item.sku, qty: 1 },
      { sku: f.item.sku, qty: 2 },
    ];
    const order = f.place({ lines, deliveries: [[0], [1]] });
    await f.round();
    expect([await f.orderOf(order), await f.orderOf(order, 1)]).toMatchObject([{ state: 'taken' }, { state: 'taken' }]);
    await f.shipAll(order);
    await f.round();
    expect(order.deliveries.map((one) => one.stateMachineState.technicalName)).toEqual(['shipped', 'open']);
  });

  it('that is asked for by its number or by its id in the shop comes with all its deliveries', async () => {
    const lines = [
      { sku: f.item.sku, qty: 1 },
      { sku: f.item.sku, qty: 2 },
    ];
    const [byNumber, byId] = [f.place({ lines, deliveries: [[0], [1]] }), f.place()];
    // From before the connection: no window holds them.
    for (const order of [byNumber, byId])
      for (const row of [order, ...order.deliveries, ...order.transactions, first(order).shippingOrderAddress])
        Object.assign(row, { createdAt: new Date(0).toISOString() });
    await f.round();
    expect(await f.orderOf(byNumber)).toEqual({});
    for (const externalId of [byNumber.orderNumber, byId.id, 'no such order'])
      expect((await f.floor.server.call('POST', `/v0/channels/${f.channelId}/fetch`, { externalId }, f.floor.admin)).code).toBe('OK');
    await f.round();
    const states = await Promise.all([f.orderOf(byNumber), f.orderOf(byNumber, 1), f.orderOf(byId)]);
    expect(states.map(({ state }) => state)).toEqual(['taken', 'taken', 'taken']);
  });

  it('that is cancelled in the shop is cancelled here before picking; after it the warehouse decides', async () => {
    const [early, late] = [f.place(), f.place()];
    await f.round();
    await f.floor.pickAll(await f.taskOf(late));
    for (const order of [early, late]) f.shop.cancel(order);
    await f.round();
    expect([(await f.orderOf(early))['state'], (await f.orderOf(late))['state']]).toEqual(['cancelled', 'cancelAsked']);
  });

  it('whose way of shipping has no carrier is held, unless the channel says which one is for all', async () => {
    const order = f.place({ shippingMethod: 'Express before noon' });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'noCarrier', detail: 'Express before noon' });
    f.shop.cancel(order);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'cancelled' });
  });

  it('is missed by no page, also if others change while the list is read', async () => {
    const all = Array.from({ length: 230 }, () => f.place());
    f.shopware.after('search order', () => {
      f.shop.clock = 0;
      for (const order of all.slice(0, 40)) for (const row of [order, first(order), ...order.transactions]) f.shop.touch(row);
      f.shop.clock = -60_000;
    });
    for (let n = 0; n < 20; n++) {
      await f.round();
      const [due] = await f.rows(`select count(*)::int as n from channel_due where kind = 'fetch' and outcome = 'open'`);
      if (due?.['n'] === 0) break;
    }
    const [known] = await f.rows(
      `select count(*)::int as n from channel_orders where channel_id = $1 and external_id = any($2) and state = 'taken'`,
      f.channelId,
      all.map((order) => first(order).id),
    );
    expect(known).toEqual({ n: 230 });
  }, 60_000);

  it('is taken once each, over pages that are cut, slow shops and lost answers', async () => {
    const all = Array.from({ length: 120 }, () => f.place());
    for (let n = 0; n < 40; n++) {
      f.shopware.faults(n < 25 ? { dropBefore: 0.08, dropAfter: 0.08, status429: 0.04, status5xx: 0.03, truncate: 0.04 } : {});
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
      const [due] = await f.rows(`select count(*)::int as n from channel_due where outcome = 'open'`);
      if (n >= 25 && due?.['n'] === 0) break;
    }
    const [known] = await f.rows(
      `select count(*)::int as n, count(distinct task_id)::int as tasks from channel_orders where channel_id = $1 and external_id = any($2) and state = 'taken'`,
      f.channelId,
      all.map((order) => first(order).id),
    );
    expect(known).toEqual({ n: 120, tasks: 120 });
  }, 120_000);
});

describe('a parcel', () => {
  it('brings the delivery to shipped in part, and the last one to shipped', async () => {
    const order = f.place({ lines: [{ sku: f.item.sku, qty: 3 }] });
    await f.round();
    const [one = '', two = ''] = await f.packInto(await f.taskOf(order), [1, 2]);
    await f.handOver(one);
    await f.round();
    expect([f.statesOf(order), first(order).trackingCodes.length]).toEqual([['shipped_partially'], 1]);
    await f.handOver(two);
    await f.round();
    expect([f.statesOf(order), first(order).trackingCodes.length]).toEqual([['shipped_partially', 'shipped'], 2]);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
  });

  it('is told once, however many answers are lost', async () => {
    const orders = [f.place(), f.place({ lines: [{ sku: f.item.sku, qty: 3 }] })];
    await f.round();
    const [whole, parts] = orders as [(typeof orders)[0], (typeof orders)[0]];
    await f.shipAll(whole);
    for (const parcel of await f.packInto(await f.taskOf(parts), [1, 2])) await f.handOver(parcel);
    for (let n = 0; n < 40; n++) {
      f.shopware.faults(n < 30 ? { dropBefore: 0.1, dropAfter: 0.3, status5xx: 0.05, truncate: 0.1 } : {});
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
    }
    expect([f.statesOf(whole), first(whole).trackingCodes.length]).toEqual([['shipped'], 1]);
    // Both parcels are told in one step when the step of the first one got lost: then the delivery was never shipped in part.
    expect(f.statesOf(parts).filter((state) => state !== 'shipped_partially')).toEqual(['shipped']);
    expect([f.statesOf(parts).length <= 2, f.statesOf(parts).at(-1), first(parts).trackingCodes.length]).toEqual([true, 'shipped', 2]);
  });

  it('of a delivery that somebody set to shipped in the shop is not told: a person is', async () => {
    const order = f.place();
    await f.round();
    await f.floor.pickAll(await f.taskOf(order));
    f.shop.transit(first(order), 'ship');
    await f.handOver(await f.floor.packAll(await f.taskOf(order)));
    await f.round();
    expect(first(order).trackingCodes).toEqual([]);
    expect(await f.messages('Tea shop could not be told%')).toBe(1);
  });
});

describe('stock', () => {
  it('is what can still be sold; an order that waits for its payment is not sold twice', async () => {
    const item = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(6), 40);
    const product = f.shop.addProduct(item.sku, 7);
    const foreign = f.shop.addProduct('NOT-OURS', 3);
    await f.readStock();
    expect(product.stock).toBe(7);
    await f.rows(`update channels set stock_sync = true where id = $1`, f.channelId);
    await f.readStock();
    await f.laterRound();
    expect([product.stock, foreign.stock]).toEqual([40, 3]);
    const order = f.place({ lines: [{ sku: item.sku, qty: 5 }], payments: [{ method: 'Prepayment', state: 'open' }] });
    expect(product.stock).toBe(35);
    await f.readStock();
    await f.laterRound();
    expect(product.stock).toBe(35);
    f.shop.pay(order);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    await f.readStock();
    await f.laterRound();
    expect(product.stock).toBe(35);
    // Pieces go to another customer of the merchant: less is told at once.
    await f.floor.make('outbound', [{ sku: item.sku, qty: 6 }]);
    await f.round();
    expect(product.stock).toBe(29);
  });
});

describe('the connection', () => {
  it('whose role lacks a privilege stops and names it; orders wait and none is lost', async () => {
    const order = f.place();
    f.shop.lacking = ['order:read'];
    await f.rows(`update shop_connections set prepared_at = null`);
    await f.round();
    const [channel] = await f.rows(`select state, last_event from channels where id = $1`, f.channelId);
    expect(channel).toEqual({ state: 'failed', last_event: 'scopesMissing' });
    expect(await f.rows(`select 1 from messages where text like '%order:read%' limit 1`)).toHaveLength(1);
    f.shop.lacking = [];
    await f.rows(`update channels set state = 'connected' where id = $1`, f.channelId);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });

  it('whose keys were deleted in the shop asks to be connected again', async () => {
    f.shopware.tokens.clear();
    const { secret } = f.shopware.keys;
    f.shopware.keys.secret = 'another-secret';
    await f.round();
    expect(await f.rows(`select state, last_event from channels where id = $1`, f.channelId)).toEqual([
      { state: 'failed', last_event: 'signInAgain' },
    ]);
    f.shopware.keys.secret = secret;
  });
});

it('every call and every answer fits the schema that Shopware publishes', () => {
  expect([...new Set(f.shopware.mismatches)]).toEqual([]);
});
