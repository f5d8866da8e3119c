import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import { trackParcels } from '../../server/modules/shipping/tracking.ts';
import type { Ups } from '../stand-ins/ups.ts';
import { hasUpsSchema } from '../stand-ins/ups-shapes.ts';
import { addressOf } from '../support/address.ts';
import { openUpsHouse, type UpsHouse } from '../support/carrier-house.ts';
import { addParcels, type Boxed, labelsDue, nodeOf, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Labels bought from UPS itself, which finds a shipment by our reference: a purchase without an answer is never made twice. */

let house: UpsHouse;
let server: TestServer;
let shop: Packery;
let ups: Ups;
let rows: UpsHouse['rows'];
beforeAll(async () => {
  house = await openUpsHouse({
    services: [
      { ours: 'express', theirs: '07' },
      { ours: 'wrong', theirs: 'Standard' },
    ],
  });
  ({ server, shop, ups, rows } = house);
});
afterAll(() => house.close());
beforeEach(() => ups.faults({}));

const due = (seconds = 0, nodes = [shop.node]): Promise<void> => labelsDue(server, shop, seconds, nodes);
const home = addressOf({ name1: 'Erika Muster' });
const bookingsOf = async (box: Boxed) => {
  const { no } = await shop.parcelOf(box);
  return ups.bookings.filter(({ reference }) => reference.startsWith(referenceOf(String(no))));
};
const bought = async (more: Record<string, unknown> = {}) => {
  const box = await shop.boxed('', { consignee: home, ...more });
  await due();
  const [booking] = await bookingsOf(box);
  return { box, parcel: await shop.parcelOf(box), booking };
};
const labelOf = async (box: Boxed) => (await shop.parcelOf(box))['label_state'];

test('a label is bought with service, weight and reference, and stored with the price that was agreed', async () => {
  const { box, parcel, booking } = await bought();
  expect(parcel).toMatchObject({ label_state: 'bought', state: 'labelled', tracking_no: booking?.number });
  expect(booking?.shipment).toMatchObject({
    Service: { Code: '11' },
    ShipTo: { Name: 'Erika Muster', Address: { AddressLine: ['Kirchgasse 6'], City: 'Hamburg', PostalCode: '20457', CountryCode: 'DE' } },
    Package: [{ PackageWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: '1.2' } }],
  });
  expect(await rows('select cost::int, currency from label_purchases where parcel_id = $1', box.parcelId)).toEqual([
    { cost: 537, currency: 'EUR' },
  ]);
  const label = await shop.call<{ base64: string; format: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect([label.format, Buffer.from(label.base64, 'base64').toString().slice(0, 3)]).toEqual(['zpl', '^XA']);
  expect((await bought({ service: 'express' })).booking?.shipment.Service.Code).toBe('07');
});

test('UPS is told what to collect for the shipment, and the declared value of the package', async () => {
  const amounts = { deliveryServices: ['cashOnDelivery', 'insurance'], codAmount: 125_000, insuredAmount: 99_999 };
  const { booking } = await bought(amounts);
  expect(booking?.shipment.ShipmentServiceOptions).toEqual({
    COD: { CODFundsCode: '1', CODAmount: { CurrencyCode: 'EUR', MonetaryValue: '1250.00' } },
  });
  expect(booking?.shipment.Package[0]?.PackageServiceOptions).toEqual({ DeclaredValue: { CurrencyCode: 'EUR', MonetaryValue: '999.99' } });
});

test.each(['dropAfter', 'truncate'] as const)('%s: the answer is lost, and the shipment is found by its reference', async (fault) => {
  ups.faults({ [fault]: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  ups.faults({});
  await due(5);
  expect([await labelOf(box), (await bookingsOf(box)).length]).toEqual(['bought', 1]);
});

test('a purchase that never arrived is made again only when that is proven', async () => {
  ups.faults({ dropBefore: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  ups.faults({});
  for (const seconds of [5, 30, 90]) {
    await due(seconds);
    expect([await labelOf(box), (await bookingsOf(box)).length]).toEqual(['requested', 0]);
  }
  await due(121);
  await due();
  expect([await labelOf(box), (await bookingsOf(box)).length]).toEqual(['bought', 1]);
});

test('a search that is refused for another reason proves nothing, and nothing is bought meanwhile', async () => {
  ups.faults({ dropAfter: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  ups.faults({});
  ups.state.recoveryRefusal = 'The label specification is invalid.';
  await due(200);
  expect([await labelOf(box), (await bookingsOf(box)).length]).toEqual(['requested', 1]);
  ups.state.recoveryRefusal = '';
  await due(200);
  expect([await labelOf(box), (await bookingsOf(box)).length]).toEqual(['bought', 1]);
});

test('of two shipments with one reference the first is taken and the other voided', async () => {
  ups.faults({ dropAfter: 1 });
  const box = await shop.boxed('', { consignee: home });
  await due();
  ups.faults({});
  const [booking] = await bookingsOf(box);
  if (!booking) throw new Error('not booked');
  ups.bookings.push({ ...booking, number: '1ZA1B2C36899999999' });
  await due(5);
  expect((await shop.parcelOf(box))['tracking_no']).toBe(booking.number);
  expect((await bookingsOf(box)).map(({ number, voided }) => [number, voided])).toEqual([
    [booking.number, false],
    ['1ZA1B2C36899999999', true],
  ]);
});

test('a new label has a reference of its own, and the former one is voided', async () => {
  const { box } = await bought();
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  await due();
  const [first] = await bookingsOf(box);
  expect(first?.voided).toBe(true);
  expect(await rows('select voided_at is not null as voided from label_purchases where parcel_id = $1', box.parcelId)).toEqual([
    { voided: true },
  ]);
});

test('a refusal stops the order with UPS’s words, one of the address as a wrong address; what Kontor knows is not sent', async () => {
  ups.state.refusals.push('The requested service is unavailable between the selected locations.');
  const service = await shop.boxed('', { consignee: home });
  await due();
  expect([await shop.statusOf(service), (await shop.parcelOf(service))['label_error']]).toEqual([
    'manualHandlingAwaits',
    'The requested service is unavailable between the selected locations.',
  ]);
  ups.state.refusals.push('The postal code of the ShipTo address is invalid.');
  const address = await shop.boxed('', { consignee: home });
  await due();
  expect(await shop.statusOf(address)).toBe('wrongAddress');
  const before = ups.calls.length;
  const refusedBy = async (more: Record<string, unknown>) => {
    const box = await shop.boxed('', { consignee: home, ...more });
    await due();
    return (await shop.parcelOf(box))['label_error'];
  };
  expect(await refusedBy({ service: 'wrong' })).toBe('label:notAService:Standard');
  expect(
    await refusedBy({
      consignee: { ...home, addition: 'A very long addition of more than one line, two lines and in fact even three lines' },
    }),
  ).toBe('label:longLines:');
  expect(ups.calls.length).toBe(before);
});

test('a token that UPS ended is replaced; a changed secret pauses the connection, not the parcels', async () => {
  ups.state.tokens.clear();
  const given = ups.state.given;
  expect((await bought()).parcel['label_state']).toBe('bought');
  expect(ups.state.given).toBe(given + 1);
  ups.state.tokens.clear();
  ups.state.clientSecret = 'changed-secret';
  const box = await shop.boxed('', { consignee: home });
  await due();
  expect(await shop.statusOf(box)).toBe('shipmentLabelAwaits');
  expect(await shop.one('select pause_reason from carriers where id = $1', shop.carrierId)).toEqual({
    pause_reason: 'ClientId is Invalid',
  });
  expect(await house.check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.refusedClient' });
  expect(await house.store({ clientSecret: 'changed-secret' })).toBe('OK');
  expect((await house.check()).code).toBe('OK');
  await due();
  expect(await labelOf(box)).toBe('bought');
});

test('two nodes and a fifth of lost answers: every label is bought once', async () => {
  const box = await shop.boxed('', { consignee: home });
  await addParcels(server, box, Number(process.env['KONTOR_LABELS'] ?? 40));
  const second = await startServer({ beside: server, env: { UPS_URL: ups.url, KONTOR_SECRET: server.config.KONTOR_SECRET } });
  const nodes = [shop.node, nodeOf(second)];
  ups.faults({ dropBefore: 0.1, dropAfter: 0.1, status429: 0.05, status5xx: 0.02, truncate: 0.02 });
  for (let n = 0; n < 6; n++) await due(10, nodes);
  ups.faults({});
  const open = async () =>
    (await shop.one(`select count(*)::int as n from parcels where task_id = $1 and label_state <> 'bought'`, box.taskId))['n'];
  await expect
    .poll(async () => {
      await due(121, nodes);
      return open();
    })
    .toBe(0);
  await second.close();
  for (const { no, tracking_no: trackingNo } of await rows('select no, tracking_no from parcels where task_id = $1', box.taskId)) {
    const mine = ups.bookings.filter(({ reference, voided }) => reference === referenceOf(String(no)) && !voided);
    expect(mine.map(({ number }) => number)).toEqual([trackingNo]);
  }
});

test('parcels under way are asked for, by the clock of Greenwich', async () => {
  const { box, booking } = await bought();
  await rows(`update parcels set state = 'handedOver', handed_over_at = now() - interval '3 days' where id = $1`, box.parcelId);
  const [left, arrived] = [2, 1].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)) as [string, string];
  ups.tracks.set(String(booking?.number), [
    {
      gmtDate: arrived.replaceAll('-', ''),
      gmtTime: '101500',
      status: { type: 'D', code: 'FS', description: 'DELIVERED' },
      location: { address: { city: 'Hamburg' } },
    },
    { gmtDate: left.replaceAll('-', ''), gmtTime: '08:15:00', status: { type: 'I', code: 'DP', description: 'Departed from Facility' } },
  ]);
  await trackParcels(shop.node);
  expect((await shop.parcelOf(box))['state']).toBe('delivered');
  const at = `select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from tracking_events where parcel_id = $1 order by 1`;
  expect(await rows(at, box.parcelId)).toEqual([{ at: `${left} 08:15` }, { at: `${arrived} 10:15` }]);
});

test(`requests have the shape that is restated here${hasUpsSchema ? ', and they and the answers fit the schema that UPS publishes' : ''}`, () => {
  expect(ups.mismatches).toEqual([]);
});
