import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CarrierChoice } from '#contract/shipping/carrier-choice';
import { changeOrder } from '../../server/modules/orders/index.ts';
import { chooseCarrier, chooseDue } from '../../server/modules/shipping/carrier-choices.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { consignee, nodeOf, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The carrier of a released order is chosen by its merchant's rule among what carriers ask, and the order never waits for it. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
let admin: string;
let slow: string;
beforeAll(async () => {
  house = await openKarrioPackery({ CARRIER_TIMEOUT: '5' });
  ({ server, shop, gateway } = house);
  admin = await server.signIn('admin');
  // Only the two carriers of this test are compared.
  await rows(`update carriers set active = false`);
  await rows(`update items set weight = 700 where id = $1`, shop.item.id);
  const [other] = await rows(
    `insert into carriers (code, name, api, account, services, cut_off)
     values ('T-D', 'Other carrier', 'karrio', 'dpd_main', '[{"ours": "", "theirs": "dpd_classic"}, {"ours": "express", "theirs": "dpd_express"}]', '23:59') returning id`,
  );
  slow = String(other?.['id']);
  await rows(`update carriers set active = true where id = $1`, shop.carrierId);
});
afterAll(() => house.close());
beforeEach(async () => {
  gateway.state.silent.clear();
  gateway.state.rates = [
    { carrier_id: 'dhl_main', service: 'dhl_parcel_de_paket', total_charge: 4.19, transit_days: 2 },
    { carrier_id: 'dpd_main', service: 'dpd_classic', total_charge: 3.95, transit_days: 3 },
    { carrier_id: 'dpd_main', service: 'dpd_express', total_charge: 11.9, transit_days: 1 },
  ];
  await rule('cheapest');
  await rows('update carriers set held_until = null, paused_at = null');
});

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const rule = (name: string) => rows('update merchants set carrier_rule = $2 where id = $1', shop.house.merchantId, name);
/** The job of the server may have claimed some orders as well: it is done when every claim is decided. */
const due = async () => {
  await chooseDue(shop.node);
  await expect.poll(async () => rows('select task_id from carrier_choices where decided_at is null')).toEqual([]);
};
const choiceOf = async (id: string, token = admin) =>
  (await server.call<{ choice: CarrierChoice | null }>('GET', `/v0/tasks/${id}/story`, undefined, token)).data.choice;
const carrierOf = async (id: string) =>
  (
    await rows(
      'select c.name as carrier, t.service, t.cut_off_at is not null as "cutOff" from tasks t join carriers c on c.id = t.carrier_id where t.id = $1',
      id,
    )
  )[0];
const compare = (id: string, token = admin) => server.call('POST', `/v0/tasks/${id}/rates`, undefined, token);

test('the cheapest carrier takes the order, with its cut-off; the order says what was compared and by how much it won', async () => {
  const id = await shop.order();
  await due();
  expect(await carrierOf(id)).toEqual({ carrier: 'Other carrier', service: '', cutOff: true });
  const choice = await choiceOf(id);
  expect(choice).toMatchObject({
    rule: 'cheapest',
    reason: 'cheapest',
    chosen: { amount: 395, days: 3 },
    next: { carrier: 'Test carrier', amount: 419 },
  });
  expect(choice?.rates).toHaveLength(3);
  expect(await rows(`select by, payload from task_events where task_id = $1 and command = 'carrierChosen'`, id)).toEqual([
    { by: null, payload: { carrier: 'Other carrier', service: '' } },
  ]);
  expect(gateway.mismatches).toEqual([]);
});

test('the fastest offer brings its service with it; the merchant does not read what carriers ask of the house', async () => {
  await rule('fastest');
  const id = await shop.order();
  await due();
  expect(await carrierOf(id)).toMatchObject({ carrier: 'Other carrier', service: 'express' });
  const merchant = await server.signIn('merchant');
  await rows(`update users set merchant_id = $1 where account = 'merchant@kontor.example'`, shop.house.merchantId);
  expect(await choiceOf(id, merchant)).toBeNull();
  expect((await compare(id, merchant)).code).toBe('NotAllowed');
});

test('an order that its shop changes is compared again', async () => {
  const id = await shop.order();
  await due();
  await shop.node.db.transaction(async (given) => {
    const tx = given as unknown as typeof shop.node.db;
    await changeOrder(
      tx,
      id,
      {
        merchantId: shop.house.merchantId,
        consignee,
        carrierId: shop.carrierId,
        service: '',
        priority: 'normal',
        requestedShipAt: null,
        orderedAt: null,
        remark: '',
        deliveryServices: [],
        codAmount: null,
        insuredAmount: null,
        currency: 'EUR',
        lines: [{ sku: shop.item.sku, qty: 2 }],
      },
      null,
    );
  });
  expect(await carrierOf(id)).toMatchObject({ carrier: 'Test carrier' });
  await due();
  expect(await carrierOf(id)).toMatchObject({ carrier: 'Other carrier' });
});

test('an order is compared once, and one that names a service keeps it', async () => {
  const [id, named] = [await shop.order(), await shop.order('', { service: 'express' })];
  await due();
  gateway.state.rates = [{ carrier_id: 'dhl_main', service: 'dhl_parcel_de_paket', total_charge: 1, transit_days: 2 }];
  await due();
  expect(await carrierOf(id)).toMatchObject({ carrier: 'Other carrier' });
  expect(await choiceOf(named)).toBeNull();
  expect(await carrierOf(named)).toMatchObject({ carrier: 'Test carrier', service: 'express' });
});

test('a carrier that does not answer is not compared, and is waited for once; if none answers the order keeps its carrier and says why', async () => {
  gateway.state.silent.add('dpd_main');
  const one = await shop.order();
  await due();
  expect(await choiceOf(one)).toMatchObject({ reason: 'onlyOne', skipped: [{ carrier: 'Other carrier', why: 'noAnswer' }] });
  gateway.state.silent.add('dhl_main');
  const [first, second] = [await shop.order(), await shop.order()];
  const begun = performance.now();
  await due();
  expect(performance.now() - begun).toBeLessThan(9800);
  for (const id of [first, second]) {
    expect(await choiceOf(id)).toMatchObject({ reason: 'noRates', chosen: null });
    expect(await carrierOf(id)).toMatchObject({ carrier: 'Test carrier' });
    expect((await rows('select status from tasks where id = $1', id))[0]?.['status']).toBe('readyToPick');
  }
});

test('a carrier without the delivery service, or for which the order is too heavy, is not compared, with the reason', async () => {
  await rows(
    `update carriers set services = services || '[{"ours": "bulky", "theirs": "bulky_goods"}]', max_weight = null where id = $1`,
    shop.carrierId,
  );
  const bulky = await shop.order('', { deliveryServices: ['bulky'] });
  await due();
  expect(await choiceOf(bulky)).toMatchObject({
    chosen: { carrier: 'Test carrier' },
    skipped: [{ carrier: 'Other carrier', why: 'refused', message: 'label:noService:bulky' }],
  });
  await rows('update carriers set max_weight = 500 where id = $1', slow);
  const heavy = await shop.order();
  await due();
  expect(await choiceOf(heavy)).toMatchObject({
    chosen: { carrier: 'Test carrier' },
    skipped: [{ carrier: 'Other carrier', why: 'tooHeavy' }],
  });
  await rows('update carriers set max_weight = null where id = $1', slow);
});

test('a carrier for which an item of the order is too large is not asked, with the size and the limit; without sizes nothing is limited', async () => {
  const size = (length: number | null) =>
    rows('update items set length = $2, width = 300, height = 200 where id = $1', shop.item.id, length);
  await rows('update carriers set max_length = 1750, max_girth = 3000 where id = $1', slow);
  try {
    await size(1800);
    const before = gateway.calls.length;
    const long = await shop.order();
    await due();
    expect(await choiceOf(long)).toMatchObject({
      chosen: { carrier: 'Test carrier' },
      skipped: [{ carrier: 'Other carrier', why: 'tooLarge', message: 'label:tooLong:1800 mm > 1750 mm' }],
    });
    expect(gateway.calls.length - before).toBe(1);
    await size(null);
    const unknown = await shop.order();
    await due();
    expect(await choiceOf(unknown)).toMatchObject({ chosen: { carrier: 'Other carrier' }, skipped: [] });
  } finally {
    await rows('update items set length = null, width = null, height = null where id = $1', shop.item.id);
    await rows('update carriers set max_length = null, max_girth = null where id = $1', slow);
  }
});

test('by hand the prices of an order are compared again until it is packed; with a fixed carrier they are for information', async () => {
  await rule('fixed');
  const id = await shop.order();
  await due();
  expect(await choiceOf(id)).toBeNull();
  expect((await compare(id)).code).toBe('OK');
  expect(await choiceOf(id)).toMatchObject({ reason: 'fixed', chosen: null, rates: [{}, {}, {}] });
  await rule('cheapest');
  expect((await compare(id)).code).toBe('OK');
  expect(await carrierOf(id)).toMatchObject({ carrier: 'Other carrier' });
  const { taskId } = await shop.boxed();
  expect((await compare(taskId)).code).toBe('StateRefused');
});

test('a carrier whose key is wrong is not compared, and the order says that its connection does not work', async () => {
  const { token } = gateway.state;
  gateway.state.token = 'key_another_one';
  const id = await shop.order();
  await due();
  gateway.state.token = token;
  expect(await choiceOf(id)).toMatchObject({ reason: 'noRates', skipped: [{ why: 'notConnected' }, { why: 'notConnected' }] });
});

test('without the weight of its items nothing is asked', async () => {
  await rows('update items set weight = null where id = $1', shop.item.id);
  const id = await shop.order();
  await due();
  expect(await choiceOf(id)).toMatchObject({ reason: 'noWeight', rates: [] });
  await rows('update items set weight = 700 where id = $1', shop.item.id);
});

test('two nodes ask for an order once', async () => {
  const second = await startServer({
    beside: server,
    env: { KARRIO_URL: gateway.url, KARRIO_TOKEN: gateway.state.token, KONTOR_SECRET: server.config.KONTOR_SECRET },
  });
  const ids = [await shop.order(), await shop.order(), await shop.order()];
  const before = gateway.calls.filter(({ path }) => path === '/v1/proxy/rates').length;
  await Promise.all([chooseDue(shop.node), chooseDue(nodeOf(second))]);
  await second.close();
  for (const id of ids) expect(await choiceOf(id)).toMatchObject({ reason: 'cheapest' });
  expect(gateway.calls.filter(({ path }) => path === '/v1/proxy/rates').length - before).toBe(ids.length * 2);
});

test('a parcel that is packed while carriers are asked keeps its carrier', async () => {
  const id = await shop.order();
  const { carrierId } = shop;
  await rows(`update tasks set parcel_count = 1 where id = $1`, id);
  await rows(`insert into carrier_choices (task_id, merchant_id) values ($1, $2) on conflict do nothing`, id, shop.house.merchantId);
  await chooseCarrier(shop.node, id, null);
  expect(await choiceOf(id)).toMatchObject({ reason: 'late', chosen: null });
  expect((await rows('select carrier_id from tasks where id = $1', id))[0]?.['carrier_id']).toBe(carrierId);
});
