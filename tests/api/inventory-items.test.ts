import { afterAll, beforeAll, expect, test } from 'vitest';
import { FLOW_DAYS, type Flow } from '#contract/stock/flow';
import { type Floor, openFloor } from '../support/floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** The inventory with one row for each item. */

type ItemStock = { id: string; sku: string; merchantId: string | null } & Record<Figure, number>;
type Figure = 'available' | 'reserved' | 'incoming' | 'unavailable' | 'onHand';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());

/** All pages of the inventory by item, three rows at a time. */
async function allPages(token: string, sort = 'sku'): Promise<ItemStock[]> {
  const rows: ItemStock[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ l: '3', s: sort, o: cursor });
    const page = await floor.server.call<ItemStock[]>('GET', `/v0/itemStocks?${query}`, undefined, token);
    rows.push(...page.data);
    cursor = (page as { next?: string | null }).next ?? null;
  }
  return rows;
}

test('the row of an item adds up its places, lots and conditions, as the ledger has them', async () => {
  const { server, house, admin, makeItem, make, shelf, rows } = floor;
  const item = await makeItem({ lot_mode: true });
  const put = (place: string, qty: number, more = {}) => stockUp(server, house.merchantId, item.id, place, qty, more);
  await put(shelf(0), 10, { lot: 'A' });
  await put(shelf(1), 6, { lot: 'B' });
  await put(shelf(1), 2, { lot: 'B', condition: 'damaged' });
  await put(house.dock, 4);
  await rows(`update compartments set blocked_reason = 'leak' where id = $1`, [shelf(2)]);
  await put(shelf(2), 3);
  await make('outbound', [{ sku: item.sku, qty: 5 }]);
  await server.call('POST', '/v0/tasks/allocate', {}, admin);
  await expect
    .poll(async () => (await rows('select sum(reserved)::int as n from stock_balances where item_id = $1', [item.id]))[0].n)
    .toBe(5);
  await make('inbound', [{ sku: item.sku, qty: 12 }]);
  const all = await allPages(admin);
  expect(all.filter(({ id }) => id === item.id)).toMatchObject([{ available: 11, reserved: 5, incoming: 12, unavailable: 9, onHand: 25 }]);

  const items = await rows(`select id from items where deleted_at is null and kind <> 'logical'`);
  expect(all.length).toBe(items.length);
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(items.map(({ id }) => id)));
  const moved = await rows(
    `select item_id as id, sum(case to_place when 'stock' then qty else 0 end - case from_place when 'stock' then qty else 0 end)::int as qty from stock_moves group by 1`,
  );
  const ledger = new Map(moved.map(({ id, qty }) => [id, qty]));
  expect(all.map(({ sku, onHand }) => [sku, onHand])).toEqual(all.map(({ sku, id }) => [sku, ledger.get(id) ?? 0]));
  for (const row of all) expect(row.available + row.reserved + row.unavailable, row.sku).toBe(row.onHand);
  const { data: proof } = await server.call<{ broken: number }>('GET', '/v0/stock/proof', undefined, admin);
  expect(proof.broken).toBe(0);

  const byFigure = await allPages(admin, '-available');
  expect(byFigure.map(({ available }) => available)).toEqual(all.map(({ available }) => available).sort((a, b) => b - a));
  expect(new Set(byFigure.map(({ id }) => id)).size).toBe(all.length);
});

test('a merchant sees the own items, and of a shared item the own stock only (P17)', async () => {
  const { server, house, admin, makeItem, shelf, rows } = floor;
  const shared = await makeItem({ merchant_id: null });
  const [other] = await rows('select id from merchants where id <> $1 limit 1', [house.merchantId]);
  await stockUp(server, house.merchantId, shared.id, shelf(3), 7);
  await stockUp(server, other.id, shared.id, shelf(4), 30);
  const own = await allPages(await server.signIn('merchant'));
  expect(new Set(own.map(({ merchantId }) => merchantId))).toEqual(new Set([house.merchantId, null]));
  expect(own.find(({ id }) => id === shared.id)).toMatchObject({ available: 7, onHand: 7 });
  expect((await allPages(admin)).find(({ id }) => id === shared.id)).toMatchObject({ onHand: 37 });
  expect((await server.call('GET', '/v0/itemStocks', undefined, await server.signIn('carrier'))).code).toBe('NotAllowed');
});

test('the flow of an item says what came, what left and what was on hand each day, to a merchant of the own pieces only (P17)', async () => {
  const { server, house, admin, makeItem, shelf, rows } = floor;
  const item = await makeItem({ merchant_id: null });
  const [other] = await rows('select id from merchants where id <> $1 limit 1', [house.merchantId]);
  const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000).toISOString() });
  await stockUp(server, house.merchantId, item.id, shelf(5), 10, daysAgo(3));
  await stockUp(server, house.merchantId, item.id, shelf(5), 6, daysAgo(1));
  // Moves within stock neither come in nor go out.
  await stockUp(server, house.merchantId, item.id, shelf(6), 2, { from_place: 'stock', from_id: shelf(5) });
  await server.pool.query('select kontor_move($1::jsonb)', [
    JSON.stringify({
      merchant_id: house.merchantId,
      item_id: item.id,
      qty: 4,
      from_place: 'stock',
      from_id: shelf(5),
      to_place: 'scrap',
      reason: 'broken',
    }),
  ]);
  await stockUp(server, other.id, item.id, shelf(7), 50);
  const flow = async (token: string) => (await server.call<Flow>('GET', `/v0/stock/flow?itemId=${item.id}`, undefined, token)).data;
  const own = await flow(await server.signIn('merchant'));
  expect(own.length).toBe(FLOW_DAYS);
  expect(own.slice(-5).map(({ day: _day, ...figures }) => figures)).toEqual([
    { in: 0, out: 0, level: 0 },
    { in: 10, out: 0, level: 10 },
    { in: 0, out: 0, level: 10 },
    { in: 6, out: 0, level: 16 },
    { in: 0, out: 4, level: 12 },
  ]);
  expect((await flow(admin)).at(-1)).toMatchObject({ in: 50, out: 4, level: 62 });
});
