import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Karrio } from '../stand-ins/karrio.ts';
import { hasSchema } from '../stand-ins/karrio-schema.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { addParcels, type Boxed, labelsDue, nodeOf, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Labels bought through a Karrio gateway that loses answers, is busy, refuses, and whose carrier loses answers. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
let admin: string;
beforeAll(async () => {
  house = await openKarrioPackery();
  ({ server, shop, gateway } = house);
  admin = await server.signIn('admin');
});
afterAll(() => house.close());
beforeEach(() => gateway.faults({}));

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const labelOf = async (box: Boxed) => (await shop.parcelOf(box))['label_state'];
const stateOfAttempt = async (box: Boxed) =>
  (await rows('select state from label_attempts where parcel_id = $1 order by id', box.parcelId)).map(({ state }) => state);
const due = (seconds = 0, nodes = [shop.node]): Promise<void> => labelsDue(server, shop, seconds, nodes);
/** Somebody else buys a draft, or a call does that was thought lost. */
const buyAt = (id: string) =>
  fetch(`${gateway.url}/v1/shipments/${id}/purchase`, {
    method: 'POST',
    headers: {
      authorization: `Token ${gateway.state.token}`,
      'content-type': 'application/json',
      'x-request-id': `kontor-${crypto.randomUUID()}-0-1`,
    },
    body: JSON.stringify({ service: 'dhl_parcel_de_paket', label_type: 'ZPL', reference: gateway.shipments.get(id)?.reference }),
  });
const live = (box: Boxed): [number, number] => {
  const all = gateway.bookingsOf(box.parcelId);
  return [all.length, all.filter(({ voided }) => !voided).length];
};

test('a label is drafted, bought once and stored with its price and number', async () => {
  const box = await shop.boxed();
  await due();
  const parcel = await shop.parcelOf(box);
  expect(parcel).toMatchObject({ label_state: 'bought', state: 'labelled', tracking_no: gateway.bookingsOf(box.parcelId)[0]?.trackingNo });
  expect(gateway.bookingsOf(box.parcelId)[0]?.reference).toMatch(/^P-\d{6,}$/);
  expect(await rows('select cost::int, currency from label_purchases where parcel_id = $1', box.parcelId)).toEqual([
    { cost: 419, currency: 'EUR' },
  ]);
  const label = await shop.call<{ base64: string; format: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect(label.format).toBe('zpl');
  expect(Buffer.from(label.base64, 'base64').toString()).toMatch(/^\^XA/);
});

test.each(['dropAfter', 'truncate'] as const)(
  '%s: the answer is lost or cut off, and the booking is found in the gateway',
  async (fault) => {
    const box = await shop.boxed();
    gateway.faults({ [fault]: 1 });
    await due();
    expect(await labelOf(box)).toBe('requested');
    gateway.faults({});
    await due(5);
    expect(await labelOf(box)).toBe('bought');
    expect(live(box)).toEqual([1, 1]);
  },
);

test.each([
  ['dropBefore', 0],
  ['lostBehind', 1],
] as const)('%s: the draft stays a draft, so a person is asked and nothing is bought twice', async (fault, booked) => {
  const box = await shop.boxed();
  gateway.faults({ [fault]: 1 });
  await due();
  gateway.faults({});
  for (const seconds of [5, 60, 299]) await due(seconds);
  expect(await labelOf(box)).toBe('requested');
  await due(301);
  expect(await labelOf(box)).toBe('unclear');
  expect(await shop.statusOf(box)).toBe('manualHandlingAwaits');
  expect(live(box)).toEqual([booked, booked]);
});

test('a purchase that the gateway ends only while it is looked for is taken, and not made again', async () => {
  const box = await shop.boxed();
  gateway.faults({ dropBefore: 1 });
  await due();
  gateway.faults({});
  await due(30);
  expect([await labelOf(box), ...live(box)]).toEqual(['requested', 0, 0]);
  // The call that was cut off reaches the carrier 40 seconds after it was sent.
  const draft = [...gateway.shipments.values()].find(({ metadata }) => metadata['kontor_parcel'] === box.parcelId);
  await buyAt(draft?.id ?? '');
  await due(60);
  expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
});

test('a draft that was bought in the gateway meanwhile is taken: its answer to a second purchase is 409', async () => {
  const box = await shop.boxed();
  gateway.faults({ status429: 1 });
  await due();
  gateway.faults({});
  const draft = [...gateway.shipments.values()].find(({ metadata }) => metadata['kontor_parcel'] === box.parcelId);
  await buyAt(draft?.id ?? '');
  await due();
  expect(gateway.calls.filter(({ path, status }) => path.endsWith(`${draft?.id}/purchase`) && status === 409)).toHaveLength(1);
  expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
});

test('a refusal of the carrier stops the order with its words; one of an address names the address', async () => {
  const refused = await shop.boxed();
  gateway.state.refusals.push({ messages: [{ code: '1101', message: 'Hard validation error occured: weight', level: 'error' }] });
  await due();
  expect(await shop.parcelOf(refused)).toMatchObject({ label_state: 'failed', label_error: expect.stringContaining('weight') });
  expect(await shop.statusOf(refused)).toBe('manualHandlingAwaits');
  const address = await shop.boxed();
  gateway.state.refusals.push({
    messages: [{ code: '1102', message: 'The recipient was not found.', details: { recipient: { postal_code: ['unknown'] } } }],
  });
  await due();
  expect(await shop.statusOf(address)).toBe('wrongAddress');
  expect([...live(refused), ...live(address)]).toEqual([0, 0, 0, 0]);
});

test('a revoked key pauses the connection, not the parcels; the check says why, and with a new key they get their labels', async () => {
  const boxes = [await shop.boxed(), await shop.boxed()];
  gateway.state.token = 'key_new_1';
  await due();
  expect(await shop.one('select pause_reason from carriers where id = $1 and paused_at is not null', shop.carrierId)).toEqual({
    pause_reason: 'Invalid token.',
  });
  for (const box of boxes) expect(await shop.statusOf(box)).toBe('shipmentLabelAwaits');
  const told = await rows(
    `select distinct title from messages m join users u on u.id = m.to_id where u.account = 'admin@kontor.example' and m.link like '%carriers%'`,
  );
  expect(told).toEqual([{ title: 'Labels of Test carrier are not bought' }]);
  const check = () => server.call('POST', `/v0/carriers/${shop.carrierId}/check`, undefined, admin);
  expect(await check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.refused' });
  expect((await server.call('PUT', `/v0/carriers/${shop.carrierId}/secret`, { secret: 'key_new_1' }, admin)).code).toBe('OK');
  const stored = await shop.one('select credentials from carriers where id = $1', shop.carrierId);
  expect(String(stored['credentials'])).not.toContain('key_new_1');
  gateway.state.connection.active = false;
  expect(await check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.noAccount' });
  gateway.state.connection.active = true;
  expect((await check()).code).toBe('OK');
  await due();
  for (const box of boxes) expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
  const answer = await server.call<Record<string, unknown>>('GET', `/v0/carriers/${shop.carrierId}`, undefined, admin);
  expect(JSON.stringify(answer.data)).not.toContain('key_new_1');
  expect(answer.data).toMatchObject({ hasCredentials: true, pausedAt: null });
});

test('a busy gateway is left alone for as long as it says; no parcel fails', async () => {
  const box = await shop.boxed();
  gateway.faults({ status429: 1 });
  for (let n = 0; n < 6; n++) await due();
  expect(await labelOf(box)).toBe('requested');
  expect(await stateOfAttempt(box)).toEqual(['draft']);
  gateway.faults({});
  await due();
  expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
});

test('a draft of a node that died before it wrote it down is found again, also among archived ones and longer references', async () => {
  const box = await shop.boxed();
  gateway.faults({ status429: 1 });
  await due();
  gateway.faults({});
  const draft = [...gateway.shipments.values()].find(({ metadata }) => metadata['kontor_parcel'] === box.parcelId);
  if (!draft) throw new Error('no draft');
  gateway.shipments.set('shp_longer', {
    ...draft,
    id: 'shp_longer',
    reference: `${draft.reference}1`,
    status: 'draft',
    metadata: {},
  });
  gateway.state.archived.add(draft.id);
  await rows('delete from label_attempts where parcel_id = $1', box.parcelId);
  await due();
  expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
  expect(gateway.bookingsOf(box.parcelId)[0]?.shipmentId).toBe(draft.id);
});

test('a draft that is gone is made again; ZPL as plain text is a label too', async () => {
  const box = await shop.boxed();
  gateway.faults({ status429: 1 });
  await due();
  gateway.faults({});
  gateway.state.rawZpl = true;
  for (const [id, { metadata }] of gateway.shipments) if (metadata['kontor_parcel'] === box.parcelId) gateway.shipments.delete(id);
  await due();
  await due();
  gateway.state.rawZpl = false;
  expect([await labelOf(box), ...live(box)]).toEqual(['bought', 1, 1]);
  const label = await shop.call<{ base64: string; format: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect([label.format, Buffer.from(label.base64, 'base64').toString().slice(0, 3)]).toEqual(['zpl', '^XA']);
});

test('a voided label is cancelled once; where Kontor cannot tell the carrier, the purchase says so', async () => {
  const box = await shop.boxed();
  await due();
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  await due();
  expect(live(box)).toEqual([1, 0]);
  const told = 'select voided_at is not null as voided, voided_locally from label_purchases where parcel_id = $1';
  expect(await rows(told, box.parcelId)).toEqual([{ voided: true, voided_locally: false }]);
  gateway.state.connection.carrier_name = 'dpd_meta';
  const other = await shop.boxed();
  await due();
  await shop.call('POST', `/v0/parcels/${other.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  gateway.state.connection.carrier_name = 'dhl_parcel_de';
  expect(await rows(told, other.parcelId)).toEqual([{ voided: true, voided_locally: true }]);
});

test('a label that was cancelled in the gateway before is voided: its second cancellation is answered with 202', async () => {
  const box = await shop.boxed();
  await due();
  const { shipment_id: id } = await shop.parcelOf(box);
  const cancel = { method: 'POST', headers: { authorization: `Token ${gateway.state.token}` } };
  expect((await fetch(`${gateway.url}/v1/shipments/${String(id)}/cancel`, cancel)).status).toBe(200);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  expect(gateway.calls.filter(({ path, status }) => path.endsWith(`${String(id)}/cancel`) && status === 202)).toHaveLength(1);
  expect(await rows('select voided_at is not null as voided from label_purchases where parcel_id = $1', box.parcelId)).toEqual([
    { voided: true },
  ]);
});

test('a service or delivery service without a name at the carrier is refused, never left out', async () => {
  const box = await shop.boxed('', { deliveryServices: ['bulky'] });
  await due();
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'failed', label_error: expect.stringContaining('bulky') });
  expect(live(box)).toEqual([0, 0]);
});

test('two nodes and a fifth of lost answers: every label is bought once, or a person is asked', async () => {
  const box = await shop.boxed();
  const count = Number(process.env['KONTOR_LABELS'] ?? 40);
  await addParcels(server, box, count);
  const second = await startServer({ beside: server, env: { KARRIO_URL: gateway.url, KONTOR_SECRET: server.config.KONTOR_SECRET } });
  const nodes = [shop.node, nodeOf(second)];
  gateway.faults({ dropBefore: 0.05, dropAfter: 0.1, lostBehind: 0.05, status429: 0.05, status5xx: 0.02 });
  for (let n = 0; n < 8; n++) await due(10, nodes);
  gateway.faults({});
  await due(60, nodes);
  // All parcels are of one order, which the first unclear label blocks.
  const open = async () =>
    (await shop.one(`select count(*)::int as n from parcels where task_id = $1 and label_state in ('none', 'requested')`, box.taskId))['n'];
  await expect
    .poll(async () => {
      await shop.call('POST', `/v0/tasks/${box.taskId}/command/resolve`, { reason: 'Others go on' }).catch(() => undefined);
      await due(301, nodes);
      return open();
    })
    .toBe(0);
  await second.close();
  const parcels = await rows('select id, label_state, tracking_no from parcels where task_id = $1', box.taskId);
  expect(parcels.length).toBe(count + 1);
  for (const { id, label_state: state, tracking_no: no } of parcels) {
    const bookings = gateway.bookingsOf(String(id));
    expect(bookings.length).toBeLessThanOrEqual(1);
    if (state === 'bought') expect(bookings[0]?.trackingNo).toBe(no);
    else expect(state).toBe('unclear');
  }
});

test(`requests have the shape that is restated here${hasSchema ? ', and they and the answers fit the schema that Karrio publishes' : ''}`, () => {
  expect(gateway.mismatches).toEqual([]);
});
