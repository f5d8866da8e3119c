import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Work } from '#contract/scanning/work';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { uuid7 } from '../support/warehouse.ts';

/** What a carrier takes at most: with a product that takes less, and at the station that packs. */

let server: TestServer;
let shop: Packery;
let otherId: string;
const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows;
const rule = (name: string) => rows('update merchants set carrier_rule = $2 where id = $1', shop.house.merchantId, name);
/** The parcel is larger than the order's carrier takes. */
const LARGE = { weight: 1200, length: 1300, width: 300, height: 200 };

beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openPackery(server);
  // Nothing is bought between two steps of a test.
  await rows('update carriers set active = false, max_length = 1200 where id = $1', shop.carrierId);
  await rows(`update carriers set active = false where code in ('DHL', 'UPS')`);
  // The other one takes parcels, but its labels wait, or one could be bought before a scan is undone.
  [{ id: otherId }] = await rows(
    `update carriers set cut_off = '17:00', held_until = now() + interval '1 day' where code = 'DPD' returning id`,
  );
});
afterAll(() => server.close());

/** An order of one piece whose parcel is open. */
async function opened(more: Record<string, unknown> = {}) {
  const taskId = await shop.order('', more);
  const parcelId = uuid7();
  const lineId = String((await shop.one('select id from task_lines where task_id = $1', taskId))['id']);
  const fromId = shop.house.shelves[0] ?? '';
  const piece = { taskId, lineId, parcelId, fromId, qty: 1, serial: '', compartmentId: shop.house.table };
  expect(await shop.scanner.send({ do: 'packSingle', ...piece })).toMatchObject([{ outcome: 'applied' }]);
  return { taskId, parcelId };
}
const workOf = async (taskId: string) => {
  const work = await shop.call<Work>('GET', `/v0/scan/work?profile=packScanOrder&stationId=${shop.house.stationId}`);
  return work.tasks.find(({ id }) => id === taskId);
};
const carrierOf = async ({ taskId, parcelId }: { taskId: string; parcelId: string }) =>
  shop.one(
    'select t.carrier_id as task, p.carrier_id as parcel, p.state, t.cut_off_at is null as "noCutOff" from tasks t join parcels p on p.task_id = t.id where t.id = $1 and p.id = $2',
    taskId,
    parcelId,
  );

test('the station knows the carrier of an order with its limits, and those that may carry it instead; only a merchant who compares lets it choose', async () => {
  await rule('cheapest');
  const { taskId } = await opened();
  expect(await workOf(taskId)).toMatchObject({
    mayChange: true,
    carriers: [
      { id: shop.carrierId, maxLength: 1200 },
      { id: otherId, maxLength: 1750, maxGirth: 3000, maxWeight: 31_500 },
    ],
  });
  await rule('fixed');
  expect(await workOf(taskId)).toMatchObject({ mayChange: false });
  const bulky = await opened({ deliveryServices: ['bulky'] });
  expect((await workOf(bulky.taskId))?.carriers).toEqual([]);
});

test('a parcel that is too large goes with the carrier that the worker chose, its label is bought there, and undoing the scan takes it back', async () => {
  await rule('cheapest');
  const box = await opened();
  const close = { do: 'closeParcel' as const, ...box, ...LARGE, carrierId: otherId };
  const [closed] = await shop.scanner.send(close);
  expect(closed).toMatchObject({ outcome: 'applied' });
  expect(await carrierOf(box)).toEqual({ task: otherId, parcel: otherId, state: 'closed', noCutOff: false });
  expect(await shop.scanner.send({ do: 'undo', scanId: closed?.id ?? '' })).toMatchObject([{ outcome: 'applied' }]);
  expect(await carrierOf(box)).toMatchObject({ task: shop.carrierId, parcel: shop.carrierId, state: 'open' });
  const other = await opened();
  await rows('update carriers set held_until = null where id = $1', otherId);
  await shop.scanner.send({ do: 'closeParcel', ...other, ...LARGE, carrierId: otherId });
  await labelDue(shop.node);
  await expect.poll(async () => (await shop.parcelOf(other))['label_state']).toBe('bought');
});

test('the carrier stays where the merchant fixes it, a service was asked for, or the other carrier takes no parcels', async () => {
  const refused = async (carrierId: string, more = {}) => {
    const box = await opened(more);
    const verdict = await shop.scanner.send({ do: 'closeParcel', ...box, ...LARGE, carrierId });
    expect(await carrierOf(box)).toMatchObject({ task: shop.carrierId, state: 'open' });
    return verdict;
  };
  const no = [{ outcome: 'refused', why: 'wrongState' }];
  await rule('fixed');
  expect(await refused(otherId)).toMatchObject(no);
  await rule('cheapest');
  expect(await refused(otherId, { service: 'express' })).toMatchObject(no);
  const [forwarder] = await rows(`select id from carriers where code = 'FORWARDER'`);
  expect(await refused(forwarder.id)).toMatchObject(no);
});

test('a product that takes less than its carrier refuses what is larger or heavier, with the limit, and buys what fits', async () => {
  const { version, services } = await shop.call<{ version: number; services: object[] }>('GET', `/v0/carriers/${shop.carrierId}`);
  expect(services).toEqual([]);
  const small = { ours: 'small', theirs: 'V62KP', maxWeight: 1000, maxLength: 350, maxSide: 250, maxShortest: 80 };
  await shop.call('PUT', `/v0/carriers/${shop.carrierId}`, { version, services: [{ ours: '', theirs: 'V01PAK' }, small] });
  const thick = await opened({ service: 'small' });
  const heavy = await opened({ service: 'small' });
  const fits = await opened({ service: 'small' });
  const plain = await opened();
  const size = { weight: 900, length: 340, width: 240, height: 100 };
  const box = (one: typeof thick, more = {}) => ({ do: 'closeParcel' as const, ...one, ...size, ...more });
  const verdicts = await shop.scanner.send(box(thick), box(heavy, { weight: 1100, height: 80 }), box(fits, { height: 80 }), box(plain));
  expect(verdicts).toMatchObject([
    { outcome: 'applied' },
    { outcome: 'refused', why: 'tooHeavy' },
    { outcome: 'applied' },
    { outcome: 'applied' },
  ]);
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  await labelDue(shop.node);
  const stateOf = async (one: typeof thick) => (await shop.parcelOf(one))['label_state'];
  await expect.poll(async () => [await stateOf(thick), await stateOf(fits), await stateOf(plain)]).toEqual(['failed', 'bought', 'bought']);
  expect((await shop.parcelOf(thick))['label_error']).toBe('label:tooThick:100 mm > 80 mm');
});
