import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import type { Ups } from '../stand-ins/ups.ts';
import { addressOf } from '../support/address.ts';
import { openUpsHouse, type UpsHouse } from '../support/carrier-house.ts';
import { labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** What UPS is told for the customs of a parcel that leaves the customs union, and the commercial invoice that it returns. */

let house: UpsHouse;
let server: TestServer;
let shop: Packery;
let ups: Ups;
let admin: string;
let rows: UpsHouse['rows'];
beforeAll(async () => {
  house = await openUpsHouse({
    services: [
      { ours: 'overseas', theirs: '65' },
      { ours: 'eori', theirs: 'DE73282932000074' },
    ],
  });
  ({ server, shop, ups, admin, rows } = house);
  await rows(`update storehouses set address = address || '{"phone": "+49 (0)40 555-0100"}'`);
  await item({});
});
afterAll(() => house.close());

const item = ({ hs = '94052011', origin = 'CN', price = 1990 as number | null }) =>
  rows(
    `update items set hs_code = $2, origin = $3, price = $4, weight = null, currency = 'EUR', name = 'Desk lamp with a foot of oak and a shade of linen' where id = $1`,
    shop.item.id,
    hs,
    origin,
    price,
  );
const at = (country: string, zip: string, city: string) =>
  addressOf({ name1: 'Erika Muster', streetName: 'Hauptweg', streetNumber: '1', zip, city, country, phone: '+41 44 555 01 01' });
const zurich = at('CH', '8001', 'Zürich');
const bookingOf = async (parcel: Record<string, unknown>) =>
  ups.bookings.find(({ reference }) => reference === referenceOf(String(parcel['no'])));
const sent = async (consignee: object, more: Record<string, unknown> = {}) => {
  const box = await shop.boxed('', { consignee, ...more });
  await labelsDue(server, shop);
  const parcel = await shop.parcelOf(box);
  return { box, parcel, shipment: (await bookingOf(parcel))?.shipment };
};
const paperOf = async (parcel: Record<string, unknown>): Promise<string> => {
  const answer = await fetch(`${server.url}/v0/static/${String(parcel['customs_file'])}`, { headers: { 'x-token': admin } });
  return (await answer.text()).slice(0, 5);
};

test('goods are declared to UPS with code, origin and value, and its commercial invoice stands on the parcel', async () => {
  const { box, parcel, shipment } = await sent(zurich);
  const [task] = await rows('select no from tasks where id = $1', box.taskId);
  expect(shipment).toMatchObject({
    Shipper: { Phone: { Number: '49405550100' } },
    ShipTo: { Name: 'Erika Muster', AttentionName: 'Erika Muster', Phone: { Number: '41445550101' } },
    Description: 'Desk lamp with a foot of oak and a shade of linen',
  });
  expect(shipment?.ShipmentServiceOptions?.InternationalForms).toEqual({
    FormType: ['01'],
    InvoiceNumber: task?.['no'],
    InvoiceDate: houseToday().replaceAll('-', ''),
    ReasonForExport: 'SALE',
    TermsOfShipment: 'DAP',
    CurrencyCode: 'EUR',
    Contacts: { SoldTo: expect.objectContaining({ Name: 'Erika Muster', Phone: { Number: '41445550101' } }) },
    Product: [
      {
        Description: ['Desk lamp with a foot of oak and a', 'shade of linen'],
        Unit: { Number: '1', UnitOfMeasurement: { Code: 'PCS' }, Value: '19.90' },
        CommodityCode: '94052011',
        PartNumber: shop.item.sku,
        OriginCountryCode: 'CN',
      },
    ],
  });
  expect(shipment?.GlobalTaxInformation?.AgentTaxIdentificationNumber.TaxIdentificationNumber.IdentificationNumber).toBe(
    'DE73282932000074',
  );
  expect(parcel).toMatchObject({ label_state: 'bought', customs_file: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(await paperOf(parcel)).toBe('%PDF-');
});

test('the invoice of a shipment whose answer was lost is recovered with its label', async () => {
  ups.faults({ dropAfter: 1 });
  const box = await shop.boxed('', { consignee: zurich });
  await labelsDue(server, shop);
  ups.faults({});
  await labelsDue(server, shop, 5);
  const parcel = await shop.parcelOf(box);
  expect([parcel['label_state'], await paperOf(parcel)]).toEqual(['bought', '%PDF-']);
  expect(ups.bookings.filter(({ reference }) => reference === referenceOf(String(parcel['no'])))).toHaveLength(1);
});

test('the recipient pays the duties, unless the merchant does: then they are billed to the account of the house', async () => {
  const charges = async () => (await sent(zurich)).shipment?.PaymentInformation.ShipmentCharge.map(({ Type }) => Type);
  expect(await charges()).toEqual(['01']);
  await rows(`update merchants set incoterm = 'DDP' where id = $1`, shop.house.merchantId);
  expect(await charges()).toEqual(['01', '02']);
  await rows(`update merchants set incoterm = 'DAP' where id = $1`, shop.house.merchantId);
});

test.each([
  ['Oslo', at('NO', '0150', 'Oslo'), 'NO', undefined, true],
  ['New York', at('US', '10001-2345', 'New York'), 'US', 'NY', true],
  ['Toronto', at('CA', 'M5C 2M6', 'Toronto'), 'CA', 'ON', true],
  ['the Canary Islands', at('ES', '35001', 'Las Palmas'), 'IC', undefined, true],
  ['Melilla', at('ES', '52001', 'Melilla'), 'XL', undefined, true],
  ['Heligoland', at('DE', '27498', 'Helgoland'), 'DE', undefined, true],
  ['Madrid', at('ES', '28001', 'Madrid'), 'ES', undefined, false],
  ['Belfast', at('GB', 'BT1 5GS', 'Belfast'), 'GB', undefined, false],
])(
  'a parcel to %s has the country and state that UPS knows, and an invoice if it leaves the customs union',
  async (_where, address, country, state, isDeclared) => {
    const { shipment, parcel } = await sent(address, { service: 'overseas' });
    expect([parcel['label_error'], parcel['label_state']]).toEqual(['', 'bought']);
    expect(shipment?.ShipTo.Address).toMatchObject({ CountryCode: country, ...(state ? { StateProvinceCode: state } : {}) });
    expect(shipment?.ShipmentServiceOptions?.InternationalForms !== undefined).toBe(isDeclared);
    expect(parcel['customs_file'] !== null).toBe(isDeclared);
  },
);

test('missing data are named by SKU, and missing telephone numbers by whose they are, before anything is bought', async () => {
  const before = ups.calls.length;
  const { sku } = shop.item;
  for (const values of [{ hs: '' }, { origin: '' }, { origin: 'XX' }, { price: null }]) {
    await item(values);
    expect((await sent(zurich)).parcel).toMatchObject({ label_state: 'failed', label_error: `label:customsData:${sku}` });
  }
  await item({});
  const { box, parcel } = await sent({ ...zurich, phone: '' });
  expect([await shop.statusOf(box), parcel['label_error']]).toEqual(['wrongAddress', 'label:noPhone:']);
  await rows(`update storehouses set address = address - 'phone'`);
  expect((await sent(zurich)).parcel['label_error']).toBe('label:noSenderPhone:');
  expect(ups.calls.length).toBe(before);
  expect(ups.mismatches).toEqual([]);
});
