import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import type { ScanCommand } from '#contract/scanning/commands';
import type { Work } from '#contract/scanning/work';
import { nextOpenDay } from '#contract/support/opening-hours';
import { createDb } from '../../server/core/db/client.ts';
import type { Board } from '../../server/modules/shipping/board.ts';
import { finishDelivered, trackParcels } from '../../server/modules/shipping/tracking.ts';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { openingHours } from '../../server/modules/support/index.ts';
import { type Boxed, openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let shop: Packery;

beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openPackery(server);
});
afterAll(() => server.close());

const labelled = (box: Boxed) => expect.poll(async () => (await shop.parcelOf(box))['label_state']).toBe('bought');
const handedOver = async (more: Record<string, unknown> = {}): Promise<Boxed> => {
  const box = await shop.boxed('', more);
  await labelled(box);
  expect((await shop.scanner.send({ do: 'handOver', parcelId: box.parcelId, loadingListId: null })).map(({ outcome }) => outcome)).toEqual([
    'applied',
  ]);
  return box;
};
const DAY = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const report = (box: Boxed, event: string, at: string) =>
  shop.call<{ fresh: boolean }>('POST', `/v0/parcels/${box.parcelId}/tracking`, { event, at, text: event, place: 'Hamburg' });

test('what carriers report moves the order on, once each and never back, until it is closed', async () => {
  const box = await handedOver();
  expect(await shop.statusOf(box)).toBe('shipped');
  const steps = [
    ['in_transit', 'inTransit'],
    ['out_for_delivery', 'inDelivery'],
    ['delivered', 'delivered'],
  ] as const;
  for (const [n, [event, status]] of steps.entries()) {
    expect((await report(box, event, ago(20 * DAY - n))).fresh).toBe(true);
    expect(await shop.statusOf(box)).toBe(status);
  }
  expect((await report(box, 'in_transit', ago(0))).fresh).toBe(true);
  const same = ago(21 * DAY);
  expect((await report(box, 'delivery_failed', same)).fresh).toBe(true);
  expect((await report(box, 'delivery_failed', same)).fresh).toBe(false);
  expect(await shop.statusOf(box)).toBe('delivered');
  await finishDelivered(shop.node.db, 30);
  expect(await shop.statusOf(box)).toBe('delivered');
  await finishDelivered(shop.node.db, 14);
  expect(await shop.statusOf(box)).toBe('finish');
});

test('a failed delivery is looked at by people; when it arrives after all, nothing is left to do', async () => {
  const box = await handedOver();
  await report(box, 'delivery_failed', ago(5000));
  expect(await shop.statusOf(box)).toBe('problematic');
  await report(box, 'out_for_delivery', ago(4000));
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/resolve`, { reason: 'Called the customer' });
  expect(await shop.statusOf(box)).toBe('inDelivery');
});

test('what comes back to the sender is announced to our dock', async () => {
  const box = await handedOver();
  await report(box, 'return_to_sender', ago(1000));
  expect(await shop.statusOf(box)).toBe('problematic');
  expect(await shop.one(`select kind, status from tasks where parent_id = $1`, box.taskId)).toEqual({
    kind: 'retour',
    status: 'receiptPending',
  });
});

test('the carriers are asked where parcels are; one that stands still for days is noticed once', async () => {
  const box = await handedOver();
  await trackParcels(shop.node);
  expect(await shop.statusOf(box)).toBe('inTransit');
  await server.pool.query(`update sim_shipments set given_at = now() - interval '19 hours' where reference = $1`, [box.parcelId]);
  await trackParcels(shop.node);
  expect(await shop.statusOf(box)).toBe('inDelivery');

  const still = await handedOver();
  await server.pool.query(`update parcels set handed_over_at = now() - interval '6 days' where id = $1`, [still.parcelId]);
  await server.pool.query(`update sim_shipments set voided_at = now() where reference = $1`, [still.parcelId]);
  await trackParcels(shop.node);
  expect(await shop.statusOf(still)).toBe('problematic');
  await shop.call('POST', `/v0/tasks/${still.taskId}/command/resolve`, { reason: 'Search order opened' });
  await trackParcels(shop.node);
  expect(await shop.statusOf(still)).toBe('shipped');
});

test('a loading list hands over what is on it in one go; a stopped order stays and keeps the list open', async () => {
  const list = (await shop.call<{ id: string }>('POST', '/v0/loadingLists', { carrierId: shop.carrierId, vehicle: 'HH-K 12' })).id;
  const boxes = [await shop.boxed(), await shop.boxed(), await shop.boxed()];
  for (const box of boxes) {
    await labelled(box);
    await shop.scanner.send({ do: 'load', parcelId: box.parcelId, loadingListId: list });
  }
  const count = () => shop.one('select state, parcels, weight from loading_lists where id = $1', list);
  expect(await count()).toEqual({ state: 'open', parcels: 3, weight: 3600 });
  expect(await shop.call<unknown[]>('GET', `/v0/loadingLists/${list}/parcels`)).toHaveLength(3);
  await expect(shop.call('POST', `/v0/loadingLists/${list}/close`)).rejects.toThrow('StateRefused');
  const [held] = boxes as [Boxed];
  await shop.call('POST', `/v0/tasks/${held.taskId}/command/holdOn`, { reason: 'The customer called' });
  type Done = { handedOver: number; refused: { id: string; why: string }[] };
  const first = await shop.call<Done>('POST', `/v0/loadingLists/${list}/handOver`);
  expect(first.handedOver).toBe(2);
  expect(first.refused).toMatchObject([{ id: held.parcelId, why: 'blocked' }]);
  expect((await count())['state']).toBe('open');
  await shop.call('POST', `/v0/tasks/${held.taskId}/command/resolve`, { reason: 'May leave' });
  expect(await shop.call<Done>('POST', `/v0/loadingLists/${list}/handOver`)).toEqual({ handedOver: 1, refused: [] });
  expect(await count()).toEqual({ state: 'handedOver', parcels: 3, weight: 3600 });
  for (const box of boxes) expect(await shop.statusOf(box)).toBe('shipped');
  const left = await shop.one(
    `select count(*)::int as n from stock_moves where to_place = 'customer' and parcel_id = any($1::uuid[])`,
    boxes.map(({ parcelId }) => parcelId),
  );
  expect(left['n']).toBe(3);
  await shop.call('POST', `/v0/loadingLists/${list}/close`);
  expect((await count())['state']).toBe('closed');
});

test('loading at the dock: what is scanned onto the list leaves with it in one scan, what was stopped comes off first, and undo brings the vehicle back', async () => {
  const { id: list, no } = await shop.call<{ id: string; no: string }>('POST', '/v0/loadingLists', { carrierId: shop.carrierId });
  const boxes = [await shop.boxed(), await shop.boxed()] as const;
  const [goes, held] = boxes;
  const say = async (...acts: ScanCommand[]) => (await shop.scanner.send(...acts)).map(({ outcome, why }) => why ?? outcome);
  const leaves: ScanCommand = { do: 'handOverList', loadingListId: list };
  const stateOf = () => shop.one('select state, parcels from loading_lists where id = $1', list);
  expect(await say(leaves)).toEqual(['listEmpty']);
  for (const box of boxes) {
    await labelled(box);
    expect(await say({ do: 'load', parcelId: box.parcelId, loadingListId: list })).toEqual(['applied']);
  }
  const [twice] = await shop.scanner.send({ do: 'load', parcelId: goes.parcelId, loadingListId: list });
  expect(twice).toMatchObject({ why: 'alreadyLoaded', params: { who: expect.any(String), at: expect.any(String) } });

  await shop.call('POST', `/v0/tasks/${held.taskId}/command/holdOn`, { reason: 'The customer called' });
  expect(await say(leaves)).toEqual(['blocked']);
  expect(await shop.statusOf(goes)).not.toBe('shipped');
  expect(await say({ do: 'unload', parcelId: held.parcelId })).toEqual(['applied']);
  expect(await shop.parcelOf(held)).toMatchObject({ state: 'labelled', loading_list_id: null });

  const left = shop.scanner.event(leaves);
  expect((await shop.scanner.post([left])).verdicts[0]?.outcome).toBe('applied');
  expect([await stateOf(), await shop.statusOf(goes)]).toEqual([{ state: 'handedOver', parcels: 1 }, 'shipped']);
  const [again] = await shop.scanner.send({ do: 'handOver', parcelId: goes.parcelId, loadingListId: null });
  expect(again).toMatchObject({ why: 'alreadyShipped', params: { who: expect.any(String) } });
  expect(await say(leaves)).toEqual(['alreadyClosed']);

  expect(await say({ do: 'undo', scanId: left.id })).toEqual(['applied']);
  expect([await stateOf(), (await shop.parcelOf(goes))['state']]).toEqual([{ state: 'open', parcels: 1 }, 'loaded']);
  const work = await shop.call<Work>('GET', `/v0/scan/work?profile=shippingScan&stationId=${shop.house.stationId}`);
  expect(work.loadingLists.find(({ id }) => id === list)).toMatchObject({ no, carrier: 'T-C', state: 'open', dock: '' });
  expect(work.tasks.flatMap(({ parcels }) => parcels).find(({ id }) => id === goes.parcelId)).toMatchObject({
    state: 'loaded',
    loadingListId: list,
    last: { userId: expect.any(String) },
  });
  expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
});

test('the board counts what leaves today, what is packed and what will miss its vehicle', async () => {
  const made = await shop.one(`insert into carriers (code, name, cut_off) values ('T-B', 'Board carrier', '23:59') returning id`);
  const carrierId = made['id'] as string;
  await shop.order('', { carrierId });
  await shop.order('', { carrierId });
  await labelled(await shop.boxed('', { carrierId }));
  await handedOver({ carrierId });
  // The vehicle leaves now: nothing more can be packed for it.
  await server.pool.query(`update carriers set cut_off = '00:00' where id = $1`, [carrierId]);
  const board = await shop.call<Board>('GET', '/v0/shipping/board');
  expect(board.carriers.find((lane) => lane.carrierId === carrierId)).toMatchObject({
    carrier: 'Board carrier',
    orders: 4,
    stopped: 0,
    packed: 2,
    handedOver: 1,
    notPacked: 2,
    parcels: 2,
    parcelsHandedOver: 1,
    pace: 2,
    forecast: 2,
    willMiss: 2,
  });
  await server.pool.query(`update carriers set cut_off = '' where id = $1`, [carrierId]);
  const relaxed = await shop.call<Board>('GET', '/v0/shipping/board');
  expect(relaxed.carriers.find((lane) => lane.carrierId === carrierId)).toMatchObject({ cutOffAt: null, forecast: 4, willMiss: 0 });
  const stopped = await shop.one(`select count(*)::int as n from tasks where status = 'problematic' and deleted_at is null`);
  expect(board.stuck.find(({ blocker }) => blocker === 'problematic')?.tasks).toBe(stopped['n']);
  expect(board.next).toBeNull();
});

test('on a day without orders the board names the next working day and what is due until its end', async () => {
  await server.pool.query(`update tasks set cut_off_at = now() + interval '2 years' where kind = 'outbound'`);
  const day = nextOpenDay(await openingHours(createDb(server.pool)), houseToday());
  const made = await shop.one(`insert into carriers (code, name, cut_off) values ('T-N', 'Next carrier', '16:00') returning id`);
  const carrierId = made['id'] as string;
  const id = await shop.order('', { carrierId });
  const later = await shop.order('', { carrierId });
  await server.pool.query(`update tasks set cut_off_at = ($1::date + time '16:00') at time zone 'Europe/Berlin' where id = $2`, [day, id]);
  await server.pool.query(`update tasks set cut_off_at = now() + interval '2 years' where id = $1`, [later]);
  const { next } = await shop.call<Board>('GET', '/v0/shipping/board');
  expect(next).toMatchObject({ day, carriers: [{ carrierId, carrier: 'Next carrier', orders: 1 }] });
  expect(next?.carriers).toHaveLength(1);
});
