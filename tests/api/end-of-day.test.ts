import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { reviewPickups } from '../../server/modules/shipping/pickups/send.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** The end of a carrier's day: what it took, the order that it comes, and the manifest of what was handed over. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
let admin: string;
beforeAll(async () => {
  house = await openKarrioPackery();
  ({ server, shop, gateway } = house);
  admin = await server.signIn('admin');
  gateway.state.connection.carrier_name = 'usps';
});
afterAll(() => house.close());
beforeEach(async () => {
  Object.assign(gateway.day.faults, { dropAfter: false, dropBefore: false, refuse: '' });
  await rows('update pickups set deleted_at = null, state = $1 where state <> $1', 'cancelled');
  await rows('update carriers set active = true where id = $1', shop.carrierId);
});

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const day = async () => (await server.call<Record<string, unknown>>('GET', `/v0/carrierDays/${shop.carrierId}`, undefined, admin)).data;
const pickup = (more: object = {}, headers: Record<string, string> = {}) =>
  server.call<{ id: string }>(
    'POST',
    `/v0/carrierDays/${shop.carrierId}/pickup`,
    { fromTime: '15:00', untilTime: '17:00', ...more },
    admin,
    headers,
  );
const manifest = () => server.call<{ id: string }>('POST', `/v0/carrierDays/${shop.carrierId}/manifest`, {}, admin);
const orderOf = async (id: string) => (await server.call<Record<string, unknown>>('GET', `/v0/pickups/${id}`, undefined, admin)).data;
const act = (id: string, path: string, body: object = {}) => server.call('POST', `/v0/pickups/${id}/${path}`, body, admin);
/** A parcel with a bought label that left the house. */
const handedOver = async (): Promise<Boxed> => {
  // The server's own job finds the carrier off.
  await rows('update carriers set active = false where id = $1', shop.carrierId);
  const box = await shop.boxed();
  await labelsDue(server, shop);
  await rows(`update carriers set active = true where id = $1`, shop.carrierId);
  await rows(`update parcels set state = 'handedOver', handed_over_at = now() where id = $1`, box.parcelId);
  return box;
};

test('the day of a carrier counts what waits and what was handed over today, with its weight', async () => {
  await shop.boxed();
  await handedOver();
  const gone = await handedOver();
  await rows(`update parcels set handed_over_at = now() - interval '26 hours' where id = $1`, gone.parcelId);
  expect(await day()).toMatchObject({
    waiting: 1,
    waitingWeight: 1200,
    parcels: 1,
    weight: 1200,
    unlisted: 1,
    manifestOpen: 1,
    pickupState: null,
  });
});

test('a pick-up is ordered once a day, with what waits and what left, and can be cancelled', async () => {
  const { data, code } = await pickup({ instruction: 'Ring at dock 2' });
  expect(code).toBe('OK');
  expect(await orderOf(data.id)).toMatchObject({ state: 'ordered', confirmation: 'PU1', parcels: 2, day: houseToday() });
  expect(gateway.day.pickups.at(-1)).toMatchObject({
    ready_time: '15:00',
    closing_time: '17:00',
    parcels_count: 2,
    instruction: 'Ring at dock 2',
  });
  expect(await day()).toMatchObject({ pickupState: 'ordered', pickupFrom: '15:00', pickupNo: 'PU1' });
  expect((await pickup()).code).toBe('StateRefused');
  expect((await act(data.id, 'cancel')).code).toBe('OK');
  expect((await act(data.id, 'cancel')).code).toBe('OK');
  expect(await orderOf(data.id)).toMatchObject({ state: 'cancelled' });
  expect((await pickup()).code).toBe('OK');
  expect(gateway.mismatches).toEqual([]);
});

test('a repeated call orders nothing again', async () => {
  const before = gateway.day.pickups.length;
  const key = { 'idempotency-key': '0190c0de-0000-7000-8000-000000000001' };
  const [first, second] = [await pickup({}, key), await pickup({}, key)];
  expect(second.data).toEqual(first.data);
  expect(gateway.day.pickups.length - before).toBe(1);
});

test('the answer is lost: the pick-up is found at the gateway, and not ordered again', async () => {
  gateway.day.faults.dropAfter = true;
  const { data } = await pickup();
  expect(await orderOf(data.id)).toMatchObject({ state: 'ordered', confirmation: gateway.day.pickups.at(-1)?.['confirmation_number'] });
});

test('nobody knows: a person is asked and says what the carrier knows', async () => {
  gateway.day.faults.dropBefore = true;
  const { data } = await pickup();
  expect(await orderOf(data.id)).toMatchObject({ state: 'unclear' });
  expect((await pickup()).code).toBe('StateRefused');
  expect((await act(data.id, 'ordered', { confirmation: 'BY-PHONE-7' })).code).toBe('OK');
  expect(await orderOf(data.id)).toMatchObject({ state: 'ordered', confirmation: 'BY-PHONE-7' });
  expect((await act(data.id, 'notOrdered')).code).toBe('StateRefused');
});

test('a refusal is shown with the carrier’s words, and it can be ordered again', async () => {
  gateway.day.faults.refuse = 'No pick-ups on Sundays';
  const { data } = await pickup();
  expect(await orderOf(data.id)).toMatchObject({ state: 'refused', message: 'No pick-ups on Sundays' });
  gateway.day.faults.refuse = '';
  expect((await pickup()).code).toBe('OK');
  expect((await pickup({ untilTime: '14:00' })).code).toBe('InvalidInput');
});

test('an order that a stopped node did not send is sent by the job', async () => {
  const [made] = await rows(
    `insert into pickups (kind, carrier_id, day, from_time, until_time, created_at) values ('pickup', $1, $2, '15:00', '16:00', now() - interval '2 minutes') returning id`,
    shop.carrierId,
    houseToday(),
  );
  await Promise.all([reviewPickups(shop.node), reviewPickups(shop.node)]);
  await expect.poll(async () => (await orderOf(String(made?.['id'])))['state']).toBe('ordered');
  expect(gateway.day.pickups.filter(({ metadata }) => metadata['kontor_pickup'] === made?.['id'])).toHaveLength(1);
});

test('a manifest holds what was handed over today; what it leaves out is named and reported with the next one', async () => {
  const [one, two] = [await handedOver(), await handedOver()];
  const known = String((await shop.parcelOf(two))['shipment_id']);
  const shipment = gateway.shipments.get(known);
  if (!shipment) throw new Error('no shipment');
  shipment.status = 'draft';
  const { data } = await manifest();
  const made = await orderOf(data.id);
  expect(made).toMatchObject({ kind: 'manifest', state: 'ordered', parcels: 2, missing: String((await shop.parcelOf(two))['no']) });
  expect(made['file']).toMatch(/^[0-9a-f]{32}$/);
  expect(await day()).toMatchObject({ manifestOpen: 1, manifestState: 'ordered' });
  shipment.status = 'created';
  const second = await manifest();
  expect(await orderOf(second.data.id)).toMatchObject({ parcels: 1, missing: '' });
  expect((await manifest()).code).toBe('StateRefused');
  expect(gateway.day.onManifest.has(String((await shop.parcelOf(one))['shipment_id']))).toBe(true);
  expect(gateway.mismatches).toEqual([]);
});

test('the answer of a manifest is lost: it is found by our reference', async () => {
  await handedOver();
  gateway.day.faults.dropAfter = true;
  const { data } = await manifest();
  expect(await orderOf(data.id)).toMatchObject({ state: 'ordered', parcels: 1 });
  expect(gateway.day.manifests.filter(({ reference }) => reference === data.id)).toHaveLength(1);
});

test('a carrier without manifests says so: the signed loading list is the proof', async () => {
  await handedOver();
  gateway.state.connection.carrier_name = 'dhl_parcel_de';
  const { data } = await manifest();
  expect(await orderOf(data.id)).toMatchObject({ state: 'refused', message: expect.stringContaining('loading list') });
  gateway.state.connection.carrier_name = 'usps';
});

test('the warehouse orders, and merchants and carriers see nothing of it', async () => {
  for (const role of ['merchant', 'carrier'])
    expect((await server.call('GET', '/v0/carrierDays?l=5', undefined, await server.signIn(role))).code).toBe('NotAllowed');
  expect((await server.call('GET', '/v0/carrierDays?l=5', undefined, await server.signIn('warehouse'))).code).toBe('OK');
});
