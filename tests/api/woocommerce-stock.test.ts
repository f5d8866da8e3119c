import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockUp } from '../support/warehouse.ts';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** The stock that a WooCommerce shop is told: what can still be sold, and never a piece twice. */

let f: WooFloor;
beforeAll(async () => {
  f = await openWooFloor();
});
afterAll(() => f.close());

const place = (lines: { sku: string; qty: number }[], more = {}) => f.woo.place({ lines, ...more });

describe('stock', () => {
  /** As if two minutes had passed since what stands in the shop was read: all orders from before that are known. */
  const later = () => f.rows(`update channel_items set seen_at = now() - interval '2 minutes'`);
  const switchOn = (more = '') => f.rows(`update channels set stock_sync = true${more} where id = $1`, f.channelId);
  const free = async (): Promise<number> =>
    Number((await f.rows(`select sum(on_hand - reserved)::int as n from stock_balances where item_id = $1`, f.item.id))[0]?.['n']);

  it('of products and variations is what can still be sold, less the safety stock; items that the shop refuses keep no other from being told', async () => {
    const other = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, other.id, f.floor.shelf(6), 40);
    const third = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, third.id, f.floor.shelf(6), 30);
    const simple = f.woo.addProduct(f.item.sku, 1);
    const parent = f.woo.addProduct('parent', null, { type: 'variable' });
    const variation = f.woo.addVariation(parent, other.sku, 3);
    const counted = f.woo.addVariation(parent, 'by-parent', 3, 'parent');
    const refused = f.woo.addProduct(third.sku, 9);
    f.woo.state.refuse.add(refused.id);
    await f.readStock();
    expect([simple.qty, variation.qty]).toEqual([1, 3]);
    // Before anything is told, the list of the channel's items shows what would be.
    type Row = Record<string, unknown>;
    const shown = await f.floor.server.call<Row[]>('GET', `/v0/channelItems?channelId=${f.channelId}`, undefined, f.floor.admin);
    expect(shown.data.find(({ sku }) => sku === other.sku)).toMatchObject({ there: 3, here: 40, state: 'differs', itemId: other.id });
    expect(shown.data.find(({ sku }) => sku === 'voucher')).toBeUndefined();
    await switchOn(', safety_stock = 4');
    await f.readStock();
    await later();
    await f.round();
    expect([simple.qty, variation.qty, counted.qty, refused.qty]).toEqual([(await free()) - 4, 36, 3, 9]);
    expect(await f.rows(`select sku, error from channel_items where error <> ''`)).toEqual([
      { sku: third.sku, error: expect.stringContaining('Invalid ID') },
    ]);
    await switchOn(', safety_stock = 0');
    await later();
    await f.round();
    expect(variation.qty).toBe(40);
    const [row] = await f.rows(`select id from channel_items where error <> ''`);
    f.woo.state.refuse.delete(refused.id);
    const again = await f.floor.server.call('POST', `/v0/channelItems/${String(row?.['id'])}/again`, undefined, f.floor.admin);
    expect(again.code).toBe('OK');
    await later();
    await f.round();
    expect(refused.qty).toBe(30);
    expect(f.woo.mismatches).toEqual([]);
  });

  it('is never raised while an order may be on its way that is not known here: the last piece is sold once', async () => {
    const last = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, last.id, f.floor.shelf(7), 1);
    const product = f.woo.addProduct(last.sku, 1);
    await f.readStock();
    // Sold in the shop within the half minute that windows leave out.
    f.woo.state.clock = 0;
    const order = f.woo.place({ lines: [{ sku: last.sku, qty: 1 }] });
    f.woo.state.clock = -60_000;
    for (let n = 0; n < 3; n++) {
      await f.readStock();
      expect(product.qty).toBe(0);
    }
    f.woo.change(order, {});
    await f.readStock();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    await later();
    await f.round();
    expect(product.qty).toBe(0);
  });

  it('of an order that waits for its payment stays taken off, also of a variation whose product counts', async () => {
    const [single, varied] = [await f.floor.makeItem(), await f.floor.makeItem()];
    for (const { id } of [single, varied]) await stockUp(f.floor.server, f.floor.house.merchantId, id, f.floor.shelf(7), 10);
    const simple = f.woo.addProduct(single.sku, 10);
    const parent = f.woo.addProduct(varied.sku, 10, { type: 'variable' });
    f.woo.addVariation(parent, 'red', 0, 'parent');
    await f.readStock();
    const waiting = place(
      [
        { sku: single.sku, qty: 3 },
        { sku: 'red', qty: 2 },
      ],
      { status: 'on-hold' },
    );
    // The variation has no number of its own, so WooCommerce takes its pieces off the product.
    parent.qty = 8;
    await f.readStock();
    await later();
    await f.round();
    expect([simple.qty, parent.qty]).toEqual([7, 8]);
    await f.floor.make('outbound', [{ sku: single.sku, qty: 1 }]);
    await f.round();
    expect([simple.qty, parent.qty]).toEqual([6, 8]);
    f.woo.change(waiting, { status: 'cancelled' });
    simple.qty = 9;
    parent.qty = 10;
    await f.readStock();
    await later();
    await f.round();
    expect([simple.qty, parent.qty]).toEqual([9, 10]);
  });

  it('is lowered at once when pieces go elsewhere, and what was sold in the shop meanwhile is not overwritten', async () => {
    const item = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(7), 10);
    const product = f.woo.addProduct(item.sku, 10);
    await f.readStock();
    await f.floor.make('outbound', [{ sku: item.sku, qty: 4 }]);
    await f.round();
    expect(product.qty).toBe(6);
    await f.floor.make('outbound', [{ sku: item.sku, qty: 2 }]);
    f.woo.state.clock = 0;
    f.woo.place({ lines: [{ sku: item.sku, qty: 1 }] });
    f.woo.state.clock = -60_000;
    await f.round();
    expect(product.qty).toBe(5);
    await f.round();
    expect(product.qty).toBe(4);
  });

  it('of a held order is kept back in every shop of its merchant', async () => {
    const item = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(7), 5);
    const product = f.woo.addProduct(item.sku, 5);
    await f.readStock();
    const order = place([{ sku: item.sku, qty: 2 }], { method: 'By balloon' });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'noCarrier' });
    await f.readStock();
    await later();
    await f.round();
    expect(product.qty).toBe(3);
  });

  it('of a kit is what its scarcest part allows, also while orders of the kit and of its parts wait', async () => {
    const [kit, many, few] = [await f.floor.makeItem({ kind: 'logical' }), await f.floor.makeItem(), await f.floor.makeItem()];
    for (const [{ id }, qty] of [
      [many, 20],
      [few, 7],
    ] as const)
      await stockUp(f.floor.server, f.floor.house.merchantId, id, f.floor.shelf(7), qty);
    for (const [{ id }, qty] of [
      [many, 1],
      [few, 2],
    ] as const)
      await f.rows(
        `insert into item_components (item_id, component_id, qty, merchant_id, kit_sku, part_sku) values ($1, $2, $3, $4, '', '')`,
        kit.id,
        id,
        qty,
        f.floor.house.merchantId,
      );
    const products = [kit, many, few].map(({ sku }) => f.woo.addProduct(sku, 0));
    const told = async () => {
      await f.readStock();
      await later();
      await f.round();
      return products.map(({ qty }) => qty);
    };
    expect(await told()).toEqual([3, 20, 7]);
    await f.floor.make('outbound', [{ sku: few.sku, qty: 2 }]);
    expect(await told()).toEqual([2, 20, 5]);
    await f.floor.make('outbound', [{ sku: kit.sku, qty: 1 }]);
    expect(await told()).toEqual([1, 19, 3]);
    // A held order of the kit keeps its parts back.
    const held = place([{ sku: kit.sku, qty: 1 }], { method: 'By balloon' });
    await f.round();
    expect(await f.orderOf(held)).toMatchObject({ state: 'held', reason: 'noCarrier' });
    expect(await told()).toEqual([0, 18, 1]);
  });

  it('that another hand changes in the shop is told to people once, until a reading finds it no more; what the shop sold is no such change', async () => {
    const item = await f.floor.makeItem();
    await stockUp(f.floor.server, f.floor.house.merchantId, item.id, f.floor.shelf(7), 10);
    const product = f.woo.addProduct(item.sku, 0);
    const read = async () => {
      await f.readStock();
      await later();
      await f.round();
    };
    const notices = () =>
      f.rows(
        `select m.title, m.text, m.link from messages m join users u on u.id = m.to_id
          where u.account = 'manager@kontor.example' and m.title like 'Stock in %' order by m.id`,
      );
    // Told for the first time.
    await read();
    await read();
    expect([product.qty, await notices()]).toEqual([10, []]);

    // Sold in the shop within the half minute that windows leave out: the order is known only after the reading.
    f.woo.state.clock = 0;
    const order = f.woo.place({ lines: [{ sku: item.sku, qty: 2 }] });
    f.woo.state.clock = -60_000;
    await f.readStock();
    f.woo.change(order, {});
    await later();
    await f.round();
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    await read();
    expect([product.qty, await notices()]).toEqual([8, []]);

    product.qty = 55;
    await read();
    expect(product.qty).toBe(8);
    const [listed] = await f.rows('select count(*)::int as n from channel_items where channel_id = $1', f.channelId);
    const of = Number(listed?.['n']);
    const share = `${Number((100 / of).toFixed(1))}%`;
    expect(await notices()).toEqual([
      {
        title: expect.stringMatching(/^Stock in .* was changed by others. Items: 1$/),
        text: expect.stringContaining(`1 of ${of} items (${share}) had another number in the shop than Kontor told it: ${item.sku}.`),
        link: `/eEP/channels/${f.channelId}`,
      },
    ]);
    product.qty = 56;
    await read();
    expect(await notices()).toHaveLength(1);
    // A reading without a difference, and then the cause comes back.
    await read();
    product.qty = 57;
    await read();
    expect(await notices()).toHaveLength(2);
  });
});
