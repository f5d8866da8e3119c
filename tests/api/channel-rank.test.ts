import { afterAll, beforeAll, expect, it } from 'vitest';
import { seal } from '../../server/modules/channels/channels/seal.ts';
import { startWooCommerce, type WooCommerce } from '../stand-ins/woocommerce.ts';
import { stockUp } from '../support/warehouse.ts';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** Pieces that do not suffice for all shops of a merchant are told to the shop of the highest rank. */

let f: WooFloor;
let other: WooCommerce;
let second: string;
beforeAll(async () => {
  f = await openWooFloor();
  other = await startWooCommerce({ seed: 2 });
  other.state.clock = -60_000;
  second = await f.make(other.url);
  const credentials = seal(f.floor.server.config.KONTOR_SECRET, second, JSON.stringify(other.keys));
  await f.rows(`update channels set credentials = $2, state = 'connected', connected_at = now() where id = $1`, second, credentials);
  await f.rows(`update channels set stock_sync = true where id = any($1)`, [f.channelId, second]);
});
afterAll(async () => {
  await f.close();
  await other.close();
});

/** Rounds after which each shop was told: what stands there was read, and all orders from before that are known. */
const settle = async (): Promise<void> => {
  await f.readStock();
  await f.round();
  for (let n = 0; n < 2; n++) await f.laterRound();
};
const rank = (first: number, then: number, safety = 0) =>
  f.rows(
    `update channels set rank = case id when $1 then $3::int else $4::int end, safety_stock = $5 where id in ($1, $2)`,
    f.channelId,
    second,
    first,
    then,
    safety,
  );
const onShelf = async (qty: number) => {
  const item = await f.floor.makeItem();
  await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(7), qty);
  const products = [f.woo.addProduct(item.sku, 0), other.addProduct(item.sku, 0)];
  return { item, told: () => products.map((one) => one.qty) };
};

it('a kit in one shop and its part in the other share the pieces of the part by the same rank', async () => {
  const part = await f.floor.makeItem();
  const kit = await f.floor.makeItem({ kind: 'logical' });
  await f.rows(
    `insert into item_components (item_id, component_id, qty, merchant_id, kit_sku, part_sku) values ($1, $2, 2, $3, '', '')`,
    kit.id,
    part.id,
    f.floor.house.merchantId,
  );
  await stockUp(f.floor.server, f.floor.house.merchantId, part.id, f.floor.shelf(7), 2);
  const [ofKit, ofPart] = [f.woo.addProduct(kit.sku, 0), other.addProduct(part.sku, 0)];
  const told = () => [ofKit.qty, ofPart.qty];
  await rank(1, 2);
  await settle();
  expect(told()).toEqual([1, 0]);
  await rank(2, 1);
  await settle();
  expect(told()).toEqual([0, 2]);
  // Three are one kit and one part: enough for one in each shop.
  await stockUp(f.floor.server, f.floor.house.merchantId, part.id, f.floor.shelf(7), 1);
  await settle();
  expect(told()).toEqual([1, 3]);
  // With a safety stock of one, each shop needs one more: four for the kits and two for the parts.
  await rank(1, 2, 1);
  await settle();
  expect(told()).toEqual([0, 0]);
  await stockUp(f.floor.server, f.floor.house.merchantId, part.id, f.floor.shelf(7), 3);
  await settle();
  expect(told()).toEqual([2, 5]);
  await rank(1, 1);
});

it('enough pieces are told to each shop, and the last one to the shop of the highest rank, whatever the sequence of their rounds', async () => {
  const [plenty, last] = [await onShelf(10), await onShelf(1)];
  await rank(2, 1);
  await settle();
  expect([plenty.told(), last.told()]).toEqual([
    [10, 10],
    [0, 1],
  ]);
  await rank(1, 2);
  await settle();
  expect(last.told()).toEqual([1, 0]);
  // Nine of ten go elsewhere: the second shop is told that it has none.
  await f.floor.make('outbound', [{ sku: plenty.item.sku, qty: 9 }]);
  await settle();
  expect(plenty.told()).toEqual([1, 0]);
});

it('shops of one rank are told alike, and safety stocks of all shops count', async () => {
  const few = await onShelf(5);
  await rank(1, 1);
  await settle();
  expect(few.told()).toEqual([5, 5]);
  await rank(1, 2, 3);
  await settle();
  expect(few.told()).toEqual([2, 0]);
});

it('a shop that does not sell the item, or is not told its stock, takes no pieces from the others', async () => {
  const item = await f.floor.makeItem();
  await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(7), 1);
  const product = other.addProduct(item.sku, 0);
  const both = await onShelf(1);
  await rank(1, 2);
  await f.rows(`update channels set stock_sync = false where id = $1`, f.channelId);
  await settle();
  expect([product.qty, both.told()]).toEqual([1, [0, 1]]);
  await f.rows(`update channels set stock_sync = true where id = $1`, f.channelId);
  await settle();
  expect([product.qty, both.told()]).toEqual([1, [1, 0]]);
});

it('the last piece that three shops sell at once: one of them gets it, the others are told so, and no stock is below zero', async () => {
  // Without ranks all of them are told the piece.
  await rank(1, 1);
  const third = await startWooCommerce({ seed: 3 });
  third.state.clock = -60_000;
  const thirdId = await f.make(third.url);
  const credentials = seal(f.floor.server.config.KONTOR_SECRET, thirdId, JSON.stringify(third.keys));
  await f.rows(
    `update channels set credentials = $2, state = 'connected', connected_at = now(), stock_sync = true where id = $1`,
    thirdId,
    credentials,
  );
  try {
    await f.round();
    const last = await onShelf(1);
    const far = third.addProduct(last.item.sku, 0);
    await settle();
    expect([...last.told(), far.qty]).toEqual([1, 1, 1]);
    for (const shop of [f.woo, other, third]) shop.place({ lines: [{ sku: last.item.sku, qty: 1 }] });
    await f.round();
    for (let n = 0; n < 3; n++) await settle();
    expect([...last.told(), far.qty]).toEqual([0, 0, 0]);
    const [held] = await f.rows(
      `select sum(l.reserved)::int as reserved, (select sum(on_hand)::int from stock_balances where item_id = $1) as here,
        (select min(on_hand - reserved)::int from stock_balances where item_id = $1) as free, count(*)::int as orders
        from task_lines l where l.item_id = $1`,
      last.item.id,
    );
    // All three orders are in the house, and one of them is promised the piece.
    expect(held).toEqual({ reserved: 1, here: 1, free: 0, orders: 3 });
  } finally {
    await third.close();
  }
});
