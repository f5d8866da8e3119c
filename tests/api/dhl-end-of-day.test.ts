import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import type { Dhl } from '../stand-ins/dhl.ts';
import { addressOf } from '../support/address.ts';
import { type DhlHouse, openDhlHouse } from '../support/carrier-house.ts';
import { addParcels, type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** The end of the day at DHL: what was handed over is closed there, once, and its sheet is kept. */

let house: DhlHouse;
let server: TestServer;
let shop: Packery;
let dhl: Dhl;
let admin: string;
let rows: DhlHouse['rows'];
beforeAll(async () => {
  house = await openDhlHouse();
  ({ server, shop, dhl, admin, rows } = house);
});
afterAll(() => house.close());
beforeEach(async () => {
  Object.assign(dhl.state, { manifest: { dropBefore: 0, dropAfter: 0, status: 0 }, sheetsFail: false });
  // What an earlier test left open is not reported by the next one.
  await rows(
    `update parcels set handed_over_at = now() - interval '3 days' where carrier_id = $1 and handed_over_at is not null`,
    shop.carrierId,
  );
  await rows(`update pickups set state = 'refused' where state in ('asked', 'unclear')`);
});

const home = addressOf({ name1: 'Erika Muster' });
const day = async () => (await server.call<Record<string, unknown>>('GET', `/v0/carrierDays/${shop.carrierId}`, undefined, admin)).data;
const manifest = async () => {
  const { data, code } = await server.call<{ id: string }>('POST', `/v0/carrierDays/${shop.carrierId}/manifest`, {}, admin);
  if (code !== 'OK') throw new Error(code);
  return (await server.call<Record<string, unknown>>('GET', `/v0/pickups/${data.id}`, undefined, admin)).data;
};
/** The server's own job finds the carrier off. */
const off = () => rows('update carriers set active = false where id = $1', shop.carrierId);
const labelled = async (): Promise<Boxed> => {
  await off();
  const box = await shop.boxed('', { consignee: home });
  await labelsDue(server, shop);
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  return box;
};
const leaves = (box: Boxed) =>
  rows(`update parcels set state = 'handedOver', handed_over_at = now() where task_id = $1 and label_state = 'bought'`, box.taskId);
const handedOver = async (): Promise<Boxed> => {
  const box = await labelled();
  await leaves(box);
  return box;
};
const bookingOf = async (box: Boxed) => {
  const { shipment_id: no } = await shop.parcelOf(box);
  return dhl.bookings.find(({ shipmentNo }) => shipmentNo === no);
};
const closings = () => dhl.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/manifests')).length;

test('what was handed over today is closed at DHL, and the sheet of the day is kept', async () => {
  const box = await handedOver();
  expect(await manifest()).toMatchObject({
    kind: 'manifest',
    state: 'ordered',
    parcels: 1,
    missing: '',
    confirmation: 'S-1',
    day: houseToday(),
    file: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect((await bookingOf(box))?.closed).toBe(true);
  expect(await day()).toMatchObject({ manifestOpen: 0, manifestState: 'ordered' });
});

test('a parcel that DHL does not close is named with its reason, and reported again with the next manifest', async () => {
  const [box, lost] = [await handedOver(), await handedOver()];
  const [booking, { no }] = [await bookingOf(lost), await shop.parcelOf(lost)];
  if (booking) booking.deleted = true;
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1, missing: `${String(no)} (Unknown shipment number.)` });
  expect((await bookingOf(box))?.closed).toBe(true);
  // Only it is left, so nothing is closed.
  expect(await manifest()).toMatchObject({ state: 'refused', message: 'Unknown shipment number.' });
  if (booking) booking.deleted = false;
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1, missing: '' });
});

test('more than 30 parcels are closed in lists of 30', async () => {
  const box = await labelled();
  await off();
  await addParcels(server, box, 40);
  await labelsDue(server, shop);
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  await leaves(box);
  const before = closings();
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 41, missing: '' });
  expect(closings() - before).toBe(2);
});

test('the answer is lost: what the sheet holds is not closed again, and the rest is sent once more', async () => {
  const box = await handedOver();
  dhl.state.manifest.dropAfter = 1;
  const before = closings();
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1, missing: '' });
  expect((await bookingOf(box))?.closed).toBe(true);
  await handedOver();
  dhl.state.manifest.dropBefore = 1;
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1, missing: '' });
  // A lost call does not finish, so only the repeated one is counted.
  expect(closings() - before).toBeLessThanOrEqual(3);
});

test('nobody knows: the manifest stays unclear until a person has said what DHL knows', async () => {
  await handedOver();
  dhl.state.manifest.status = 502;
  expect(await manifest()).toMatchObject({ state: 'unclear' });
  expect(await day()).toMatchObject({ manifestState: 'unclear' });
});

test.each([401, 429])('DHL takes nothing (%s): the manifest is refused, and made again later', async (status) => {
  await handedOver();
  dhl.state.manifest.status = status;
  expect(await manifest()).toMatchObject({ state: 'refused', message: 'Not now.' });
  dhl.state.manifest.status = 0;
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1 });
});

test('the parcels are closed even if DHL does not give the sheet', async () => {
  await handedOver();
  dhl.state.sheetsFail = true;
  expect(await manifest()).toMatchObject({ state: 'ordered', parcels: 1, file: null });
});

test('a label whose day is closed is not voided, and the purchase says so', async () => {
  const box = await labelled();
  const booking = await bookingOf(box);
  if (booking) booking.closed = true;
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await labelsDue(server, shop);
  expect(await rows('select state, message from label_attempts where parcel_id = $1', box.parcelId)).toEqual([
    { state: 'kept', message: 'label:dayClosed:Test carrier' },
  ]);
  expect(dhl.mismatches).toEqual([]);
});
