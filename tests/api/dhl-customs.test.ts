import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import type { Dhl } from '../stand-ins/dhl.ts';
import { addressOf } from '../support/address.ts';
import { type DhlHouse, openDhlHouse } from '../support/carrier-house.ts';
import { labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** What DHL is told for the customs of a parcel that leaves the customs union, and the paper that it returns. */

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
      { ours: 'eori', theirs: 'DE73282932000074' },
    ],
  });
  ({ server, shop, dhl, admin, rows } = house);
  await item({});
});
afterAll(() => house.close());

const item = ({ hs = '94052011', origin = 'CN', price = 1990 as number | null, weight = 700 as number | null }) =>
  rows(
    `update items set hs_code = $2, origin = $3, price = $4, weight = $5, currency = 'EUR' where id = $1`,
    shop.item.id,
    hs,
    origin,
    price,
    weight,
  );
const at = (country: string, zip: string, city: string) =>
  addressOf({ name1: 'Erika Muster', streetName: 'Hauptweg', streetNumber: '1', zip, city, country });
const sent = async (consignee: object, more: Record<string, unknown> = {}) => {
  const box = await shop.boxed('', { consignee, ...more });
  await labelsDue(server, shop);
  const parcel = await shop.parcelOf(box);
  return { box, parcel, order: dhl.bookings.find(({ refNo }) => refNo === referenceOf(String(parcel['no'])))?.order };
};
const zurich = at('CH', '8001', 'Zürich');

test('goods are declared to DHL with code, origin, weight and value, and its CN23 stands on the parcel', async () => {
  const { box, parcel, order } = await sent(zurich);
  const [task] = await rows('select no from tasks where id = $1', box.taskId);
  expect(order).toMatchObject({ product: 'V53WPAK', consignee: { country: 'CHE' } });
  expect(order?.customs).toMatchObject({
    exportType: 'COMMERCIAL_GOODS',
    invoiceNo: task?.['no'],
    shipperCustomsRef: 'DE73282932000074',
    postalCharges: { currency: 'EUR', value: 0 },
    items: [
      {
        hsCode: '94052011',
        countryOfOrigin: 'CHN',
        packagedQuantity: 1,
        itemValue: { currency: 'EUR', value: 19.9 },
        itemWeight: { uom: 'g', value: 700 },
      },
    ],
  });
  expect(parcel).toMatchObject({ label_state: 'bought', customs_file: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const paper = await fetch(`${server.url}/v0/static/${String(parcel['customs_file'])}`, { headers: { 'x-token': admin } });
  expect((await paper.text()).slice(0, 5)).toBe('%PDF-');
});

test('a letter-sized parcel has its declaration on the label, and no paper', async () => {
  const { order, parcel } = await sent(zurich, { service: 'small' });
  expect(order).toMatchObject({ product: 'V66WPI', customs: { exportType: 'COMMERCIAL_GOODS' } });
  expect(parcel).toMatchObject({ label_state: 'bought', customs_file: null });
});

test('a merchant that pays the duties has them billed to the sender', async () => {
  expect((await sent(zurich)).order?.services).toBeUndefined();
  await rows(`update merchants set incoterm = 'DDP' where id = $1`, shop.house.merchantId);
  expect((await sent(zurich)).order?.services).toEqual({ postalDeliveryDutyPaid: true });
  await rows(`update merchants set incoterm = 'DAP' where id = $1`, shop.house.merchantId);
});

test.each([
  ['Oslo', at('NO', '0150', 'Oslo'), 'V53WPAK', true],
  ['London', at('GB', 'SW1A 1AA', 'London'), 'V53WPAK', true],
  ['New York', at('US', '10001', 'New York'), 'V53WPAK', true],
  ['the Canary Islands', at('ES', '35001', 'Las Palmas'), 'V53WPAK', true],
  ['Livigno', at('IT', '23041', 'Livigno'), 'V53WPAK', true],
  ['Heligoland', at('DE', '27498', 'Helgoland'), 'V01PAK', true],
  ['Büsingen', at('DE', '78266', 'Büsingen'), 'V01PAK', true],
  ['Vienna', at('AT', '1010', 'Wien'), 'V53WPAK', false],
  ['Madrid', at('ES', '28001', 'Madrid'), 'V53WPAK', false],
  ['Belfast', at('GB', 'BT1 5GS', 'Belfast'), 'V53WPAK', false],
  ['Berlin', at('DE', '10115', 'Berlin'), 'V01PAK', false],
])('a parcel to %s is declared if it leaves the customs union', async (_where, address, product, isDeclared) => {
  const { order, parcel } = await sent(address);
  expect([parcel['label_state'], order?.product, order?.customs !== undefined]).toEqual(['bought', product, isDeclared]);
});

test('missing data are named by SKU before anything is bought', async () => {
  const before = dhl.calls.length;
  const { sku } = shop.item;
  for (const [values, reason] of [
    [{ hs: '' }, 'customsData'],
    [{ origin: '' }, 'customsData'],
    [{ price: null }, 'customsData'],
    [{ weight: null }, 'customsWeight'],
  ] as const) {
    await item(values);
    expect((await sent(zurich)).parcel).toMatchObject({ label_state: 'failed', label_error: `label:${reason}:${sku}` });
  }
  expect(dhl.calls.length).toBe(before);
  await item({});
  expect(dhl.mismatches).toEqual([]);
});
