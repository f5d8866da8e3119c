import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../stand-ins/shopify-orders.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { acts } from '../support/warehouse.ts';

/** Returns that a merchant approves in Shopify: announced here once, and told back as what became of each piece. */

let f: ShopFloor;
beforeAll(async () => {
  f = await openShopFloor();
});
afterAll(() => f.close());
beforeEach(() => f.shopify.faults({}));

let numbers = 5000;
const shipped = async (qty = 3): Promise<Order> => {
  numbers += 1;
  const order = f.place(`#${numbers}`, [{ sku: f.item.sku, qty }]);
  await f.round();
  await f.shipAll(order);
  await f.round();
  return order;
};
const returnsOf = async (order: Order) =>
  f.rows(
    `select r.id, r.remark, (select sum(l.ordered)::int from task_lines l where l.task_id = r.id) as pieces from tasks r
     where r.kind = 'retour' and r.parent_id = $1 and r.deleted_at is null order by r.sort_at`,
    await f.taskOf(order),
  );
const count = async (taskId: unknown, outcomes: readonly ('restock' | 'scrap')[], reason = '') =>
  f.floor.scanner.send(...outcomes.map((outcome) => acts.takeBack(String(taskId), f.item.id, 1, f.floor.house.returns, { outcome })), {
    do: 'closeReceipt',
    taskId: String(taskId),
    reason,
  });

describe('a return that was approved in the shop', () => {
  it('is announced once, and told as restocked, not fit for sale or missing; no money is refunded', async () => {
    const order = await shipped();
    const made = f.shop.returns.approve(order, [3], { note: 'Too small' });
    await f.round();
    await f.round();
    const [row, ...others] = await returnsOf(order);
    expect([row?.['pieces'], others]).toEqual([3, []]);
    expect(row?.['remark']).toBe(`${made.name}\nToo small`);
    await count(row?.['id'], ['restock', 'scrap'], 'lessDelivered');
    await f.round();
    await f.round();
    expect(made.lines[0]?.dispositions).toEqual([
      { quantity: 1, type: 'RESTOCKED' },
      { quantity: 1, type: 'NOT_RESTOCKED' },
      { quantity: 1, type: 'MISSING' },
    ]);
    expect(f.shopify.count('Dispose')).toBe(1);
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('is announced and told once through lost answers', async () => {
    const orders = [await shipped(1), await shipped(1), await shipped(1)];
    const returns = orders.map((order) => f.shop.returns.approve(order, [1]));
    const throughWeather = () => f.withFaults(f.shopify.faults, { dropAfter: 0.2, dropBefore: 0.1, throttled: 0.05 });
    await throughWeather();
    for (const order of orders) {
      const rows = await returnsOf(order);
      expect(rows.map((one) => one['pieces'])).toEqual([1]);
      await count(rows[0]?.['id'], ['restock']);
    }
    await throughWeather();
    expect(returns.map(({ lines }) => lines[0]?.dispositions)).toEqual(orders.map(() => [{ quantity: 1, type: 'RESTOCKED' }]));
  });

  it('waits until the merchant has granted the permission', async () => {
    const order = await shipped(1);
    await f.rows(`update channels set scopes = 'read_orders' where id = $1`, f.channelId);
    f.shop.returns.approve(order, [1]);
    await f.round();
    expect(await returnsOf(order)).toEqual([]);
    await f.connect();
    await f.round();
    expect(await returnsOf(order)).toHaveLength(1);
  });
});
