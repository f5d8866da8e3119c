import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Karrio } from '../stand-ins/karrio.ts';
import { addressOf } from '../support/address.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** What is declared to the customs of a parcel that leaves the European Union, and its paper. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
beforeAll(async () => {
  house = await openKarrioPackery();
  ({ server, shop, gateway } = house);
});
afterAll(() => house.close());

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const due = (): Promise<void> => labelsDue(server, shop);
const zurich = addressOf({
  name1: 'Erika Muster',
  streetName: 'Bahnhofstrasse',
  streetNumber: '1',
  zip: '8001',
  city: 'Zürich',
  country: 'CH',
});
const abroad = (): Promise<Boxed> => shop.boxed('', { consignee: zurich });
const customsOf = (box: Boxed) =>
  [...gateway.shipments.values()].find(({ metadata }) => metadata['kontor_parcel'] === box.parcelId)?.['customs'];
const item = (values: { hs: string; origin: string; price: number | null }) =>
  rows(
    `update items set hs_code = $2, origin = $3, price = $4, weight = 700, currency = 'EUR' where id = $1`,
    shop.item.id,
    values.hs,
    values.origin,
    values.price,
  );

test('without HS code, origin or price of an item the label is refused with its SKU, and nothing is bought', async () => {
  await item({ hs: '', origin: 'CN', price: 1990 });
  const box = await abroad();
  await due();
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'failed', label_error: `label:customsData:${shop.item.sku}` });
  expect(gateway.bookingsOf(box.parcelId)).toEqual([]);
});

test('each item is declared with its code, origin, weight and value, and the paper stands on the parcel', async () => {
  await item({ hs: '94052011', origin: 'CN', price: 1990 });
  const box = await abroad();
  await due();
  const [task] = await rows('select no from tasks where id = $1', box.taskId);
  expect(customsOf(box)).toMatchObject({
    incoterm: 'DAP',
    invoice: task?.['no'],
    duty: { paid_by: 'recipient', currency: 'EUR', declared_value: 19.9 },
    commodities: [{ sku: shop.item.sku, quantity: 1, weight: 0.7, hs_code: '94052011', origin_country: 'CN', value_amount: 19.9 }],
  });
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'bought', customs_file: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(gateway.mismatches).toEqual([]);
});

test('a merchant that pays the duties says so, and the price of the order is the value', async () => {
  await rows(`update merchants set incoterm = 'DDP' where id = $1`, shop.house.merchantId);
  const box = await abroad();
  await rows('update task_lines set price = 2500 where task_id = $1', box.taskId);
  await due();
  expect(customsOf(box)).toMatchObject({
    incoterm: 'DDP',
    duty: { paid_by: 'sender', declared_value: 25 },
    commodities: [{ value_amount: 25 }],
  });
});

test('a parcel within the Union declares nothing and has no paper', async () => {
  const box = await shop.boxed();
  await due();
  expect(customsOf(box)).toBeUndefined();
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'bought', customs_file: null });
});
