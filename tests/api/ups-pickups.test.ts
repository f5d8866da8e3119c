import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { reviewPickups } from '../../server/modules/shipping/pickups/send.ts';
import type { Ups } from '../stand-ins/ups.ts';
import { hasUpsDaySchema } from '../stand-ins/ups-day-shapes.ts';
import { addressOf } from '../support/address.ts';
import { openUpsHouse, type UpsHouse } from '../support/carrier-house.ts';
import type { Packery } from '../support/packery.ts';
import { pickupDesk } from '../support/pickup-desk.ts';
import type { TestServer } from '../support/server.ts';

/** The house orders UPS to come at the end of its day, once, and cancels it by its number. */

let house: UpsHouse;
let server: TestServer;
let shop: Packery;
let ups: Ups;
let admin: string;
let rows: UpsHouse['rows'];
beforeAll(async () => {
  house = await openUpsHouse({ active: true });
  ({ server, shop, ups, admin, rows } = house);
});
afterAll(() => house.close());
beforeEach(async () => {
  Object.assign(ups.day.state, { refusals: [], pickupStatus: 0, dropBefore: false, dropAfter: false, pendingFails: false });
  ups.day.pickups.length = 0;
  await rows(`update pickups set state = 'cancelled'`);
  await rows(`update storehouses set address = address || '{"phone": "+49 40 555-0100"}'`);
});

const { order, pickupOf, ordered, act } = pickupDesk(() => ({ server, admin, carrierId: shop.carrierId }));

test('UPS is told when and where it comes for how many parcels, how heavy they are, and our number of it', async () => {
  await rows('update carriers set active = false where id = $1', shop.carrierId);
  await shop.boxed('', { consignee: addressOf({ name1: 'Erika Muster' }) });
  await shop.boxed('', { consignee: addressOf({ name1: 'Erika Muster' }) });
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  const pickup = await ordered({ instruction: 'Ring at dock 2' });
  const [made] = ups.day.pickups;
  expect(pickup).toMatchObject({ state: 'ordered', confirmation: made?.prn, parcels: 2, weight: 2400, day: houseToday() });
  expect(made?.order).toMatchObject({
    Shipper: { Account: { AccountNumber: ups.account, AccountCountryCode: 'DE' } },
    PickupDateInfo: { ReadyTime: '1500', CloseTime: '1730', PickupDate: houseToday().replaceAll('-', '') },
    PickupAddress: { CountryCode: 'DE', Phone: { Number: '49405550100' } },
    PickupPiece: [{ ServiceCode: '011', Quantity: '2', DestinationCountryCode: 'DE', ContainerCode: '01' }],
    TotalWeight: { Weight: '2.4', UnitOfMeasurement: 'KGS' },
    OverweightIndicator: 'N',
    SpecialInstruction: 'Ring at dock 2',
    ReferenceNumber: String(pickup['id']).replaceAll('-', ''),
  });
});

test('more than 999 parcels are named in several lines, and a parcel of more than 32 kg as heavy', async () => {
  await rows('update parcels set weight = 40000 where carrier_id = $1', shop.carrierId);
  await ordered({ parcels: 1500 });
  expect(ups.day.pickups[0]?.order).toMatchObject({ PickupPiece: [{ Quantity: '999' }, { Quantity: '501' }], OverweightIndicator: 'Y' });
  expect(ups.day.pickups[0]?.order.TotalWeight).toBeUndefined();
});

test('each packed parcel is named with its service and country; those that the house only counts, with the usual service', async () => {
  const services = [
    { ours: 'express', theirs: '07' },
    { ours: 'wrong', theirs: 'Standard' },
  ];
  await rows('update carriers set active = false, services = $2 where id = $1', shop.carrierId, JSON.stringify(services));
  await rows(`update parcels set state = 'void' where carrier_id = $1`, shop.carrierId);
  const consignee = addressOf({ name1: 'Erika Muster' });
  const abroad = { ...consignee, country: 'AT', zip: '1010', city: 'Wien' };
  for (const more of [{ service: 'express' }, { service: 'express', consignee: abroad }, { service: 'express' }, { service: 'wrong' }, {}])
    await shop.boxed('', { consignee, ...more });
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  const piecesFor = async (more: object) => {
    ups.day.pickups.length = 0;
    await rows(`update pickups set state = 'cancelled'`);
    await ordered(more);
    return ups.day.pickups[0]?.order.PickupPiece.map((piece) => [piece.ServiceCode, piece.DestinationCountryCode, piece.Quantity]);
  };
  expect(await piecesFor({})).toEqual([
    ['007', 'DE', '2'],
    ['011', 'DE', '2'],
    ['007', 'AT', '1'],
  ]);
  expect(await piecesFor({ parcels: 8 })).toEqual([
    ['007', 'DE', '2'],
    ['011', 'DE', '5'],
    ['007', 'AT', '1'],
  ]);
  await rows(`update parcels set state = 'void' where carrier_id = $1`, shop.carrierId);
  await rows(`update carriers set services = '[]' where id = $1`, shop.carrierId);
});

test('it is cancelled by its number, and a cancellation whose answer was lost can be repeated', async () => {
  const { id } = await ordered();
  expect((await act(id, 'cancel')).code).toBe('OK');
  expect([await pickupOf(String(id)), ups.day.pickups[0]?.status]).toMatchObject([{ state: 'cancelled' }, '007']);
  await rows(`update pickups set state = 'ordered' where id = $1`, id);
  expect((await act(id, 'cancel')).code).toBe('OK');
});

test('UPS keeps a pick-up whose driver is under way, and the house is told so', async () => {
  const { id } = await ordered();
  ups.day.state.refusals.push('The pickup cannot be changed any more.');
  expect(await act(id, 'cancel')).toMatchObject({ code: 'StateRefused', data: 'pickups.refusals.carrierKeeps' });
  expect(await pickupOf(String(id))).toMatchObject({ state: 'ordered' });
});

test('the answer is lost: the pick-up is found among the pending ones by our number, and is not ordered again', async () => {
  ups.day.state.dropAfter = true;
  expect(await ordered()).toMatchObject({ state: 'ordered', confirmation: ups.day.pickups[0]?.prn });
  expect(ups.day.pickups).toHaveLength(1);
});

test('the job finds a pick-up that could not be looked for at once', async () => {
  Object.assign(ups.day.state, { dropAfter: true, pendingFails: true });
  const { id, state, message } = await ordered();
  expect([state, message]).toEqual(['unclear', 'The carrier did not answer in time']);
  expect((await order()).code).toBe('StateRefused');
  ups.day.state.pendingFails = false;
  await rows(`update pickups set sent_at = now() - interval '2 minutes' where id = $1`, id);
  await reviewPickups(shop.node);
  expect(await pickupOf(String(id))).toMatchObject({ state: 'ordered', confirmation: ups.day.pickups[0]?.prn });
});

test('nobody knows: a person says what UPS knows, and its number cancels the pick-up later', async () => {
  ups.day.state.dropAfter = true;
  ups.day.state.pendingFails = true;
  const { id } = await ordered();
  const prn = ups.day.pickups[0]?.prn;
  expect((await act(id, 'ordered', { confirmation: prn })).code).toBe('OK');
  expect((await act(id, 'cancel')).code).toBe('OK');
  expect(ups.day.pickups[0]?.status).toBe('007');
});

test('it never arrived: UPS has no such pick-up, so a person is asked before it is ordered again', async () => {
  ups.day.state.dropBefore = true;
  const { id, state } = await ordered({ day: addDays(houseToday(), 1) });
  expect([state, ups.day.pickups.length]).toEqual(['unclear', 0]);
  ups.day.state.dropBefore = false;
  expect((await act(id, 'notOrdered')).code).toBe('OK');
  expect(await ordered({ day: addDays(houseToday(), 1) })).toMatchObject({ state: 'ordered' });
});

test.each([401, 429])('UPS takes nothing (%s): the pick-up is refused, and can be ordered later', async (status) => {
  ups.day.state.pickupStatus = status;
  expect(await ordered()).toMatchObject({ state: 'refused', message: 'Not now.' });
  ups.day.state.pickupStatus = 0;
  expect(await ordered()).toMatchObject({ state: 'ordered' });
});

test('a refusal is shown in UPS’s words; without a telephone number of the house nothing is sent', async () => {
  ups.day.state.refusals.push('No pickup is offered on this day.');
  expect(await ordered()).toMatchObject({ state: 'refused', message: 'No pickup is offered on this day.' });
  await rows(`update storehouses set address = address - 'phone'`);
  const before = ups.calls.length;
  expect(await ordered()).toMatchObject({ state: 'refused', message: expect.stringContaining('telephone number') });
  expect(ups.calls.length).toBe(before);
});

test(`requests have the shape that is restated here${hasUpsDaySchema ? ', and they and the answers fit the schema that UPS publishes' : ''}`, () => {
  expect(ups.mismatches).toEqual([]);
});
