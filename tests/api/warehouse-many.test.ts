import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#contract/scanning/commands';
import type { WaitingHere } from '#contract/scanning/waiting';
import type { Work } from '#contract/scanning/work';
import { loadOf } from '../../contract/scanning/station/profiles/ship-list.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** More than a station is sent of one kind of work. */
const PACKED = 450;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());

const workAt = async (profile: Profile, opened: readonly string[] = []): Promise<Work> => {
  const query = new URLSearchParams({ profile, stationId: floor.house.stationId, opened: opened.join(',') });
  const answer = await floor.server.call<Work>('GET', `/v0/scan/work?${query}`, undefined, floor.admin);
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return answer.data;
};

/** Orders that stand packed at the dock, of one carrier, as a busy day leaves them. */
const standPacked = (n: number): Promise<unknown> =>
  floor.server.pool.query(
    `with c as (select id, max_weight from carriers where code = 'DHL'),
    t as (insert into tasks (no, kind, merchant_id, carrier_id, ref_order_id, status, pieces, picked, packed, label_source)
      select 'MANY-' || g, 'outbound', $1, c.id, 'MANY-' || g, 'readyToShip', 1, 1, 1, 'own' from c, generate_series(1, $2::int) g returning id, no, merchant_id, carrier_id)
    insert into parcels (no, task_id, task_no, merchant_id, carrier_id, seq, kind, state, label_state, tracking_no, weight)
      select 'P-' || t.no, t.id, t.no, t.merchant_id, t.carrier_id, 1, 'standard', 'labelled', 'bought', 'TR-' || t.no, 500 from t`,
    [floor.house.merchantId, n],
  );

test('with more than 400 packed orders the pack table still gets the orders that are to be packed, and keeps the one in hand', async () => {
  const { server, house, makeItem, make, pickAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 4);
  await standPacked(PACKED);
  const order = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await pickAll(order);
  const work = await workAt('packScanOrder');
  expect(work.partial).toBe(true);
  expect(work.tasks[0]?.id).toBe(order);
  const { rows } = await server.pool.query<{ id: string }>(`select id from tasks where no = 'MANY-450'`);
  const last = rows[0]?.id ?? '';
  expect(work.tasks.map(({ id }) => id)).not.toContain(last);
  expect((await workAt('packScanOrder', [last])).tasks.map(({ id }) => id)).toContain(last);
});

test('the dock counts every parcel that waits for a vehicle, however many there are', async () => {
  const { server, house } = floor;
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into loading_lists (no, carrier_id) select 'LL-MANY', id from carriers where code = 'DHL' returning id`,
  );
  const work = await workAt('shippingScan');
  expect(work.partial).toBe(false);
  const list = work.loadingLists.find(({ id }) => id === rows[0]?.id);
  if (!list) throw new Error('the list is not there');
  const { loaded, missing } = loadOf(work, list);
  expect([loaded.length, missing.length]).toEqual([0, PACKED]);
  await server.pool.query(
    `insert into parcels (no, task_id, task_no, merchant_id, carrier_id, seq, kind, state, label_state, tracking_no, weight)
      select 'P-MANY-1-2', id, no, merchant_id, carrier_id, 2, 'standard', 'labelled', 'bought', 'TR-MANY-1-2', 500 from tasks where no = 'MANY-1' and merchant_id = $1`,
    [house.merchantId],
  );
  const { data: waiting } = await server.call<WaitingHere>('GET', '/v0/scan/waiting?profile=shippingScan', undefined, floor.admin);
  expect([waiting.total, waiting.rows.reduce((sum, { left }) => sum + (left ?? 0), 0)]).toEqual([PACKED + 1, PACKED + 1]);
});
