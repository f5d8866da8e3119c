import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopesOf } from '../../server/modules/channels/shops/shopify/operations.ts';
import { RETURN_SCOPES } from '../../server/modules/channels/shops/shopify/returns.ts';
import type { Order } from '../stand-ins/shopify-orders.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** A Shopify shop whose merchant has a location of its own served by the house: nobody asks, what is open there is shipped. */

let f: ShopFloor;
let place: { id: string; stock: Map<string, { sku: string; qty: number }> };
const BEFORE = scopesOf('');
const OWN = [...scopesOf('Main street'), ...RETURN_SCOPES];
const choose = (ownLocation: string) => f.rows('update channels set own_location = $2 where id = $1', f.channelId, ownLocation);
const channel = async () => (await f.rows('select state, last_event from channels where id = $1', f.channelId))[0];
const order = (name: string, location = place.id, qty = 1): Order => f.place(name, [{ sku: f.item.sku, qty }], { location });
const stateOf = async (one: Order) => (await f.orderOf(one))['state'];
const look = (one: Order) =>
  f.rows(
    `insert into channel_due (channel_id, kind, key) values ($1, 'fetch', $2) on conflict (channel_id, kind, key) do update set outcome = 'open', due_at = now()`,
    f.channelId,
    one.id.split('/').pop(),
  );

beforeAll(async () => {
  f = await openShopFloor();
  place = f.shop.places.addLocation('Main Street');
});
afterAll(() => f.close());
beforeEach(() => f.shopify.faults({}));

describe('the choice of a location', () => {
  it('asks again for the permission that it needs, and says so until it is granted', async () => {
    await choose('main street');
    await f.round();
    expect(await channel()).toEqual({ state: 'failed', last_event: 'scopesMissing' });
    expect(await f.rows(`select 1 from messages where text like '%write_merchant_managed_fulfillment_orders%' limit 1`)).toHaveLength(1);
    expect(BEFORE).not.toContain('write_merchant_managed_fulfillment_orders');
    f.shop.scopes = OWN;
    await f.connect();
    await f.round();
    expect(await channel()).toMatchObject({ state: 'connected' });
    expect(f.shop.hooks.map(({ topic }) => topic)).toContain('FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE');
  });

  it('that the shop does not have, or has closed, stops the channel with words; its number is as good as its name', async () => {
    f.shop.places.addLocation('Old hall', false);
    for (const wrong of ['Old hall', 'Nowhere', 'Kontor']) {
      await choose(wrong);
      await f.round();
      expect(await channel()).toEqual({ state: 'failed', last_event: 'locationMissing' });
      expect(await f.rows('select 1 from messages where text like $1 limit 1', `%: ${wrong}%`)).toHaveLength(1);
      await f.connect();
    }
    await choose(place.id.split('/').pop() ?? '');
    await f.round();
    expect(await channel()).toMatchObject({ state: 'connected' });
    expect(await f.rows('select location from shop_connections where channel_id = $1', f.channelId)).toEqual([{ location: place.id }]);
  });
});

describe('an order', () => {
  it('that is open there is taken without a question and an answer, and told as shipped', async () => {
    const accepts = f.shopify.count('Accept');
    const one = order('#1', place.id, 3);
    await f.round();
    expect(await stateOf(one)).toBe('taken');
    expect([one.requestStatus, f.shopify.count('Accept')]).toEqual(['UNSUBMITTED', accepts]);
    for (const parcelId of await f.packInto(await f.taskOf(one), [1, 2])) await f.handOver(parcelId);
    await f.round();
    await f.round();
    expect(one.fulfilments.map(({ lines }) => lines[0]?.quantity)).toEqual([1, 2]);
    expect(one.status).toBe('CLOSED');
    expect(await stateOf(one)).toBe('done');
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('that waits, that somebody else began, or that lies at another place is not taken; pieces that were shipped by hand are left out', async () => {
    const others = [
      order('#11', f.shop.places.addLocation('Side street').id),
      ...['ON_HOLD', 'SCHEDULED', 'IN_PROGRESS', 'CLOSED'].map((status) => Object.assign(order(`#12 ${status}`), { status })),
    ];
    const part = order('#13', place.id, 3);
    Object.assign(part.lines[0] as object, { remaining: 1 });
    await f.round();
    expect(await Promise.all(others.map((one) => f.orderOf(one)))).toEqual(others.map(() => ({})));
    expect(await f.rows('select ordered from task_lines where task_id = $1', await f.taskOf(part))).toEqual([{ ordered: 1 }]);
    // Released in the shop.
    f.shop.change(others[1] as Order, { status: 'OPEN' });
    await f.round();
    expect(await stateOf(others[1] as Order)).toBe('taken');
  });

  it('that is cancelled there is cancelled here until it is picked; then the warehouse decides', async () => {
    const [early, late] = [order('#21'), order('#22')];
    await f.round();
    await f.floor.pickAll(await f.taskOf(late));
    for (const one of [early, late]) f.shop.change(one, { status: 'CANCELLED' });
    await f.round();
    expect([await stateOf(early), await stateOf(late)]).toEqual(['cancelled', 'cancelAsked']);
  });

  it('that was moved to another location is cancelled here', async () => {
    const one = order('#31');
    await f.round();
    f.shop.change(one, { location: 'gid://shopify/Location/999' });
    await look(one);
    await f.round();
    expect(await stateOf(one)).toBe('cancelled');
  });

  it('is taken and told once through lost answers', async () => {
    const orders = [1, 2, 3].map((n) => order(`#4${n}`));
    f.shopify.faults({ dropAfter: 0.2, dropBefore: 0.1, throttled: 0.05 });
    for (let n = 0; n < 8; n++) await f.round();
    f.shopify.faults({});
    await f.round();
    for (const one of orders) await f.shipAll(one);
    f.shopify.faults({ dropAfter: 0.3, dropBefore: 0.1 });
    for (let n = 0; n < 8; n++) {
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
    }
    f.shopify.faults({});
    await f.round();
    expect(orders.map(({ fulfilments }) => fulfilments.length)).toEqual([1, 1, 1]);
  });
});

describe('stock', () => {
  it('is told at the location of the merchant, and not at our former place', async () => {
    const fresh = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, fresh.id, f.floor.shelf(4), 40);
    const [there, former] = [f.shop.addItem(fresh.sku, 7, place.stock), f.shop.addItem(fresh.sku, 5)];
    await f.rows('update shop_connections set stock_read_at = null where channel_id = $1', f.channelId);
    await f.rows('update channels set stock_sync = true where id = $1', f.channelId);
    await f.round();
    await f.round();
    expect([place.stock.get(there)?.qty, f.shop.stock.get(former)?.qty]).toEqual([40, 5]);
    await f.rows('update channels set stock_sync = false where id = $1', f.channelId);
  });
});

describe('a choice that changes later', () => {
  it('back to a fulfilment service: what was taken goes on and is told, and what is open at the location is not taken any more', async () => {
    const known = order('#51');
    await f.round();
    await choose('');
    await f.round();
    const fresh = order('#52');
    await look(fresh);
    await look(known);
    const asked = f.place('#53');
    await f.round();
    expect([await stateOf(known), await stateOf(fresh), await stateOf(asked)]).toEqual(['taken', undefined, 'taken']);
    expect(asked.requestStatus).toBe('ACCEPTED');
    await f.shipAll(known);
    await f.round();
    expect(known.fulfilments).toHaveLength(1);
  });

  it('to a location: what the shop asked for goes on, is accepted and told, and its cancellation is answered', async () => {
    const [known, cancelled] = [f.place('#61'), f.place('#62')];
    await f.round();
    const asked = f.place('#63');
    await choose('Main Street');
    await f.round();
    // A question from before the change arrives by notice.
    await look(asked);
    f.shop.change(cancelled, { requestStatus: 'CANCELLATION_REQUESTED' });
    await look(cancelled);
    const own = order('#64');
    await f.round();
    expect([asked.requestStatus, cancelled.requestStatus]).toEqual(['ACCEPTED', 'CANCELLATION_ACCEPTED']);
    expect(await stateOf(own)).toBe('taken');
    await f.shipAll(known);
    await f.round();
    expect(known.fulfilments).toHaveLength(1);
    expect(f.shopify.mismatches).toEqual([]);
  });
});
