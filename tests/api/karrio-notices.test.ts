import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepWebhooks } from '../../server/modules/shipping/karrio-notices.ts';
import { trackParcels } from '../../server/modules/shipping/tracking.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** Notices of Karrio that a parcel moved: hints that are asked for at the gateway and never believed, and the webhook that brings them. */

const PATH = '/v0/carriers/karrio/notices';
const HOUSE = 'https://kontor.example';
let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
beforeAll(async () => {
  house = await openKarrioPackery({ KARRIO_NOTICE_URL: HOUSE });
  ({ server, shop, gateway } = house);
  // The gateway reaches the server by the address that the server told it.
  gateway.webhooks.state.deliver = (url, init) => fetch(url.replace(HOUSE, server.url), init);
});
afterAll(() => house.close());
beforeEach(async () => {
  gateway.webhooks.hooks.length = 0;
  await keepWebhooks(shop.node);
});

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const at = (hour: number): string => new Date(Date.now() + hour * 3_600_000).toISOString();
/** A parcel under way with its number. */
const underWay = async (): Promise<Boxed & { number: string }> => {
  const box = await shop.boxed();
  await labelsDue(server, shop);
  await rows(`update parcels set state = 'handedOver', handed_over_at = now() - interval '3 hours' where id = $1`, box.parcelId);
  return { ...box, number: String((await shop.parcelOf(box))['tracking_no']) };
};
const stateOf = async (box: Boxed): Promise<unknown> => (await shop.parcelOf(box))['state'];
const eventsOf = async ({ parcelId }: Boxed): Promise<unknown[]> =>
  (await rows('select code from tracking_events where parcel_id = $1 order by at', parcelId)).map(({ code }) => code);
const asksFor = (number: string): number => gateway.calls.filter(({ path }) => path.endsWith(`/v1/trackers/${number}`)).length;
const hook = () => {
  const [first] = gateway.webhooks.hooks;
  if (!first) throw new Error('no webhook');
  return first;
};
const send = (body: unknown, secret = hook().secret) =>
  fetch(`${server.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-event-id': secret },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const notice = (number: string, status = 'in_transit') => ({ event: 'tracker_updated', data: { tracking_number: number, status } });

test('a notice has its parcel asked for at once, and only what the gateway then says is taken', async () => {
  const box = await underWay();
  gateway.move(box.number, [{ status: 'in_transit', timestamp: at(-1) }]);
  // The notice lies: the parcel is not delivered.
  expect((await send(notice(box.number, 'delivered'))).status).toBe(200);
  await expect.poll(() => stateOf(box)).toBe('inTransit');
  expect(await eventsOf(box)).toEqual(['in_transit']);
});

test('with a wrong secret or none a notice is refused before its body is read, and nothing is asked for', async () => {
  const box = await underWay();
  gateway.move(box.number, [{ status: 'in_transit', timestamp: at(-1) }]);
  for (const secret of ['whsec_00000000000000000000000000000000', '', `${hook().secret}0`])
    expect(await (await send(notice(box.number), secret)).json()).toMatchObject({ code: 'TokenInvalid' });
  expect(await (await send('{"broken', 'whsec_wrong')).json()).toMatchObject({ code: 'TokenInvalid' });
  await send(notice('unknown'));
  expect([asksFor(box.number), await stateOf(box)]).toEqual([0, 'handedOver']);
});

test('a notice that comes twice, and one that comes late, change nothing more', async () => {
  const box = await underWay();
  const [moved, arrived] = [
    { status: 'in_transit', timestamp: at(-2) },
    { status: 'delivered', timestamp: at(-1) },
  ];
  const late = gateway.move(box.number, [moved]);
  const last = gateway.move(box.number, [moved, arrived]);
  expect(await gateway.webhooks.notify(last)).toEqual([200]);
  await expect.poll(() => stateOf(box)).toBe('delivered');
  for (const data of [last, late]) expect(await gateway.webhooks.notify(data)).toEqual([200]);
  const other = await underWay();
  gateway.move(other.number, [moved]);
  await gateway.webhooks.notify({ tracking_number: other.number });
  await expect.poll(() => stateOf(other)).toBe('inTransit');
  expect([await stateOf(box), await eventsOf(box)]).toEqual(['delivered', ['in_transit', 'delivered']]);
});

test('many notices of one parcel at once ask for it once', async () => {
  const box = await underWay();
  gateway.move(box.number, [{ status: 'in_transit', timestamp: at(-1) }]);
  await Promise.all(Array.from({ length: 20 }, () => send(notice(box.number))));
  await expect.poll(() => stateOf(box)).toBe('inTransit');
  expect(asksFor(box.number)).toBeLessThanOrEqual(2);
});

test('a notice that is missing is made up for by the poll of all parcels', async () => {
  const box = await underWay();
  gateway.move(box.number, [{ status: 'in_transit', timestamp: at(-1) }]);
  await trackParcels(shop.node);
  expect(await stateOf(box)).toBe('inTransit');
});

test('numbers that nobody knows and other events are answered and nothing more; what is too large or no notice is refused', async () => {
  const box = await shop.boxed();
  await labelsDue(server, shop);
  const here = String((await shop.parcelOf(box))['tracking_no']);
  const before = gateway.calls.length;
  for (const number of ['JJD099999999', here, '']) expect((await send(notice(number))).status).toBe(200);
  expect((await send({ event: 'shipment_purchased', data: { id: 'shp_1' } })).status).toBe(200);
  expect((await send({ event: 'tracker_updated', data: null })).status).toBe(200);
  const large = await send({ event: 'tracker_updated', data: { tracking_number: here, events: 'x'.repeat(300_000) } });
  expect(await large.json()).toMatchObject({ code: 'UploadTooLarge' });
  expect(await (await send({ data: {} })).json()).toMatchObject({ code: 'InvalidInput' });
  expect(gateway.calls.length).toBe(before);
});

test('the webhook is made once for the account, and its secret is kept sealed', async () => {
  await keepWebhooks(shop.node);
  expect(gateway.webhooks.hooks).toMatchObject([{ url: `${HOUSE}${PATH}`, enabled_events: ['tracker_updated'], disabled: false }]);
  const kept = await rows('select webhook_id, secret from karrio_webhooks');
  expect(kept).toMatchObject([{ webhook_id: hook().id }]);
  expect(JSON.stringify(kept)).not.toContain(hook().secret);
});

test('a webhook that Karrio switched off is switched on, and one that is gone is made again, whose former secret opens nothing', async () => {
  const { secret } = hook();
  gateway.webhooks.state.deliver = async () => new Response(null, { status: 502 });
  for (let n = 0; n < 6; n++) await gateway.webhooks.notify({ tracking_number: 'any' });
  gateway.webhooks.state.deliver = (url, init) => fetch(url.replace(HOUSE, server.url), init);
  expect(hook().disabled).toBe(true);
  await keepWebhooks(shop.node);
  expect([hook().disabled, gateway.webhooks.hooks.length, await gateway.webhooks.notify({ tracking_number: 'any' })]).toEqual([
    false,
    1,
    [200],
  ]);
  gateway.webhooks.hooks.length = 0;
  await keepWebhooks(shop.node);
  expect(await gateway.webhooks.notify({ tracking_number: 'any' })).toEqual([200]);
  expect(await (await send(notice('any'), secret)).json()).toMatchObject({ code: 'TokenInvalid' });
});

test('a gateway that cannot be asked keeps its webhook; an account that is no longer used loses it', async () => {
  const right = gateway.state.token;
  gateway.state.token = 'key_other_1';
  await keepWebhooks(shop.node);
  gateway.state.token = right;
  expect(await gateway.webhooks.notify({ tracking_number: 'any' })).toEqual([200]);
  await rows(`update carriers set api = 'none' where id = $1`, shop.carrierId);
  await keepWebhooks(shop.node);
  expect(await (await send(notice('any'))).json()).toMatchObject({ code: 'TokenInvalid' });
  await rows(`update carriers set api = 'karrio' where id = $1`, shop.carrierId);
});

test('a check of the connection makes the webhook at once', async () => {
  gateway.webhooks.hooks.length = 0;
  await shop.call('POST', `/v0/carriers/${shop.carrierId}/check`);
  await expect.poll(() => gateway.webhooks.hooks.length).toBe(1);
});

test('requests and answers have the shapes that are restated and published', () => {
  expect(gateway.mismatches).toEqual([]);
});
