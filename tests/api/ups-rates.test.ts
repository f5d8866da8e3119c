import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CarrierChoice } from '#contract/shipping/carrier-choice';
import { chooseDue } from '../../server/modules/shipping/carrier-choices.ts';
import { startUps, type Ups } from '../stand-ins/ups.ts';
import { hasUpsDaySchema } from '../stand-ins/ups-day-shapes.ts';
import { addressOf } from '../support/address.ts';
import { openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What UPS asks for a parcel is compared when an order is released, as with any other carrier, and no order waits for it. */

let server: TestServer;
let shop: Packery;
let ups: Ups;
let admin: string;
let other: string;
beforeAll(async () => {
  ups = await startUps();
  server = await startServer({ sample: true, env: { UPS_URL: ups.url, CARRIER_TIMEOUT: '5' } });
  shop = await openPackery(server);
  admin = await server.signIn('admin');
  await rows('update carriers set active = false');
  await rows(`update items set weight = 700, price = 1990, currency = 'EUR' where id = $1`, shop.item.id);
  const [made] = await rows(
    `insert into carriers (code, name, api, account, services, cut_off) values ('T-U', 'UPS', 'ups', $1, '[{"ours": "express", "theirs": "07"}, {"ours": "eori", "theirs": "DE73282932000074"}]', '23:59') returning id`,
    ups.account,
  );
  other = String(made?.['id']);
  expect((await server.call('PUT', `/v0/carriers/${other}/client`, ups.client, admin)).code).toBe('OK');
});
afterAll(async () => {
  await server.close();
  await ups.close();
});
beforeEach(async () => {
  Object.assign(ups.day.state, { silent: false, refusals: [] });
  ups.day.state.rates = [
    { code: '11', total: '7.10', negotiated: '3.37', days: '2' },
    { code: '07', total: '24.00', negotiated: '15.80', days: '1' },
    { code: '65', total: '0.50' },
  ];
  ups.day.asked.length = 0;
  await rule('cheapest');
  await rows('update carriers set held_until = null, paused_at = null, active = id in ($1, $2)', other, shop.carrierId);
});

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const rule = (name: string) => rows('update merchants set carrier_rule = $2 where id = $1', shop.house.merchantId, name);
const due = async () => {
  await chooseDue(shop.node);
  await expect.poll(async () => rows('select task_id from carrier_choices where decided_at is null')).toEqual([]);
};
const choiceOf = async (id: string) =>
  (await server.call<{ choice: CarrierChoice | null }>('GET', `/v0/tasks/${id}/story`, undefined, admin)).data.choice;
const released = async (more: Record<string, unknown> = {}) => {
  const id = await shop.order('', more);
  await due();
  const [task] = await rows('select c.name as carrier, t.service from tasks t join carriers c on c.id = t.carrier_id where t.id = $1', id);
  return { task, choice: await choiceOf(id) };
};

test('the price that was agreed with UPS is compared, with its days, for the services of the carrier’s record and UPS Standard', async () => {
  const { task, choice } = await released();
  expect(task).toEqual({ carrier: 'UPS', service: '' });
  expect(choice).toMatchObject({ reason: 'cheapest', chosen: { carrier: 'UPS', amount: 337, days: 2 }, skipped: [] });
  expect(choice?.rates.filter(({ carrier }) => carrier === 'UPS').map(({ service, amount, days }) => [service, amount, days])).toEqual([
    ['', 337, 2],
    ['express', 1580, 1],
  ]);
  expect(ups.day.asked).toMatchObject([{ Package: [{ PackageWeight: { Weight: '0.7' } }], Shipper: { ShipperNumber: ups.account } }]);
  expect(ups.day.asked[0]?.InvoiceLineTotal).toBeUndefined();
});

test('the fastest service of UPS brings its service with it; without a price that was agreed its list price counts', async () => {
  await rule('fastest');
  await rows('update carriers set active = false where id = $1', shop.carrierId);
  ups.day.state.rates = [{ code: '07', total: '24.00', days: '1' }];
  const { task, choice } = await released();
  expect([task, choice?.chosen]).toMatchObject([
    { carrier: 'UPS', service: 'express' },
    { amount: 2400, days: 1 },
  ]);
});

test('for a parcel that leaves the customs union UPS is told what its goods are worth', async () => {
  await released({ consignee: addressOf({ name1: 'Erika Muster', zip: '8001', city: 'Zürich', country: 'CH' }) });
  expect(ups.day.asked[0]?.InvoiceLineTotal).toEqual({ CurrencyCode: 'EUR', MonetaryValue: '19.90' });
});

test('what is collected and what is insured is part of the price', async () => {
  await released({ deliveryServices: ['cashOnDelivery', 'insurance'], codAmount: 125_000, insuredAmount: 99_999 });
  expect(ups.day.asked[0]).toMatchObject({
    ShipmentServiceOptions: { COD: { CODAmount: { MonetaryValue: '1250.00' } } },
    Package: [{ PackageServiceOptions: { DeclaredValue: { MonetaryValue: '999.99' } } }],
  });
});

test('DHL itself names no prices before its bill: it is not asked, and the order says so', async () => {
  await rows(`insert into carriers (code, name, api, active) values ('T-D', 'DHL', 'dhlParcelDe', true)`);
  const { task, choice } = await released();
  await rows(`update carriers set deleted_at = now() where code = 'T-D'`);
  expect(task).toMatchObject({ carrier: 'UPS' });
  expect(choice?.skipped).toEqual([{ carrier: 'DHL', why: 'noPrices', message: '' }]);
});

test('UPS does not answer, refuses, or its login is wrong: it is not compared, with the reason, and the order goes with another carrier', async () => {
  ups.day.state.silent = true;
  expect(await released()).toMatchObject({
    task: { carrier: 'Test carrier' },
    choice: { reason: 'onlyOne', skipped: [{ carrier: 'UPS', why: 'noAnswer' }] },
  });
  ups.day.state.silent = false;
  ups.day.state.refusals.push('The requested service is unavailable between the selected locations.');
  expect((await released()).choice?.skipped).toEqual([
    { carrier: 'UPS', why: 'refused', message: 'The requested service is unavailable between the selected locations.' },
  ]);
  expect((await released({ deliveryServices: ['bulky'] })).choice?.skipped).toMatchObject([
    { why: 'refused', message: 'label:noService:bulky' },
  ]);
  ups.state.tokens.clear();
  ups.state.clientSecret = 'changed-secret';
  expect((await released()).choice?.skipped).toMatchObject([{ carrier: 'UPS', why: 'notConnected' }]);
  ups.state.clientSecret = ups.client.clientSecret;
});

test(`requests have the shape that is restated here${hasUpsDaySchema ? ', and they and the answers fit the schema that UPS publishes' : ''}`, () => {
  expect(ups.mismatches).toEqual([]);
});
