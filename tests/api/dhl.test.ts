import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import { trackParcels } from '../../server/modules/shipping/tracking.ts';
import type { Dhl } from '../stand-ins/dhl.ts';
import { BILLING_NUMBER, type DhlHouse, openDhlHouse } from '../support/carrier-house.ts';
import { addParcels, type Boxed, labelsDue, nodeOf, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Labels bought from DHL Parcel DE itself, which knows no drafts, does not find shipments by our reference and bills what it carried. */

let house: DhlHouse;
let server: TestServer;
let shop: Packery;
let dhl: Dhl;
let admin: string;
let rows: DhlHouse['rows'];
beforeAll(async () => {
  house = await openDhlHouse({
    services: [
      { ours: 'small', theirs: 'V62KP' },
      { ours: 'own', theirs: 'V01PAK 33333333330199' },
    ],
  });
  ({ server, shop, dhl, admin, rows } = house);
  await rows(`update carriers set unclear_policy = 'again' where id = $1`, shop.carrierId);
});
afterAll(() => house.close());
beforeEach(() => dhl.faults({}));

const due = (seconds = 0, nodes = [shop.node]): Promise<void> => labelsDue(server, shop, seconds, nodes);
const bookingsOf = async (box: Boxed) => {
  const { no } = await shop.parcelOf(box);
  return dhl.bookings.filter(({ refNo }) => refNo === referenceOf(String(no)));
};
const bought = async (more: Record<string, unknown> = {}) => {
  const box = await shop.boxed('', more);
  await due();
  const [booking, ...others] = await bookingsOf(box);
  expect(others).toEqual([]);
  return { box, parcel: await shop.parcelOf(box), order: booking?.order, booking };
};
const home = {
  name1: 'Erika Muster',
  name2: '',
  streetName: 'Lange Straße',
  streetNumber: '5',
  zip: '10115',
  city: 'Berlin',
  country: 'DE',
  phone: '',
  email: '',
  addition: '',
};

test('a label is bought with the product of the destination and the billing number of the product, and stored', async () => {
  const { box, parcel, order, booking } = await bought({ consignee: { ...home, addition: 'Hinterhaus 2. OG' } });
  expect(parcel).toMatchObject({ label_state: 'bought', state: 'labelled', tracking_no: booking?.shipmentNo });
  expect(order).toMatchObject({
    product: 'V01PAK',
    billingNumber: '33333333330102',
    consignee: { name1: 'Erika Muster', name2: 'Hinterhaus 2. OG', addressStreet: 'Lange Straße 5', country: 'DEU' },
    details: { weight: { uom: 'g', value: 1200 } },
  });
  const label = await shop.call<{ base64: string; format: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect([label.format, Buffer.from(label.base64, 'base64').toString().slice(0, 3)]).toEqual(['zpl', '^XA']);
  // DHL names its prices on its bill.
  expect(await rows('select cost from label_purchases where parcel_id = $1', box.parcelId)).toEqual([{ cost: null }]);
  const abroad = await bought({ consignee: { ...home, country: 'AT', zip: '1010', city: 'Wien', phone: '+43 1 2345' } });
  expect(abroad.order).toMatchObject({
    product: 'V53WPAK',
    billingNumber: '33333333335302',
    consignee: { country: 'AUT', phone: '+43 1 2345' },
  });
  expect((await bought({ service: 'small', consignee: home })).order).toMatchObject({ product: 'V62KP', billingNumber: '33333333336202' });
  expect((await bought({ service: 'own', consignee: home })).order).toMatchObject({ product: 'V01PAK', billingNumber: '33333333330199' });
});

test('parcel lockers, post offices and boxes are addressed as such', async () => {
  const to = async (some: object) => (await bought({ consignee: { ...home, ...some } })).order?.consignee;
  expect(await to({ streetName: 'Packstation', streetNumber: '118', addition: '12345678' })).toMatchObject({
    lockerID: 118,
    postNumber: '12345678',
  });
  expect(await to({ streetName: 'Packstation 118', streetNumber: '', name2: 'Postnummer 87654321' })).toMatchObject({
    lockerID: 118,
    postNumber: '87654321',
  });
  expect(await to({ streetName: 'Postfiliale 501', streetNumber: '', email: 'erika@muster.example' })).toMatchObject({
    retailID: 501,
    email: 'erika@muster.example',
  });
  expect(await to({ streetName: 'Postfach 1234', streetNumber: '' })).toMatchObject({ poBoxID: 1234 });
});

test('an enclosed return label is bought with it and printed after it', async () => {
  const { box, parcel, order } = await bought({ consignee: home, autoRetourLabel: true });
  expect(order?.services?.dhlRetoure).toMatchObject({ billingNumber: '33333333330702', returnAddress: { country: 'DEU' } });
  expect(parcel['retour_no']).toMatch(/^9/);
  const label = await shop.call<{ base64: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect(Buffer.from(label.base64, 'base64').toString().match(/\^XA/g)).toHaveLength(2);
});

test('what Kontor knows to be refused is not sent, and said in the reader’s language', async () => {
  const before = dhl.calls.length;
  const refused = async (more: Record<string, unknown>) => {
    const box = await shop.boxed('', more);
    await due();
    const words = async (language: string) =>
      (await server.call<{ labelError: string }>('GET', `/v0/parcels/${box.parcelId}`, undefined, admin, { 'accept-language': language }))
        .data.labelError;
    return [await shop.statusOf(box), await words('en'), await words('de')];
  };
  expect(await refused({ consignee: { ...home, streetName: 'Packstation 118', streetNumber: '' } })).toEqual([
    'wrongAddress',
    expect.stringContaining('post number'),
    expect.stringContaining('Postnummer'),
  ]);
  const dollars = { deliveryServices: ['cashOnDelivery'], codAmount: 4999, currency: 'USD' };
  expect((await refused({ consignee: home, ...dollars }))[1]).toContain('euros only');
  expect((await refused({ consignee: home, deliveryServices: ['preferredDay'] }))[1]).toContain('preferred day');
  expect((await refused({ consignee: home, service: 'express' }))[1]).toContain('express');
  expect(dhl.calls.length).toBe(before);
  const { order } = await bought({ consignee: home, deliveryServices: ['namedPerson', 'bulky'] });
  expect(order?.services).toEqual({ namedPersonOnly: true, bulkyGoods: true });
});

test.each([false, true])(
  'a refusal blocks the order with DHL’s words; one of the address as a wrong address (multi-status: %s)',
  async (multi) => {
    dhl.state.multiStatus = multi;
    const refusal = {
      property: 'shipments[0].consignee.postalCode',
      validationMessage: 'The postal code does not belong to the city.',
      validationState: 'Error',
    };
    dhl.state.refusals.push([refusal]);
    const address = await shop.boxed('', { consignee: home });
    await due();
    expect(await shop.statusOf(address)).toBe('wrongAddress');
    expect(await shop.parcelOf(address)).toMatchObject({ label_state: 'failed', label_error: refusal.validationMessage });
    dhl.state.refusals.push([
      { property: 'shipments[0].details.weight', validationMessage: 'The weight is too high.', validationState: 'Error' },
    ]);
    const weight = await shop.boxed('', { consignee: home });
    await due();
    expect(await shop.statusOf(weight)).toBe('manualHandlingAwaits');
    dhl.state.multiStatus = false;
  },
);

test('a lost answer is asked again after it is settled, because DHL bills what it carried; the story says that it may exist twice', async () => {
  dhl.faults({ dropAfter: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  expect(await bookingsOf(box)).toHaveLength(1);
  dhl.faults({});
  await due(60);
  expect([(await shop.parcelOf(box))['label_state'], (await bookingsOf(box)).length]).toEqual(['requested', 1]);
  await due(301);
  const parcel = await shop.parcelOf(box);
  expect(parcel['label_state']).toBe('bought');
  expect((await bookingsOf(box)).map(({ shipmentNo }) => shipmentNo)).toEqual([expect.any(String), parcel['tracking_no']]);
  expect(
    await rows(`select payload->>'mayExistTwice' as twice from task_events where task_id = $1 and payload ? 'mayExistTwice'`, box.taskId),
  ).toEqual([{ twice: 'true' }]);
});

test('where a person is asked, nothing is bought twice', async () => {
  await rows(`update carriers set unclear_policy = 'ask' where id = $1`, shop.carrierId);
  dhl.faults({ truncate: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  dhl.faults({});
  await due(301);
  expect([(await shop.parcelOf(box))['label_state'], (await bookingsOf(box)).length]).toEqual(['unclear', 1]);
  await rows(`update carriers set unclear_policy = 'again' where id = $1`, shop.carrierId);
});

test('a shipment that was booked without its label is asked for the label', async () => {
  dhl.state.withoutLabel = true;
  const { parcel } = await bought({ consignee: home });
  expect(parcel).toMatchObject({ label_state: 'bought', label_file: expect.any(String) });
  // It is booked, whatever becomes of the label.
  Object.assign(dhl.state, { withoutLabel: true, documentsRefused: true });
  const refused = await bought({ consignee: home });
  dhl.state.documentsRefused = false;
  expect(refused.parcel['label_state']).toBe('requested');
});

test('a voided label is deleted at DHL; one whose day is closed is kept, and the purchase says so', async () => {
  const { box, booking } = await bought({ consignee: home });
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  await due();
  expect(booking?.deleted).toBe(true);
  const told = 'select voided_at is not null as voided, voided_locally from label_purchases where parcel_id = $1';
  expect(await rows(told, box.parcelId)).toEqual([{ voided: true, voided_locally: false }]);
  const closed = await bought({ consignee: home });
  if (closed.booking) closed.booking.closed = true;
  await shop.call('POST', `/v0/parcels/${closed.box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  expect(await rows(told, closed.box.parcelId)).toEqual([{ voided: false, voided_locally: false }]);
  expect(await rows(`select state, message from label_attempts where parcel_id = $1`, closed.box.parcelId)).toEqual([
    { state: 'kept', message: 'label:dayClosed:Test carrier' },
  ]);
});

test('a changed password pauses the connection, not the parcels; the check names what is wrong', async () => {
  const box = await shop.boxed('', { consignee: home });
  dhl.state.password = 'changed';
  await due();
  expect(await shop.statusOf(box)).toBe('shipmentLabelAwaits');
  expect(await shop.one('select pause_reason from carriers where id = $1 and paused_at is not null', shop.carrierId)).toEqual({
    pause_reason: 'Login failed',
  });
  expect(await house.check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.refusedLogin' });
  expect(await house.store({ password: 'changed' })).toBe('OK');
  await rows(`update carriers set account = '123' where id = $1`, shop.carrierId);
  expect(await house.check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.billingNumber' });
  await rows('update carriers set account = $2 where id = $1', shop.carrierId, BILLING_NUMBER);
  expect((await house.check()).code).toBe('OK');
  await due();
  expect((await shop.parcelOf(box))['label_state']).toBe('bought');
  expect(JSON.stringify(await rows('select credentials from carriers where id = $1', shop.carrierId))).not.toContain('changed');
  const key = await server.call('PUT', `/v0/carriers/${shop.carrierId}/secret`, { secret: 'key_of_another' }, admin);
  expect(key).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.notOutside' });
});

test('a busy DHL is left alone; two nodes and a fifth of lost answers: every parcel has one label in the books', async () => {
  const box = await shop.boxed('', { consignee: home });
  await addParcels(server, box, Number(process.env['KONTOR_LABELS'] ?? 40));
  const second = await startServer({ beside: server, env: { DHL_URL: dhl.url, KONTOR_SECRET: server.config.KONTOR_SECRET } });
  const nodes = [shop.node, nodeOf(second)];
  dhl.faults({ dropBefore: 0.1, dropAfter: 0.1, status429: 0.05, status5xx: 0.02 });
  for (let n = 0; n < 6; n++) await due(10, nodes);
  dhl.faults({});
  const open = async () =>
    (await shop.one(`select count(*)::int as n from parcels where task_id = $1 and label_state <> 'bought'`, box.taskId))['n'];
  await expect
    .poll(async () => {
      await due(301, nodes);
      return open();
    })
    .toBe(0);
  await second.close();
  for (const { no, tracking_no: trackingNo } of await rows('select no, tracking_no from parcels where task_id = $1', box.taskId)) {
    const mine = dhl.bookings.filter(({ refNo }) => refNo === referenceOf(String(no)));
    expect(mine.map(({ shipmentNo }) => shipmentNo)).toContain(trackingNo);
    const doubled = await rows(
      `select 1 from label_attempts a join parcels p on p.id = a.parcel_id where p.no = $1 and a.state = 'unclear'`,
      no,
    );
    // A second shipment exists only where an answer was lost.
    expect(mine.length).toBeLessThanOrEqual(1 + doubled.length);
  }
});

test('parcels under way are asked for until DHL says that it is enough', async () => {
  const parcels = [await bought({ consignee: home }), await bought({ consignee: home })];
  for (const { box, booking } of parcels) {
    await rows(`update parcels set state = 'handedOver', handed_over_at = now() - interval '2 days' where id = $1`, box.parcelId);
    dhl.tracks.set(String(booking?.shipmentNo), [
      {
        timestamp: new Date().toISOString(),
        statusCode: 'delivered',
        description: 'Delivered',
        location: { address: { addressLocality: 'Berlin' } },
      },
      { timestamp: '2026-01-02T08:15:00', statusCode: 'transit', description: 'Under way' },
    ]);
  }
  const states = () => Promise.all(parcels.map(async ({ box }) => (await shop.parcelOf(box))['state']));
  dhl.state.tracksLeft = 1;
  await trackParcels(shop.node);
  expect(new Set(await states())).toEqual(new Set(['delivered', 'handedOver']));
  dhl.state.tracksLeft = Number.POSITIVE_INFINITY;
  await trackParcels(shop.node);
  expect(await states()).toEqual(['delivered', 'delivered']);
  const [first] = await rows(
    `select to_char(at at time zone 'UTC', 'HH24:MI') as at from tracking_events where parcel_id = $1 and code = 'in_transit'`,
    parcels[0]?.box.parcelId,
  );
  expect(first).toEqual({ at: '07:15' });
});

test('requests have the shape that is restated here', () => {
  expect(dhl.mismatches).toEqual([]);
});
