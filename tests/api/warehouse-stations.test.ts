import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#contract/scan/acts';
import type { Work } from '#contract/scan/work';
import { readInvariants } from '../../server/stock/invariants.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** What stations are told, and what they may begin. After each test the books agree. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());
afterEach(async () => expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]));

const workAt = async (profile: Profile, code?: string): Promise<Work> => {
  const query = new URLSearchParams({ profile, stationId: floor.house.stationId, ...(code === undefined ? {} : { code }) });
  const answer = await floor.server.call<Work>('GET', `/v0/scan/${code === undefined ? 'work' : 'find'}?${query}`, undefined, floor.admin);
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return answer.data;
};

test('a pack station knows its carts, and which orders lie in them until they are packed', async () => {
  const { server, house, makeItem, make, pickAll, packAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 4);
  const [first, second] = [await make('outbound', [{ sku: item.sku, qty: 2 }]), await make('outbound', [{ sku: item.sku, qty: 2 }])];
  await pickAll(first);
  await pickAll(second);
  const liesOf = (work: Work, id: string) => work.tasks.find((task) => task.id === id)?.lies;
  const before = await workAt('packScanOrder');
  expect(before.places).toContainEqual(expect.objectContaining({ id: house.cart, code: 'T-CART', kind: 'cart' }));
  expect(before.places.map(({ id }) => id)).not.toContain(shelf(0));
  expect([liesOf(before, first), liesOf(before, second)]).toEqual([[house.cart], [house.cart]]);
  await packAll(first);
  const after = await workAt('packScanOrder');
  expect([liesOf(after, first) ?? [], liesOf(after, second)]).toEqual([[], [house.cart]]);
  expect((await workAt('packScanOrder', 'T-1')).places).toContainEqual(expect.objectContaining({ code: 'T-1', kind: 'shelf' }));
});
