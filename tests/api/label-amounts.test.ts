import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceOf } from '../../server/modules/shipping/numbers.ts';
import { type Dhl, startDhl } from '../stand-ins/dhl.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { addressOf } from '../support/address.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { addParcels, type Boxed, consignee, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** What a carrier collects for an order, and the value it insures: from the order to the label. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
let admin: string;
let dhl: Dhl;
beforeAll(async () => {
  dhl = await startDhl();
  house = await openKarrioPackery({ DHL_URL: dhl.url });
  ({ server, shop, gateway } = house);
  admin = await server.signIn('admin');
  await rows(
    `update carriers set services = services || '[{"ours": "cashOnDelivery", "theirs": "cash_on_delivery"}, {"ours": "insurance", "theirs": "insurance"}]' where id = $1`,
    shop.carrierId,
  );
});
afterAll(async () => {
  await house.close();
  await dhl.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const due = (): Promise<void> => labelsDue(server, shop);
const BOTH = { deliveryServices: ['cashOnDelivery', 'insurance'], codAmount: 4999, insuredAmount: 30_001, currency: 'EUR' };
/** What the gateway was told about the live shipment of a parcel. */
const optionsOf = (parcelId: string) =>
  [...gateway.shipments.values()].find(({ metadata, status }) => metadata['kontor_parcel'] === parcelId && status === 'created')?.[
    'options'
  ];
const amountsOf = ({ taskId }: Boxed) =>
  rows('select cod_amount::int as cod, insured_amount::int as insured from parcels where task_id = $1 order by seq', taskId);
const edit = async ({ taskId }: Boxed, values: object) => {
  const { data: task } = await server.call<{ version: number }>('GET', `/v0/tasks/${taskId}`, undefined, admin);
  return server.call<{ fields?: object[] }>('PUT', `/v0/tasks/${taskId}`, { ...values, version: task.version }, admin);
};

test('a delivery service without its amount is refused, and an amount without its service', async () => {
  const refused = async (more: object) =>
    (
      await server.call(
        'POST',
        '/v0/tasks',
        { kind: 'outbound', merchantId: shop.house.merchantId, consignee, lines: [{ sku: shop.item.sku, qty: 1 }], ...more },
        admin,
      )
    ).data;
  expect(JSON.stringify(await refused({ deliveryServices: ['cashOnDelivery'] }))).toContain('amountMissing');
  expect(JSON.stringify(await refused({ insuredAmount: 100 }))).toContain('insuranceMissing');
  const box = await shop.boxed('', BOTH);
  expect((await edit(box, { codAmount: null })).code).toBe('InvalidInput');
  expect((await edit(box, { codAmount: null, deliveryServices: ['insurance'] })).code).toBe('OK');
});

test('an order from before there were amounts can still be read and edited', async () => {
  const box = await shop.boxed();
  await rows(`update tasks set delivery_services = '{cashOnDelivery}' where id = $1`, box.taskId);
  expect((await edit(box, { remark: 'Leave it at the gate' })).code).toBe('OK');
  await due();
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'failed', label_error: 'label:needsAmount:cashOnDelivery' });
});

test('the amounts reach the carrier, and stand on the parcel and on the purchase', async () => {
  const box = await shop.boxed('', BOTH);
  await due();
  expect(optionsOf(box.parcelId)).toEqual({ currency: 'EUR', cash_on_delivery: 49.99, insurance: 300.01 });
  const { data } = await server.call<object>('GET', `/v0/parcels/${box.parcelId}`, undefined, admin);
  expect(data).toMatchObject({ codAmount: 4999, insuredAmount: 30_001, currency: 'EUR' });
  expect(
    await rows('select cod_amount::int as cod, insured_amount::int as insured from label_purchases where parcel_id = $1', box.parcelId),
  ).toEqual([{ cod: 4999, insured: 30_001 }]);
  expect(gateway.mismatches).toEqual([]);
});

test('of several parcels one collects the amount, and the insured value is divided by pieces', async () => {
  const box = await shop.boxed('', BOTH);
  await addParcels(server, box, 2);
  await rows('update parcels set pieces = 1 where task_id = $1', box.taskId);
  await rows('update tasks set pieces = 3 where id = $1', box.taskId);
  await due();
  expect(await amountsOf(box)).toEqual([
    { cod: 4999, insured: 10_001 },
    { cod: null, insured: 10_001 },
    { cod: null, insured: 10_001 },
  ]);
  // The parcel that collects is given up. The next one that is bought collects instead.
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await rows(`update parcels set state = 'void' where id = $1`, box.parcelId);
  await rows(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, carrier_id, weight, pieces, closed_at)
     select 'P-' || nextval('parcel_no'), task_id, task_no, merchant_id, 9, 'parcel', 'closed', carrier_id, 900, 1, now() from parcels where id = $1`,
    box.parcelId,
  );
  await due();
  expect((await amountsOf(box)).map(({ cod }) => cod)).toEqual([null, null, null, 4999]);
});

test('another amount voids the label and buys one with the new amount', async () => {
  const box = await shop.boxed('', BOTH);
  await due();
  expect((await edit(box, { codAmount: 5999 })).code).toBe('OK');
  await due();
  await due();
  expect(optionsOf(box.parcelId)).toMatchObject({ cash_on_delivery: 59.99 });
  expect(gateway.bookingsOf(box.parcelId).map(({ voided }) => voided)).toEqual([true, false]);
  expect(await amountsOf(box)).toEqual([{ cod: 5999, insured: 30_001 }]);
});

test('DHL itself is told what to collect, to which account it pays it with which reference, and the insured value', async () => {
  const account = '33333333330102';
  await rows(
    `update carriers set api = 'dhlParcelDe', account = $2, services = '[]', credentials = null where id = $1`,
    shop.carrierId,
    account,
  );
  expect((await server.call('PUT', `/v0/carriers/${shop.carrierId}/login`, dhl.login, admin)).code).toBe('OK');
  const box = await shop.boxed('', { ...BOTH, consignee: addressOf({ name1: 'Erika Muster' }) });
  await due();
  const reference = referenceOf(String((await shop.parcelOf(box))['no']));
  expect(dhl.bookings.find(({ refNo }) => refNo === reference)?.order.services).toEqual({
    cashOnDelivery: { amount: { currency: 'EUR', value: 49.99 }, accountReference: account, transferNote1: reference },
    additionalInsurance: { currency: 'EUR', value: 300.01 },
  });
  expect(dhl.mismatches).toEqual([]);
});
