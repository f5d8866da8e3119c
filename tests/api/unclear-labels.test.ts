import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { type Boxed, consignee, openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A purchase without an answer: it is looked for, and never silently made twice. */

let server: TestServer;
let shop: Packery;
beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openPackery(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const attempts = (box: Boxed) => rows('select state, round from label_attempts where parcel_id = $1 order by id', box.parcelId);
const asked = (box: Boxed) => expect.poll(async () => (await attempts(box)).map(({ state }) => state)).toContain('asked');
/** Until when a booking in flight cannot be seen. */
const shownFrom = (box: Boxed, at: 'infinity' | 'now') =>
  rows('update sim_shipments set shown_at = $2 where reference = $1', box.parcelId, at);
/** As if so many seconds had passed since the purchase was sent. */
const later = async (box: Boxed, seconds: number): Promise<void> => {
  const past = `now() - make_interval(secs => ${seconds})`;
  await server.pool.query(`update label_attempts set asked_at = ${past} where parcel_id = $1 and state = 'asked'`, [box.parcelId]);
  await server.pool.query('update parcels set label_due_at = null where id = $1', [box.parcelId]);
  await labelDue(shop.node);
};
const labelOf = async (box: Boxed) => (await shop.parcelOf(box))['label_state'];
const becomes = (box: Boxed, state: string) => expect.poll(() => labelOf(box)).toBe(state);
const unclear = async (more = {}): Promise<Boxed> => {
  const box = await shop.boxed('SIM lost-at-carrier', more);
  await asked(box);
  await later(box, 301);
  await becomes(box, 'unclear');
  return box;
};
const healed = (box: Boxed) => rows(`update tasks set consignee = jsonb_set(consignee, '{name2}', '""') where id = $1`, box.taskId);

test('a booking in flight is looked for, not bought again, and taken as soon as it can be seen', async () => {
  const box = await shop.boxed('SIM in-flight');
  await asked(box);
  await shownFrom(box, 'infinity');
  await later(box, 16);
  expect(await labelOf(box)).toBe('requested');
  await shownFrom(box, 'now');
  await later(box, 61);
  await becomes(box, 'bought');
  expect(await shop.shipments(box)).toEqual([1, 1]);
});

test('what is still unknown when it can no longer change is asked of a person, once, and nothing is bought meanwhile', async () => {
  const box = await unclear();
  expect(await shop.statusOf(box)).toBe('manualHandlingAwaits');
  expect(await attempts(box)).toEqual([{ state: 'unclear', round: 0 }]);
  await labelDue(shop.node);
  expect(await shop.shipments(box)).toEqual([1, 1]);
  // Neither a general "solved" nor a new label goes past the question.
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/resolve`, { reason: 'Looked at' });
  await labelDue(shop.node);
  expect(await labelOf(box)).toBe('unclear');
  await expect(shop.call('POST', `/v0/parcels/${box.parcelId}/label`)).rejects.toThrow('labelUnclear');
  expect(await shop.shipments(box)).toEqual([1, 1]);
});

test('"It is booked" takes the number that the person found, with the fact for the carrier’s bill, however often it is said', async () => {
  const box = await unclear();
  const booked = { trackingNo: 'RK000000009DE', shipmentId: 'S-9' };
  const call = () => server.call('POST', `/v0/parcels/${box.parcelId}/labelBooked`, booked, admin);
  const admin = await server.signIn('admin');
  const codes = (await Promise.all([call(), call()])).map(({ code }) => code).sort();
  expect(codes).toEqual(['OK', 'StateRefused']);
  expect(await shop.parcelOf(box)).toMatchObject({
    label_state: 'bought',
    state: 'labelled',
    tracking_no: 'RK000000009DE',
    shipment_id: 'S-9',
  });
  expect(await shop.statusOf(box)).toBe('packed');
  const bought = await rows('select shipment_id, cost, role, country from label_purchases where parcel_id = $1', box.parcelId);
  expect(bought).toEqual([{ shipment_id: 'S-9', cost: null, role: 'ship', country: consignee.country }]);
  expect(await shop.shipments(box)).toEqual([1, 1]);
});

test('"It is not: buy again" buys one label', async () => {
  const box = await unclear();
  await healed(box);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/labelNotBooked`);
  await labelDue(shop.node);
  await becomes(box, 'bought');
  expect(await shop.statusOf(box)).toBe('packed');
  expect(await attempts(box)).toMatchObject([{ state: 'none' }, { state: 'booked' }]);
  await expect(shop.call('POST', `/v0/parcels/${box.parcelId}/labelNotBooked`)).rejects.toThrow('labelKnown');
});

test('with another address meanwhile, a label that turns out to be booked is voided and a new one is bought', async () => {
  const box = await unclear();
  const [sim] = await rows('select id from sim_shipments where reference = $1', box.parcelId);
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/correctAddress`, { address: { ...consignee, streetNumber: '8' } });
  expect(await labelOf(box)).toBe('unclear');
  await shop.call('POST', `/v0/parcels/${box.parcelId}/labelBooked`, { trackingNo: 'RK000000012DE', shipmentId: sim?.['id'] });
  await labelDue(shop.node);
  await becomes(box, 'bought');
  expect(await shop.shipments(box)).toEqual([2, 1]);
  expect(await attempts(box)).toMatchObject([{ state: 'voided' }, { state: 'booked', round: 1 }]);
});

test('where the carrier bills only what it carried, an unclear purchase is made again, and the history says that it may exist twice', async () => {
  await rows(`update carriers set unclear_policy = 'again' where id = $1`, shop.carrierId);
  try {
    const box = await shop.boxed('SIM lost-at-carrier');
    await asked(box);
    await healed(box);
    await later(box, 301);
    await becomes(box, 'bought');
    expect(await shop.shipments(box)).toEqual([2, 2]);
    expect(await attempts(box)).toMatchObject([{ state: 'unclear' }, { state: 'booked' }]);
    const events = await rows(
      `select payload from task_events where task_id = $1 and command = 'label' order by id desc limit 1`,
      box.taskId,
    );
    expect(events[0]?.['payload']).toMatchObject({ mayExistTwice: true });
  } finally {
    await rows(`update carriers set unclear_policy = 'ask' where id = $1`, shop.carrierId);
  }
});

test('a new label during the search voids what the old one turns out to have booked', async () => {
  const box = await shop.boxed('SIM in-flight');
  await asked(box);
  await shownFrom(box, 'infinity');
  await healed(box);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/label`, { reason: 'Repacked' });
  await labelDue(shop.node);
  expect(await shop.shipments(box)).toEqual([1, 1]);
  await shownFrom(box, 'now');
  await later(box, 61);
  await becomes(box, 'bought');
  expect(await shop.shipments(box)).toEqual([2, 1]);
});

test('a merchant cannot answer for the house, and an unclear label can be voided', async () => {
  const box = await unclear();
  const merchant = await server.signIn('merchant');
  const answer = await server.call('POST', `/v0/parcels/${box.parcelId}/labelNotBooked`, undefined, merchant);
  expect(answer.code).toBe('NotAllowed');
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Not needed' });
  await labelDue(shop.node);
  await expect.poll(async () => (await shop.parcelOf(box))['shipment_id']).toBe('');
  expect(await attempts(box)).toEqual([{ state: 'unclear', round: 0 }]);
});
