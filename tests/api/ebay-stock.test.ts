import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EbayFloor, openEbayFloor } from '../support/ebay-floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** The stock that eBay is told, within the changes of a listing that eBay takes, and the permission by which it is told. */

let f: EbayFloor;
beforeAll(async () => {
  f = await openEbayFloor();
});
afterAll(() => f.close());

const stocked = async (qty: number) => {
  const item = await f.floor.makeItem();
  await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(6), qty);
  return item;
};

describe('stock of eBay', () => {
  it('is shown before it is told, then told to item and offer, less the safety stock; a refused item keeps no other from being told', async () => {
    const [good, bad] = [await stocked(40), await stocked(30)];
    const item = f.seller.addItem(good.sku, 3);
    const refused = f.seller.addItem(bad.sku, 9);
    f.ebay.state.refuse.add(bad.sku);
    await f.readStock();
    expect([item.qty, refused.qty]).toEqual([3, 9]);
    await f.rows(`update channels set stock_sync = true, safety_stock = 4 where id = $1`, f.channelId);
    await f.laterRound();
    expect([item.qty, item.offers[0]?.qty, refused.qty]).toEqual([36, 36, 9]);
    expect(await f.rows(`select sku, state from channel_items where error <> ''`)).toEqual([{ sku: bad.sku, state: 'refused' }]);
    await f.rows(`update channels set safety_stock = 0 where id = $1`, f.channelId);
    expect(f.ebay.mismatches).toEqual([]);
  });

  it('of a listing that was changed 240 times today waits until tomorrow and says so; that nothing is left is told all the same', async () => {
    const [red, blue] = [await stocked(10), await stocked(10)];
    const [one, two] = [f.seller.addItem(red.sku, 4, { group: 'shirt' }), f.seller.addItem(blue.sku, 4, { group: 'shirt' })];
    await f.rows(`update channels set stock_sync = false where id = $1`, f.channelId);
    await f.readStock();
    await f.rows(
      `update channel_items set told_times = 239, told_day = (now() at time zone 'America/Los_Angeles')::date where sku = $1`,
      red.sku,
    );
    await f.rows(`update channels set stock_sync = true where id = $1`, f.channelId);
    await f.laterRound();
    expect([one.qty, two.qty].toSorted((a, b) => a - b)).toEqual([4, 10]);
    const waiting = await f.rows(`select sku, waits_until > now() as waits from channel_items where waits_until is not null`);
    expect(waiting).toEqual([{ sku: one.qty === 4 ? red.sku : blue.sku, waits: true }]);
    await f.floor.make('outbound', [{ sku: String(waiting[0]?.['sku']), qty: 10 }]);
    await f.round();
    expect([one.qty, two.qty].toSorted((a, b) => a - b)).toEqual([0, 10]);
  });

  it('that was bought meanwhile is not overwritten', async () => {
    const item = await stocked(10);
    const listed = f.seller.addItem(item.sku, 10);
    await f.readStock();
    await f.floor.make('outbound', [{ sku: item.sku, qty: 2 }]);
    f.seller.take(item.sku, 1);
    await f.round();
    expect(listed.qty).toBe(9);
    await f.round();
    expect(listed.qty).toBe(8);
  });
});

describe('the permission of the seller', () => {
  const state = async () => (await f.rows(`select state, last_event from channels where id = $1`, f.channelId))[0];

  it('is renewed before it ends, once', async () => {
    await f.connect(f.channelId, 'bright-home', undefined, Date.now() - 7_000_000);
    const before = f.ebay.state.renewed;
    await f.round();
    await f.round();
    expect([await state(), f.ebay.state.renewed - before]).toEqual([{ state: 'connected', last_event: '' }, 1]);
  });

  it('that covers too little, or was taken back, stops the connection in words until the seller signs in again', async () => {
    f.ebay.state.scopeMissing = 'sell.inventory';
    await f.rows(`update shop_connections set prepared_at = null`);
    await f.round();
    expect(await state()).toEqual({ state: 'failed', last_event: 'scopesMissing' });
    f.ebay.state.scopeMissing = '';
    await f.connect(f.channelId, 'bright-home', undefined, 0);
    f.ebay.revoke();
    await f.round();
    expect(await state()).toEqual({ state: 'failed', last_event: 'signInAgain' });
    await f.connect(f.channelId, 'bright-home');
    const order = f.place();
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });
});
