import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../stand-ins/shopify-orders.ts';
import { HOST, openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** A Shopify shop whose answers are lost, cut or late, whose permission ends, and whose stock is told. */

let f: ShopFloor;
beforeAll(async () => {
  f = await openShopFloor();
});
afterAll(() => f.close());
beforeEach(() => f.shopify.faults({}));

describe('faults', () => {
  it('300 orders with one time of change, over pages that are cut, slow shops and lost answers: each is taken once', async () => {
    const orders = Array.from({ length: 300 }, (_, n) => f.place(`#3${String(n).padStart(3, '0')}`));
    const at = Date.now() - 60_000;
    for (const order of orders) order.updatedAt = at;
    for (let n = 0; n < 60; n++) {
      f.shopify.faults(
        n < 25 ? { dropBefore: 0.08, dropAfter: 0.08, status429: 0.04, status5xx: 0.03, throttled: 0.03, truncate: 0.04 } : {},
      );
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
      if (orders.every(({ requestStatus }) => requestStatus === 'ACCEPTED')) break;
    }
    expect(orders.filter(({ requestStatus }) => requestStatus !== 'ACCEPTED')).toEqual([]);
    const [{ n, tasks } = {}] = await f.rows(
      `select count(*)::int as n, count(distinct task_id)::int as tasks from channel_orders where channel_id = $1 and external_no like '#3___' and state = 'taken'`,
      f.channelId,
    );
    expect([n, tasks]).toEqual([300, 300]);
    expect(f.shopify.mismatches).toEqual([]);
  }, 180_000);

  it('orders that change between two pages of a list are missed by none, and read with their change', async () => {
    const orders = Array.from({ length: 130 }, (_, n) => f.place(`#34${String(n).padStart(3, '0')}`));
    const [before, behind] = [orders.slice(0, 40), orders.slice(120)];
    const { shown } = f.shopify.state;
    let pages = 0;
    f.shopify.state.shown = (operation) => {
      if (operation !== 'Changed' || ++pages !== 1) return;
      // They leave the window, so that what follows moves up, and what was not read yet is not on its second page any more.
      for (const order of [...before, ...behind]) order.updatedAt = Date.now();
      for (const order of behind) order.note = 'By Friday';
    };
    await f.round();
    f.shopify.state.shown = shown;
    expect(pages).toBeGreaterThan(1);
    for (const order of [...before, ...behind]) order.updatedAt -= 60_000;
    for (let n = 0; n < 20 && orders.some(({ requestStatus }) => requestStatus !== 'ACCEPTED'); n += 1) await f.round();
    expect(orders.filter(({ requestStatus }) => requestStatus !== 'ACCEPTED')).toEqual([]);
    const [read] = await f.rows(
      `select count(*)::int as n, count(distinct task_id)::int as tasks, count(*) filter (where body::text like '%By Friday%')::int as noted
        from channel_orders where channel_id = $1 and external_no like '#34___' and state = 'taken'`,
      f.channelId,
    );
    expect(read).toEqual({ n: 130, tasks: 130, noted: behind.length });
  }, 60_000);

  it.each([-120_000, 120_000])('a shop whose clock is %i ms off misses no order and takes none twice', async (clock) => {
    const placed: Order[] = [];
    try {
      for (const no of [1, 2, 3]) {
        f.shop.clock = clock;
        placed.push(f.place(`#35${clock > 0 ? 1 : 0}${no}`));
        await f.round();
        // Its times lie before the window, or come into it later.
        for (const order of placed) order.updatedAt -= clock > 0 ? 150_000 : 0;
        await f.round();
      }
    } finally {
      f.shop.clock = -60_000;
    }
    expect(await Promise.all(placed.map(async (order) => (await f.orderOf(order))['state']))).toEqual(placed.map(() => 'taken'));
    const tasks = await Promise.all(placed.map(f.taskOf));
    expect(new Set(tasks).size).toBe(placed.length);
  });

  it('a notice that comes before its order can be read has it looked for again, and nothing is lost', async () => {
    const order = f.place('#3600');
    f.shop.orders.delete(order.id);
    const key = order.id.split('/').pop();
    await f.rows(`insert into channel_due (channel_id, kind, key) values ($1, 'fetch', $2)`, f.channelId, key);
    await f.round();
    expect(await f.orderOf(order)).toEqual({});
    f.shop.orders.set(order.id, order);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    expect(await f.messages('%#3600%')).toBe(0);
  });

  it('an answer that is lost after a parcel was told does not tell it twice', async () => {
    const orders = [f.place('#4001'), f.place('#4002'), f.place('#4003'), f.place('#4004')];
    await f.round();
    for (const order of orders) await f.shipAll(order);
    for (let n = 0; n < 12; n++) {
      f.shopify.faults(n < 8 ? { dropAfter: 0.5, truncate: 0.2 } : {});
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
    }
    expect(orders.map(({ fulfilments }) => fulfilments.length)).toEqual([1, 1, 1, 1]);
  });

  it('ten faults in a row leave the shop alone for five minutes; another shop goes on', async () => {
    const other = await f.makeChannel('coffee.myshopify.com');
    f.shopify.shopOf('coffee.myshopify.com').clock = -60_000;
    await f.rows(`update shop_connections set faults = 9 where channel_id = $1`, f.channelId);
    f.shop.isDown = true;
    await f.round();
    const [paused] = await f.rows(
      `select paused_until > now() + interval '4 minutes' as long, faults from shop_connections where channel_id = $1`,
      f.channelId,
    );
    expect(paused).toEqual({ long: true, faults: 10 });
    const [healthy] = await f.rows(`select read_at is not null as read, faults from shop_connections where channel_id = $1`, other);
    expect(healthy).toEqual({ read: true, faults: 0 });
    f.shop.isDown = false;
    await f.rows(`update channels set active = false where id = $1`, other);
    await f.round();
    expect(await f.rows(`select faults from shop_connections where channel_id = $1`, f.channelId)).toEqual([{ faults: 0 }]);
    f.shopify.mismatches.length = 0;
  });

  it('a shop that answers now and then is not left alone, and one that asks for a short wait is waited for', async () => {
    await f.rows(`update shop_connections set faults = 9 where channel_id = $1`, f.channelId);
    const order = f.place('#4100');
    f.shopify.faults({ status429: 0.3 });
    await f.round();
    f.shopify.faults({});
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    expect(await f.rows(`select faults, paused_until from shop_connections where channel_id = $1`, f.channelId)).toEqual([
      { faults: 0, paused_until: null },
    ]);
  });

  it('a token is renewed before it ends, once for two nodes; one that is refused asks the merchant to sign in, and nothing is lost', async () => {
    await f.connect(Date.now() - 3_500_000);
    const order = f.place('#5001');
    await Promise.all([f.round(), f.round()]);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    f.shopify.revoke();
    const waiting = f.place('#5002');
    await f.round();
    await f.round();
    const [channel] = await f.rows(`select state, last_event from channels where id = $1`, f.channelId);
    expect(channel).toEqual({ state: 'failed', last_event: 'signInAgain' });
    expect(await f.messages(`${HOST} has to be connected again`)).toBe(1);
    await f.connect();
    await f.round();
    expect(await f.orderOf(waiting)).toMatchObject({ state: 'taken' });
  });

  it('a house that gets another address keeps its place in the shop, also where the answer that named it was lost', async () => {
    const place = f.shop.service?.location;
    for (const forget of ['prepared_at = null', `prepared_at = null, location = ''`]) {
      await f.rows(`update shop_connections set ${forget} where channel_id = $1`, f.channelId);
      await f.round('https://moved.example.org');
      expect(f.shop.service?.location).toBe(place);
    }
    expect(await f.rows(`select location from shop_connections where channel_id = $1`, f.channelId)).toEqual([{ location: place }]);
    expect(f.shop.hooks.filter(({ uri }) => uri.startsWith('https://moved.example.org'))).not.toEqual([]);
  });

  it('a permission that the shop did not grant is named', async () => {
    const host = 'half.myshopify.com';
    f.shopify.shopOf(host).scopes = ['read_orders'];
    const id = await f.makeChannel(host);
    await f.round();
    expect(await f.rows(`select state, last_event from channels where id = $1`, id)).toEqual([
      { state: 'failed', last_event: 'scopesMissing' },
    ]);
    expect(await f.rows(`select 1 from messages where text like '%write_fulfillments%' limit 1`)).toHaveLength(1);
  });

  it('a node that was killed leaves the shop to another one after half a minute, and a node that stood still stops', async () => {
    await f.rows(
      `update shop_connections set lease = now() + interval '30 seconds', lease_token = gen_random_uuid() where channel_id = $1`,
      f.channelId,
    );
    const order = f.place('#5003');
    await f.round();
    expect(await f.orderOf(order)).toEqual({});
    await f.rows(`update shop_connections set lease = now() - interval '1 second' where channel_id = $1`, f.channelId);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });
});

describe('stock', () => {
  it('is shown and not told until the merchant switches it on; then the shop has what is free and what its own orders hold', async () => {
    const fresh = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, fresh.id, f.floor.shelf(4), 40);
    const [mine, foreign] = [f.shop.addItem(fresh.sku, 7), f.shop.addItem('NOT-OURS', 3)];
    const [twice, again] = [f.shop.addItem('TWICE', 1), f.shop.addItem('TWICE', 1)];
    await f.rows(
      `insert into item_aliases (code, kind, item_id, merchant_id, pieces) values ('TWICE', 'merchantSku', $1, $2, 1)`,
      fresh.id,
      f.floor.house.merchantId,
    );
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(f.shop.stock.get(mine)?.qty).toBe(7);
    await f.rows(`update channels set stock_sync = true where id = $1`, f.channelId);
    await f.round();
    expect([mine, foreign, twice, again].map((id) => f.shop.stock.get(id)?.qty)).toEqual([40, 3, 1, 1]);
    // An order of the shop holds three pieces; another one of the merchant holds five.
    const order = f.place('#6001', [{ sku: fresh.sku, qty: 3 }]);
    await f.round();
    await f.floor.make('outbound', [{ sku: fresh.sku, qty: 5 }]);
    await f.round();
    expect(f.shop.stock.get(mine)?.qty).toBe(35);
    await f.shipAll(order);
    await f.round();
    await f.round();
    expect(f.shop.stock.get(mine)?.qty).toBe(32);
  });

  it('that was changed there meanwhile is read again before it is told, and a lost answer tells nothing twice', async () => {
    const fresh = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, fresh.id, f.floor.shelf(4), 10);
    const id = f.shop.addItem(fresh.sku, 0);
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(f.shop.stock.get(id)?.qty).toBe(10);
    f.shop.stock.set(id, { sku: fresh.sku, qty: 4 });
    await stockUp(f.floor.server, f.floor.house.merchantId, fresh.id, f.floor.shelf(4), 1);
    await f.round();
    expect(f.shop.stock.get(id)?.qty).toBe(4);
    await f.round();
    expect(f.shop.stock.get(id)?.qty).toBe(11);
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('of a product that was deleted there stops no other, and its number is not told any more', async () => {
    const [gone, kept] = [await f.floor.makeItem(), await f.floor.makeItem()];
    for (const { id } of [gone, kept]) await stockUp(f.floor.server, f.floor.house.merchantId, id, f.floor.shelf(4), 10);
    const ids = [gone, kept].map(({ sku }) => f.shop.addItem(sku, 0));
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(ids.map((id) => f.shop.stock.get(id)?.qty)).toEqual([10, 10]);
    f.shop.stock.delete(ids[0] ?? '');
    for (const { sku } of [gone, kept]) await f.floor.make('outbound', [{ sku, qty: 3 }]);
    for (let n = 0; n < 3; n++) await f.round();
    expect(f.shop.stock.get(ids[1] ?? '')?.qty).toBe(7);
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(
      await f.rows(`select sku from channel_items where channel_id = $1 and sku = any($2)`, f.channelId, [gone.sku, kept.sku]),
    ).toEqual([{ sku: kept.sku }]);
    f.shopify.mismatches.length = 0;
  });

  it('of more than 250 items is told in calls of 250', async () => {
    const many = await f.rows(
      `insert into items (merchant_id, sku, name) select $1, 'MANY-' || n, 'One of many' from generate_series(1, 251) n returning sku`,
      f.floor.house.merchantId,
    );
    const ids = many.map(({ sku }) => f.shop.addItem(String(sku), 5));
    const told = (): number => f.shopify.calls.filter(({ operation }) => operation === 'SetStock').length;
    const before = told();
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(ids.filter((id) => f.shop.stock.get(id)?.qty !== 0)).toEqual([]);
    expect(told() - before).toBe(2);
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('of a kit holds the pieces of its own orders, and that of its parts does not', async () => {
    const [kit, part] = [await f.floor.makeItem({ kind: 'logical' }), await f.floor.makeItem()];
    await stockUp(f.floor.server, f.floor.house.merchantId, part.id, f.floor.shelf(4), 10);
    await f.rows(
      `insert into item_components (item_id, component_id, qty, merchant_id, kit_sku, part_sku) values ($1, $2, 2, $3, '', '')`,
      kit.id,
      part.id,
      f.floor.house.merchantId,
    );
    const ids = [kit, part].map(({ sku }) => f.shop.addItem(sku, 0));
    const there = () => ids.map((id) => f.shop.stock.get(id)?.qty);
    await f.rows(`update shop_connections set stock_read_at = null where channel_id = $1`, f.channelId);
    await f.round();
    expect(there()).toEqual([5, 10]);
    const [bundles, single] = [f.place('#6101', [{ sku: kit.sku, qty: 2 }]), f.place('#6102', [{ sku: part.sku, qty: 1 }])];
    await f.round();
    await f.round();
    // Free are 5 pieces. The shop takes the orders of the kit off its number, and those of the part off the other one.
    expect(there()).toEqual([4, 6]);
    for (const order of [bundles, single]) await f.shipAll(order);
    await f.round();
    await f.round();
    expect(there()).toEqual([2, 5]);
    expect(f.shopify.mismatches).toEqual([]);
  });
});
