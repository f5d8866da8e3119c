import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Floor } from '../support/floor.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { openShopwareFloor, type ShopwareFloor } from '../support/shopware-floor.ts';
import { stockUp } from '../support/warehouse.ts';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** An order of a shop of which only a part is shipped: its rest stays open in the shop, or is closed there, as the merchant has chosen. */

type Work = { floor: Floor; channelId: string; rows: (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]> };

/** An item of which three pieces are ordered, and one is in the house. */
async function scarce({ floor }: Pick<Work, 'floor'>): Promise<string> {
  const item = await floor.makeItem();
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 1);
  return item.sku;
}
const command = (floor: Floor, id: string, name: string) => floor.server.call('POST', `/v0/tasks/${id}/command/${name}`, {}, floor.admin);
/** The warehouse ships what is there; the rest is cancelled. */
async function acceptPart({ floor }: Pick<Work, 'floor'>, taskId: string): Promise<void> {
  expect(await command(floor, taskId, 'shipPart')).toMatchObject({ code: 'OK' });
}
async function choose({ floor, channelId }: Work, restOfOrder: 'open' | 'close'): Promise<void> {
  const { data } = await floor.server.call<{ version: number }>('GET', `/v0/channels/${channelId}`, undefined, floor.admin);
  const answer = await floor.server.call('PUT', `/v0/channels/${channelId}`, { version: data.version, restOfOrder }, floor.admin);
  expect(answer).toMatchObject({ code: 'OK', data: { restOfOrder } });
}
const rests = ({ rows, channelId }: Work) =>
  rows(`select outcome from channel_due where channel_id = $1 and kind = 'closeRest'`, channelId);

describe('Shopify', () => {
  let f: ShopFloor;
  beforeAll(async () => {
    f = await openShopFloor();
  });
  afterAll(() => f.close());
  const partOf = async (name: string) => {
    const order = f.place(name, [{ sku: await scarce(f), qty: 3 }]);
    await f.round();
    const taskId = await f.taskOf(order);
    await acceptPart(f, taskId);
    return { order, taskId };
  };

  it('leaves the rest open where the merchant has chosen nothing', async () => {
    const { order } = await partOf('#1');
    await f.shipAll(order);
    await f.round();
    await f.round();
    expect(order).toMatchObject({ status: 'IN_PROGRESS', fulfilments: [{ lines: [{ quantity: 1 }] }] });
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect([await rests(f), f.shopify.count('CloseRest')]).toEqual([[], 0]);
  });

  it('gives the rest back to the merchant after the last parcel, once, also if the answer is lost', async () => {
    await choose(f, 'close');
    const { order } = await partOf('#2');
    await f.shipAll(order);
    f.shopify.state.lose = 'CloseRest';
    await f.round();
    expect(order).toMatchObject({ status: 'INCOMPLETE', requestStatus: 'CLOSED', fulfilments: [{ lines: [{ quantity: 1 }] }] });
    expect(await rests(f)).toEqual([{ outcome: 'open' }]);
    await f.round();
    await f.round();
    expect([await rests(f), f.shopify.count('CloseRest')]).toEqual([[{ outcome: 'done' }], 1]);
    const sequence = f.shopify.calls.map(({ operation }) => operation);
    expect(sequence.lastIndexOf('Fulfil')).toBeLessThan(sequence.indexOf('CloseRest'));
    // The order that was finished before the choice stays as it was.
    expect([...f.shop.orders.values()].find(({ name }) => name === '#1')?.status).toBe('IN_PROGRESS');
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('asked again for the rest, people are told, and nothing is shipped by itself', async () => {
    const order = [...f.shop.orders.values()].find(({ name }) => name === '#2');
    if (!order) throw new Error('no order');
    f.shop.change(order, { status: 'OPEN', requestStatus: 'SUBMITTED' });
    await f.round();
    await f.round();
    expect(await f.messages('%asks for the rest of #2 again%')).toBe(1);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect(order.fulfilments).toHaveLength(1);
  });

  it('waits with the rest until a parcel that could not be told is told', async () => {
    const { order, taskId } = await partOf('#3');
    await f.shipAll(order);
    const before = f.shopify.count('CloseRest');
    const parcel = () =>
      f.rows(`select d.outcome from channel_due d join parcels p on p.id::text = d.key where p.task_id = $1 and d.kind = 'fulfil'`, taskId);
    await f.rows(
      `update channel_due d set outcome = 'failed' from parcels p where p.id::text = d.key and p.task_id = $1 and d.kind = 'fulfil'`,
      taskId,
    );
    await f.round();
    expect([await parcel(), order.status, f.shopify.count('CloseRest') - before]).toEqual([[{ outcome: 'failed' }], 'IN_PROGRESS', 0]);
    expect(await f.floor.server.call('POST', `/v0/channels/${f.channelId}/retry`, {}, f.floor.admin)).toMatchObject({ code: 'OK' });
    await f.round();
    await f.round();
    expect(order).toMatchObject({ status: 'INCOMPLETE', fulfilments: [{ lines: [{ quantity: 1 }] }] });
  });

  it('that waits for an answer about a request to cancel gets that first', async () => {
    const { order } = await partOf('#4');
    await f.shipAll(order);
    f.shop.change(order, { fulfilments: [], requestStatus: 'ACCEPTED' });
    await f.rows(`update channel_due set outcome = 'done' where kind = 'fulfil' and outcome = 'open'`);
    f.shop.change(order, { requestStatus: 'CANCELLATION_REQUESTED' });
    await f.work();
    expect(order.status).toBe('IN_PROGRESS');
    await f.round();
    await f.round();
    await f.round();
    expect(order).toMatchObject({ status: 'INCOMPLETE' });
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('has no such choice for a location of the merchant, and eBay has none at all', async () => {
    const make = (kind: string, more: object) =>
      f.floor.server.call(
        'POST',
        '/v0/channels',
        { merchantId: f.floor.house.merchantId, name: kind, kind, restOfOrder: 'close', ...more },
        f.floor.admin,
      );
    expect(await make('ebay', {})).toMatchObject({ code: 'OK', data: { restOfOrder: 'open' } });
    expect(await make('shopify', { shop: 'own.myshopify.com', ownLocation: 'Main street' })).toMatchObject({
      data: { restOfOrder: 'open' },
    });
    expect(await make('shopware', { shop: 'https://tea.example' })).toMatchObject({ data: { restOfOrder: 'close' } });
  });
});

describe('WooCommerce', () => {
  let f: WooFloor;
  beforeAll(async () => {
    f = await openWooFloor();
  });
  afterAll(() => f.close());
  const partShipped = async () => {
    const order = f.woo.place({ lines: [{ sku: await scarce(f), qty: 3 }] });
    await f.round();
    await acceptPart(f, await f.taskOf(order));
    await f.shipAll(order);
    return order;
  };

  it('leaves the order open where the merchant has chosen nothing', async () => {
    const order = await partShipped();
    await f.round();
    await f.round();
    expect([order.status, order.notes.length]).toEqual(['processing', 1]);
  });

  it('completes the order, once, also if the answer is lost', async () => {
    await choose(f, 'close');
    const order = await partShipped();
    // The parcel is told first, so that its call is not the lost one.
    await f.rows(`update channel_due set due_at = now() + interval '1 hour' where kind = 'closeRest'`);
    await f.work();
    expect(order.status).toBe('processing');
    const before = f.woo.count('PUT orders/:id');
    f.woo.state.lose = 'PUT orders/:id';
    await f.round();
    expect([order.status, await rests(f)]).toEqual(['completed', [{ outcome: 'open' }]]);
    await f.round();
    await f.round();
    expect([f.woo.count('PUT orders/:id') - before, await rests(f)]).toEqual([1, [{ outcome: 'done' }]]);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect(f.woo.mismatches).toEqual([]);
  });

  it('of an order that a person has cancelled there changes nothing', async () => {
    const order = await partShipped();
    f.woo.change(order, { status: 'cancelled' });
    await f.round();
    await f.round();
    expect(order.status).toBe('cancelled');
  });

  it('forgets the rest where the merchant takes the choice back before it was closed', async () => {
    const order = await partShipped();
    await choose(f, 'open');
    await f.round();
    expect([order.status, (await rests(f)).filter(({ outcome }) => outcome === 'open')]).toEqual(['processing', []]);
  });
});

describe('Shopware', () => {
  let f: ShopwareFloor;
  beforeAll(async () => {
    f = await openShopwareFloor();
  });
  afterAll(() => f.close());
  const partShipped = async () => {
    const order = f.place({ lines: [{ sku: await scarce(f), qty: 3 }] });
    await f.round();
    await acceptPart(f, await f.taskOf(order));
    await f.shipAll(order);
    return order;
  };

  it('leaves the delivery shipped in part where the merchant has chosen nothing', async () => {
    const order = await partShipped();
    await f.round();
    await f.round();
    expect(f.statesOf(order)).toEqual(['shipped_partially']);
  });

  it.each(['before', 'after'] as const)('brings the delivery to shipped, once, also if the call is lost %s its effect', async (how) => {
    await choose(f, 'close');
    const order = await partShipped();
    f.shopware.lose('ship', how);
    await f.round();
    await f.round();
    await f.round();
    expect(f.statesOf(order)).toEqual(['shipped_partially', 'shipped']);
    expect((await rests(f)).every(({ outcome }) => outcome === 'done')).toBe(true);
    expect(f.shopware.mismatches).toEqual([]);
  });
});
