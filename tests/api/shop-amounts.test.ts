import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, Payment } from '../stand-ins/shopify-orders.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';

/** What the carrier collects and insures of orders of a shop. */

let f: ShopFloor;
beforeAll(async () => {
  f = await openShopFloor();
});
afterAll(() => f.close());

describe('an order', () => {
  it('paid at the door names what is still open; one that is paid names nothing', async () => {
    const cash = { gateways: ['Cash on Delivery (COD)'], status: 'PENDING', outstanding: '49.9' };
    const read = async (name: string, payment: Partial<Payment>) => {
      const order = f.place(name, [{ sku: f.item.sku, qty: 1 }], { payment });
      await f.round();
      return (await f.rows(`select delivery_services, cod_amount::int, currency from tasks where id = $1`, await f.taskOf(order)))[0];
    };
    expect(await read('#1030', cash)).toEqual({ delivery_services: ['cashOnDelivery'], cod_amount: 4990, currency: 'EUR' });
    const others = [
      { ...cash, status: 'PAID' },
      { gateways: ['Bank Deposit'], status: 'PENDING', outstanding: '49.9' },
    ];
    for (const [n, payment] of others.entries())
      expect(await read(`#103${n + 1}`, payment)).toMatchObject({ delivery_services: [], cod_amount: null });
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('paid at the door and divided collects the whole amount once, with the part that is taken first; if that one is cancelled, with another', async () => {
    const payment = { gateways: ['Cash on Delivery (COD)'], status: 'PENDING', outstanding: '49.9', order: 'gid://shopify/Order/4711' };
    const parts = ['#1040', '#1040', '#1040'].map((name) => f.place(name, [{ sku: f.item.sku, qty: 1 }], { payment }));
    const amounts = async () =>
      (
        await Promise.all(
          parts.map(async (part) => f.rows('select cod_amount::int as amount from tasks where id = $1', await f.taskOf(part))),
        )
      ).map(([row]) => row?.['amount'] ?? null);
    await f.round();
    expect((await amounts()).filter((one) => one !== null)).toEqual([4990]);
    await f.round();
    expect((await amounts()).filter((one) => one !== null)).toEqual([4990]);
    const at = (await amounts()).indexOf(4990);
    // Every other part says so: on its order, and on the order of the channel.
    const collecting = { id: await f.taskOf(parts[at] as Order), no: '' };
    collecting.no = String((await f.rows('select no from tasks where id = $1', collecting.id))[0]?.['no']);
    const { server, admin } = f.floor;
    const merchant = await server.signIn('merchant');
    for (const [n, part] of parts.entries()) {
      const { data: story } = await server.call('GET', `/v0/tasks/${await f.taskOf(part)}/story`, undefined, n === 0 ? admin : merchant);
      expect(story).toMatchObject({ collectedWith: n === at ? null : collecting });
      const { id } = await f.orderOf(part);
      const { data: related } = await server.call('GET', `/v0/channelOrders/${String(id)}/related`, undefined, n === 1 ? admin : merchant);
      expect(related).toMatchObject({
        facts: [
          n === at
            ? { key: 'collected', value: 4990 }
            : { key: 'collected', value: 0, note: { text: 'channelOrders.collectedWith.order', values: { no: collecting.no } } },
        ],
      });
    }
    // A carrier of one part reads it without the number of the other order.
    const part = await f.taskOf(parts[at === 0 ? 1 : 0] as Order);
    await f.rows(
      `update tasks set carrier_id = (select carrier_id from users where account = 'carrier@kontor.example') where id = $1`,
      part,
    );
    const asCarrier = await server.call('GET', `/v0/tasks/${part}/story`, undefined, await server.signIn('carrier'));
    expect(asCarrier).toMatchObject({ code: 'OK', data: { collectedWith: null } });
    await f.rows(
      `update channel_orders set state = 'cancelled', ended_at = now() where id = $1`,
      (await f.orderOf(parts[at] as Order))['id'],
    );
    for (const [n, part] of parts.entries()) if (n !== at) f.shop.change(part, {});
    await f.round();
    const rest = (await amounts()).filter((_, n) => n !== at);
    expect(rest.filter((one) => one !== null)).toEqual([4990]);
  });

  it('paid at the door in yen waits with the amount in words, and nothing leaves without it in silence', async () => {
    const payment = { gateways: ['Cash on Delivery (COD)'], status: 'PENDING', outstanding: '1995', currency: 'JPY' };
    const order = f.place('#1050', [{ sku: f.item.sku, qty: 1 }], { payment });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'otherCurrency', detail: '1995 JPY' });
    // A person decides that it goes without an amount.
    const { id } = await f.orderOf(order);
    expect((await f.floor.server.call('POST', `/v0/channelOrders/${String(id)}/retry`, undefined, f.floor.admin)).code).toBe('OK');
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });
});
