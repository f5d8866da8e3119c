import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EbayReturn } from '../stand-ins/ebay-returns.ts';
import { askReturn } from '../stand-ins/ebay-returns.ts';
import type { EbayOrder } from '../stand-ins/ebay-seller.ts';
import { type EbayFloor, openEbayFloor } from '../support/ebay-floor.ts';
import { acts } from '../support/warehouse.ts';

/** Returns of buyers at eBay: announced here once, and told as received. Money stays with the merchant. */

let f: EbayFloor;
beforeAll(async () => {
  f = await openEbayFloor();
});
afterAll(() => f.close());
beforeEach(() => f.ebay.faults({}));

const shipped = async (qty = 2): Promise<EbayOrder> => {
  const order = f.place([{ sku: f.item.sku, qty }]);
  await f.round();
  await f.shipAll(order);
  await f.round();
  return order;
};
const ask = (order: EbayOrder, parts: Partial<EbayReturn> = {}): EbayReturn => askReturn(f.seller, order, parts);
const returnsOf = async (order: EbayOrder) =>
  f.rows(
    `select r.id, r.remark, l.ordered as pieces, l.return_reason as reason from tasks r join task_lines l on l.task_id = r.id
     where r.kind = 'retour' and r.parent_id = $1 and r.deleted_at is null order by r.sort_at`,
    await f.taskOf(order),
  );
const count = async (taskId: unknown, outcomes: readonly ('restock' | 'scrap')[], reason = '') =>
  f.floor.scanner.send(...outcomes.map((outcome) => acts.takeBack(String(taskId), f.item.id, 1, f.floor.house.returns, { outcome })), {
    do: 'closeReceipt',
    taskId: String(taskId),
    reason,
  });
const refunds = (): number => f.ebay.calls.filter(({ what }) => what.includes('refund') || what.includes('decide')).length;

describe('a return at eBay', () => {
  it('that comes back is announced once with its reason and the words of the buyer, and told as received when it was counted', async () => {
    const order = await shipped(3);
    const made = ask(order, { qty: 2, comment: 'Does not switch on' });
    await f.round();
    await f.round();
    const [row, ...others] = await returnsOf(order);
    expect([row?.['pieces'], row?.['reason'], others]).toEqual([2, 'defective', []]);
    expect(row?.['remark']).toBe(`${made.id}\nDoes not switch on`);
    expect(made.received).toBe(0);
    await count(row?.['id'], ['restock', 'scrap']);
    await f.round();
    await f.round();
    expect([made.state, made.received]).toEqual(['ITEM_DELIVERED', 1]);
    expect(refunds()).toBe(0);
    expect(f.ebay.mismatches).toEqual([]);
  });

  it('that nobody has agreed to, or whose goods the buyer keeps, announces nothing; once it is agreed to it does', async () => {
    const [asked, kept] = [await shipped(), await shipped()];
    const made = ask(asked, { state: 'RETURN_REQUESTED', reason: 'NO_LONGER_NEED_ITEM', reasonType: 'REMORSE' });
    ask(kept, { state: 'ITEM_KEPT' });
    await f.round();
    expect([await returnsOf(asked), await returnsOf(kept)]).toEqual([[], []]);
    made.state = 'ITEM_SHIPPED';
    await f.round();
    expect((await returnsOf(asked)).map(({ pieces, reason }) => [pieces, reason])).toEqual([[1, 'notWanted']]);
  });

  it('of an order from elsewhere announces nothing; one that only names its listing finds the line', async () => {
    const foreign = f.place([{ sku: f.item.sku, qty: 1 }], { payment: 'PENDING' });
    ask(foreign);
    const order = f.place([1, 2].map(() => ({ sku: f.item.sku, qty: 1 })));
    await f.round();
    await f.shipAll(order);
    await f.round();
    ask(order, { line: 1, isOld: true });
    await f.round();
    expect((await returnsOf(order)).map(({ pieces }) => pieces)).toEqual([1]);
    const [stored] = await f.rows(
      `select r.lines from channel_returns r join channel_orders o on o.id = r.order_id where o.external_id = $1`,
      order.id,
    );
    expect(stored).toEqual({ lines: [{ line: order.lines[1]?.id, qty: 1 }] });
    expect(await f.orderOf(foreign)).toEqual({});
  });

  it('of which nothing arrived is not told as received, nor is one that eBay knows to be delivered or closed', async () => {
    const orders = [await shipped(1), await shipped(1), await shipped(1)];
    const [lost, delivered, closed] = orders.map((order) => ask(order));
    await f.round();
    const rows = await Promise.all(orders.map(returnsOf));
    Object.assign(delivered ?? {}, { state: 'ITEM_DELIVERED' });
    Object.assign(closed ?? {}, { state: 'CLOSED' });
    await count(rows[0]?.[0]?.['id'], [], 'lessDelivered');
    for (const n of [1, 2]) await count(rows[n]?.[0]?.['id'], ['restock']);
    await f.round();
    expect([lost, delivered, closed].map((one) => one?.received)).toEqual([0, 0, 0]);
    expect(await f.rows(`select 1 from channel_due where kind = 'returned' and outcome <> 'done'`)).toEqual([]);
  });

  it('is announced and told once through lost answers', async () => {
    const orders = [await shipped(1), await shipped(1), await shipped(1)];
    const returns = orders.map((order) => ask(order));
    const throughWeather = () => f.withFaults(f.ebay.faults, { dropAfter: 0.2, dropBefore: 0.1, status5xx: 0.1 });
    await throughWeather();
    for (const order of orders) {
      const rows = await returnsOf(order);
      expect(rows.map(({ pieces }) => pieces)).toEqual([1]);
      await count(rows[0]?.['id'], ['restock']);
    }
    await throughWeather();
    expect(returns.map(({ received }) => received)).toEqual([1, 1, 1]);
  });

  it('that the seller’s permission does not cover keeps no order from coming', async () => {
    f.ebay.state.scopeMissing = 'returns';
    const order = f.place();
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    expect(await f.rows(`select state from channels where id = $1`, f.channelId)).toEqual([{ state: 'connected' }]);
    f.ebay.state.scopeMissing = '';
  });
});
