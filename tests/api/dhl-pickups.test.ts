import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { reviewPickups } from '../../server/modules/shipping/pickups/send.ts';
import type { Dhl } from '../stand-ins/dhl.ts';
import { addressOf } from '../support/address.ts';
import { BILLING_NUMBER, type DhlHouse, openDhlHouse } from '../support/carrier-house.ts';
import type { Packery } from '../support/packery.ts';
import { pickupDesk } from '../support/pickup-desk.ts';
import type { TestServer } from '../support/server.ts';

/** The house orders DHL to come: free of charge at a location that was agreed, at a charge at its address. Once, and it can be cancelled. */

let house: DhlHouse;
let server: TestServer;
let shop: Packery;
let dhl: Dhl;
let admin: string;
let rows: DhlHouse['rows'];
beforeAll(async () => {
  house = await openDhlHouse({ active: true });
  ({ server, shop, dhl, admin, rows } = house);
});
afterAll(() => house.close());
beforeEach(async () => {
  Object.assign(dhl.day.state, {
    refusals: [],
    status: 0,
    dropBefore: false,
    dropAfter: false,
    ordersFail: false,
    underWay: false,
    tokenDown: false,
    day: '',
  });
  dhl.day.pickups.length = 0;
  await rows(`update pickups set state = 'cancelled'`);
  await services([]);
});

const services = (list: object[]) => rows('update carriers set services = $2 where id = $1', shop.carrierId, JSON.stringify(list));
const { order, pickupOf, ordered, act } = pickupDesk(() => ({ server, admin, carrierId: shop.carrierId }));

test('at the address of the house DHL comes at a charge: it is told the billing number, the times, the parcels and their weight', async () => {
  await rows('update carriers set active = false where id = $1', shop.carrierId);
  for (let n = 0; n < 2; n++) await shop.boxed('', { consignee: addressOf({ name1: 'Erika Muster' }) });
  await rows('update carriers set active = true where id = $1', shop.carrierId);
  const pickup = await ordered({ instruction: 'Ring at dock 2' });
  const [made] = dhl.day.pickups;
  expect(pickup).toMatchObject({ state: 'ordered', confirmation: made?.orderID, parcels: 2, weight: 2400, message: '' });
  expect(made?.order).toMatchObject({
    customerDetails: { billingNumber: BILLING_NUMBER },
    pickupLocation: { type: 'Address', pickupAddress: { country: 'DE' } },
    businessHours: [{ timeFrom: '15:00', timeUntil: '17:30' }],
    pickupDetails: { pickupDate: { type: 'Date', value: houseToday() }, totalWeight: { uom: 'g', value: 2400 }, comment: 'Ring at dock 2' },
  });
  expect(made?.order.shipmentDetails.shipments).toHaveLength(2);
});

test('at a location that was agreed DHL comes free of charge, so no billing number is sent; a wrong number is named', async () => {
  await services([{ ours: 'location', theirs: 'AS3254120698' }]);
  await ordered({ parcels: 3 });
  const [made] = dhl.day.pickups;
  expect(made?.order.pickupLocation).toEqual({ type: 'Id', asId: 'AS3254120698' });
  expect([made?.order.customerDetails, made?.order.shipmentDetails.shipments.length]).toEqual([undefined, 3]);
  await rows(`update pickups set state = 'cancelled'`);
  await services([{ ours: 'location', theirs: 'Dock 2' }]);
  expect(await ordered()).toMatchObject({ state: 'refused', message: expect.stringContaining('“Dock 2”') });
  expect(dhl.day.pickups).toHaveLength(1);
});

test('DHL comes on another day than was asked, and the house is told so', async () => {
  dhl.day.state.day = addDays(houseToday(), 3);
  expect(await ordered()).toMatchObject({ state: 'ordered', message: expect.stringContaining(addDays(houseToday(), 3)) });
});

test('it is cancelled by its number, and a cancellation whose answer was lost can be repeated; DHL keeps one that is under way', async () => {
  const { id } = await ordered();
  dhl.day.state.underWay = true;
  expect(await act(id, 'cancel')).toMatchObject({ code: 'StateRefused', data: 'pickups.refusals.carrierKeeps' });
  dhl.day.state.underWay = false;
  expect((await act(id, 'cancel')).code).toBe('OK');
  expect([await pickupOf(String(id)), dhl.day.pickups[0]?.state]).toMatchObject([{ state: 'cancelled' }, 'STORNIERT']);
  await rows(`update pickups set state = 'ordered' where id = $1`, id);
  expect((await act(id, 'cancel')).code).toBe('OK');
});

test('the answer is lost: the pick-up is found at DHL by our number, at once or by the job, and is not ordered again', async () => {
  dhl.day.state.dropAfter = true;
  expect(await ordered()).toMatchObject({ state: 'ordered', confirmation: dhl.day.pickups[0]?.orderID });
  await rows(`update pickups set state = 'cancelled'`);
  dhl.day.state.ordersFail = true;
  const { id, state } = await ordered();
  expect([state, (await order()).code]).toEqual(['unclear', 'StateRefused']);
  dhl.day.state.ordersFail = false;
  await rows(`update pickups set sent_at = now() - interval '2 minutes' where id = $1`, id);
  await reviewPickups(shop.node);
  expect(await pickupOf(String(id))).toMatchObject({ state: 'ordered', confirmation: dhl.day.pickups[1]?.orderID });
  expect(dhl.day.pickups).toHaveLength(2);
});

test('it never arrived: DHL has no such order, so a person is asked before it is ordered again', async () => {
  dhl.day.state.dropBefore = true;
  const { id, state } = await ordered();
  expect([state, dhl.day.pickups.length]).toEqual(['unclear', 0]);
  dhl.day.state.dropBefore = false;
  expect((await act(id, 'notOrdered')).code).toBe('OK');
  expect(await ordered()).toMatchObject({ state: 'ordered' });
});

test.each([401, 429])('DHL takes nothing (%s): the pick-up is refused, and can be ordered later', async (status) => {
  dhl.day.state.status = status;
  expect(await ordered()).toMatchObject({ state: 'refused', message: 'Not now.' });
  dhl.day.state.status = 0;
  expect(await ordered()).toMatchObject({ state: 'ordered' });
});

test('a refusal is shown in DHL’s words; a token that DHL ended early is replaced', async () => {
  dhl.day.state.refusals.push('Unknown billing number');
  expect(await ordered()).toMatchObject({ state: 'refused', message: 'Unknown billing number' });
  dhl.day.state.tokens.clear();
  expect(await ordered()).toMatchObject({ state: 'ordered' });
});

test('without the API secret, with a wrong one, or without an answer to the login nothing is ordered; labels need no secret', async () => {
  expect(await house.store({ secret: '' })).toBe('OK');
  expect(await ordered()).toMatchObject({ state: 'refused', message: expect.stringContaining('API secret') });
  const check = await server.call('POST', `/v0/carriers/${shop.carrierId}/check`, undefined, admin);
  expect(check.data).toMatch(/^Labels can be bought.*without the API secret/);
  expect(await house.store({ secret: 'another-secret' })).toBe('OK');
  expect(await ordered()).toMatchObject({ state: 'refused', message: expect.stringContaining('Store the login') });
  expect(await house.store()).toBe('OK');
  dhl.day.state.tokens.clear();
  dhl.day.state.tokenDown = true;
  expect(await ordered()).toMatchObject({ state: 'refused' });
  expect([dhl.day.pickups, dhl.mismatches]).toEqual([[], []]);
});
