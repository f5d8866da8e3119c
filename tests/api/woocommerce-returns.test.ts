import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { why } from '../support/floor.ts';
import { acts } from '../support/warehouse.ts';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** Refunds of a WooCommerce shop become announced returns, and what was counted stands at the order. */

let f: WooFloor;
beforeAll(async () => {
  f = await openWooFloor();
});
afterAll(() => f.close());
beforeEach(() => f.woo.faults({}));

const place = (qty = 3) => f.woo.place({ lines: [{ sku: f.item.sku, qty }] });
type Order = ReturnType<typeof place>;
const returnsOf = async (order: Order) =>
  f.rows(
    `select r.id, r.retour_no as no, (select sum(l.ordered)::int from task_lines l where l.task_id = r.id) as pieces from tasks r
     where r.kind = 'retour' and r.parent_id = $1 and r.deleted_at is null order by r.sort_at`,
    await f.taskOf(order),
  );
const pieces = async (order: Order) => (await returnsOf(order)).map((one) => one['pieces']);
const notes = (order: Order): string[] => order.notes.filter(({ customer }) => !customer).map(({ note }) => note);
const shipped = async (qty = 3): Promise<Order> => {
  const order = place(qty);
  await f.round();
  await f.shipAll(order);
  await f.round();
  return order;
};

/** Rounds in which answers are lost, and one after them. */
const throughWeather = () => f.withFaults(f.woo.faults, { dropAfter: 0.2, dropBefore: 0.1, status5xx: 0.1 });

describe('a refund of the shop', () => {
  it('of pieces that were shipped announces their return once, and what was counted is noted at the order', async () => {
    const order = await shipped();
    f.woo.refund(order, 0, 2);
    await f.round();
    await f.round();
    expect(await pieces(order)).toEqual([2]);
    const [made] = await returnsOf(order);
    const taskId = String(made?.['id']);
    const back = (outcome: 'restock' | 'scrap') => acts.takeBack(taskId, f.item.id, 1, f.floor.house.returns, { outcome });
    const receipt = await f.floor.scanner.send(back('restock'), back('scrap'), { do: 'closeReceipt', taskId, reason: '' });
    expect(why(receipt)).toEqual(['applied', 'applied', 'applied']);
    await f.round();
    await f.round();
    const text = `Retoure ${String(made?.['no'])} wurde gezählt: ${f.item.sku}: angekündigt 2, gut 1, nicht verkäuflich 1. Kontor erstattet kein Geld.`;
    expect(notes(order)).toEqual([text]);
    expect(order.refunds).toHaveLength(1);
    expect(f.woo.mismatches).toEqual([]);
  });

  it('of an amount, of an order from elsewhere, or of pieces that are not shipped any more announces nothing', async () => {
    const [amount, before] = [await shipped(), place()];
    await f.round();
    amount.refunds.push({ id: 900_001, lines: [] });
    f.woo.change(amount, {});
    f.woo.refund(before, 0, 1);
    await f.round();
    await f.shipAll(before);
    await f.round();
    await f.round();
    expect(await pieces(amount)).toEqual([]);
    // Two of three were shipped, because one was refunded before.
    expect(await pieces(before)).toEqual([]);
    const [due] = await f.rows(`select count(*)::int as n from channel_due where kind = 'return' and outcome = 'failed'`);
    expect(due).toEqual({ n: 0 });
  });

  it('of pieces that did not leave is taken off the order, also in the second in which the order was read, and after another one', async () => {
    const order = place();
    const wanted = async (): Promise<unknown> =>
      (await f.rows('select ordered - cancelled as n from task_lines where task_id = $1', await f.taskOf(order)))[0]?.['n'];
    await f.round();
    const { modified } = order;
    for (const left of [2, 1]) {
      f.woo.refund(order, 0, 1);
      order.modified = modified;
      await f.round();
      expect(await wanted()).toBe(left);
    }
  });

  it('that came too late to change the order announces the pieces as soon as they have left', async () => {
    const order = place();
    await f.round();
    await f.floor.pickAll(await f.taskOf(order));
    f.woo.refund(order, 0, 1);
    await f.round();
    expect(await pieces(order)).toEqual([]);
    const parcel = await f.floor.packAll(await f.taskOf(order));
    await f.handOver(parcel);
    await f.round();
    await f.round();
    expect(await pieces(order)).toEqual([1]);
  });

  it('that follows another one announces its own pieces only, and none beyond what was shipped', async () => {
    const order = await shipped(2);
    f.woo.refund(order, 0, 1);
    await f.round();
    f.woo.refund(order, 0, 1);
    f.woo.refund(order, 0, 1);
    await f.round();
    expect(await pieces(order)).toEqual([1, 1]);
  });

  it('is announced and told once through lost answers', async () => {
    const orders = Array.from({ length: 4 }, () => place(1));
    await f.round();
    for (const order of orders) await f.shipAll(order);
    await f.round();
    for (const order of orders) f.woo.refund(order, 0, 1);
    await throughWeather();
    for (const order of orders) {
      expect(await pieces(order)).toEqual([1]);
      const [made] = await returnsOf(order);
      const taskId = String(made?.['id']);
      await f.floor.scanner.send(acts.takeBack(taskId, f.item.id, 1, f.floor.house.returns), { do: 'closeReceipt', taskId, reason: '' });
    }
    await throughWeather();
    expect(orders.map((order) => notes(order).length)).toEqual([1, 1, 1, 1]);
  });
});
