import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { type Boxed, consignee, nodeOf, openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

const QUICK = { CARRIER_TIMEOUT: '0.2' };
let server: TestServer;
let shop: Packery;

beforeAll(async () => {
  server = await startServer({ sample: true, env: QUICK });
  shop = await openPackery(server);
});
afterAll(() => server.close());

/** The next try is due at once; then this node has worked through what is due. */
const dueNow = async (box: Boxed): Promise<void> => {
  await server.pool.query('update parcels set label_due_at = null where id = $1', [box.parcelId]);
  await labelDue(shop.node);
};
/** Until the label is there. A try that met a slow moment of this machine (`QUICK`) is made again at once, not after its pause. */
const labelled = (box: Boxed) =>
  expect
    .poll(async () => {
      const { label_state: state, label_error: error } = await shop.parcelOf(box);
      if (state === 'requested' && error !== '') await dueNow(box);
      return state;
    })
    .toBe('bought');
const triedOnce = (box: Boxed) => expect.poll(async () => (await shop.parcelOf(box))['label_error']).not.toBe('');

test('a closed and weighed parcel gets its label without anybody asking, with the number for the way back where the order wants one', async () => {
  const box = await shop.boxed('', { autoRetourLabel: true });
  await labelled(box);
  const parcel = await shop.parcelOf(box);
  expect(parcel['tracking_no']).toMatch(/^RK\d{9}DE$/);
  expect(parcel['retour_no']).toMatch(/^RK\d{9}DE$/);
  expect(parcel['state']).toBe('labelled');
  expect(await shop.statusOf(box)).toBe('packed');
  expect(await shop.shipments(box)).toEqual([1, 1]);
  const label = await shop.call<{ base64: string; format: string }>('GET', `/v0/parcels/${box.parcelId}/label`);
  expect(label.format).toBe('zpl');
  expect(Buffer.from(label.base64, 'base64').toString()).toContain(parcel['no']);
});

test.each(['SIM timeout-after-booking', 'SIM lost-answer'])('%s: what was booked is found again, not bought again', async (fault) => {
  const box = await shop.boxed(fault);
  await triedOnce(box);
  expect(await shop.statusOf(box)).toBe('shipmentLabelAwaits');
  await dueNow(box);
  await labelled(box);
  expect(await shop.shipments(box)).toEqual([1, 1]);
  expect((await shop.parcelOf(box))['label_error']).toBe('');
});

test('a weight above what the carrier takes is refused at the station and in the office, and nothing is booked', async () => {
  await server.pool.query('update carriers set active = false, max_weight = 31500 where id = $1', [shop.carrierId]);
  try {
    const box = await shop.boxed();
    const sizes = { length: null, width: null, height: null };
    const [verdict] = await shop.scanner.send({ do: 'closeParcel', ...box, weight: 40_000_000, ...sizes });
    expect(verdict).toMatchObject({ outcome: 'refused', why: 'tooHeavy', params: { weight: 40_000_000, mostWeight: 31_500 } });
    await expect(shop.call('PUT', `/v0/parcels/${box.parcelId}/measure`, { weight: 31_501 })).rejects.toThrow('tooHeavy');
    expect((await shop.parcelOf(box))['weight']).toBe(1200);
  } finally {
    await server.pool.query('update carriers set active = true, max_weight = null where id = $1', [shop.carrierId]);
  }
});

test('a parcel that is larger than its carrier takes gets no label: its order says the limit and the size, and the carrier is not called', async () => {
  const limit = (values: string) => server.pool.query(`update carriers set ${values} where id = $1`, [shop.carrierId]);
  await limit('active = false, max_length = 1200, max_side = 600, max_girth = 3000');
  const [long, unknown, bulky] = [await shop.boxed(), await shop.boxed(), await shop.boxed('', { deliveryServices: ['bulky'] })];
  const size = { weight: 1200, length: 300, width: 1300, height: 200 };
  for (const box of [long, bulky]) await shop.call('PUT', `/v0/parcels/${box.parcelId}/measure`, size);
  await limit('active = true');
  await labelDue(shop.node);
  await expect.poll(async () => (await shop.parcelOf(long))['label_state']).toBe('failed');
  expect(await shop.parcelOf(long)).toMatchObject({ label_error: 'label:tooLong:1300 mm > 1200 mm', tracking_no: '' });
  expect(await shop.shipments(long)).toEqual([0, 0]);
  const [attempts] = (await server.pool.query('select count(*)::int as n from label_attempts where parcel_id = $1', [long.parcelId])).rows;
  expect(attempts).toEqual({ n: 0 });
  await labelled(unknown);
  await labelled(bulky);
  // Packed into a smaller box, it is bought.
  await shop.call('PUT', `/v0/parcels/${long.parcelId}/measure`, { weight: 1200, length: 700, width: 400, height: 200 });
  await shop.call('POST', `/v0/tasks/${long.taskId}/command/resolve`, {});
  await dueNow(long);
  await labelled(long);
  expect(await shop.shipments(long)).toEqual([1, 1]);
  await limit('max_length = null, max_side = null, max_girth = null');
});

test('two nodes at work on the same parcels buy each label once', async () => {
  const second = await startServer({ beside: server, env: QUICK });
  try {
    await server.pool.query('update carriers set active = false where id = $1', [shop.carrierId]);
    const boxes: Boxed[] = [];
    for (const fault of ['', '', '', 'SIM lost-answer', 'SIM timeout-after-booking', '']) boxes.push(await shop.boxed(fault));
    await server.pool.query('update carriers set active = true where id = $1', [shop.carrierId]);
    const nodes = [shop.node, nodeOf(second), shop.node, nodeOf(second)];
    await Promise.all(nodes.map(labelDue));
    await server.pool.query(`update parcels set label_due_at = null where label_state = 'requested' and label_error <> ''`);
    await Promise.all(nodes.map(labelDue));
    for (const box of boxes) {
      await labelled(box);
      expect(await shop.shipments(box)).toEqual([1, 1]);
    }
  } finally {
    await second.close();
  }
});

test('a node that dies between booking and storing leaves a label that the next one finds', async () => {
  const dying = await startServer({ sample: true, env: QUICK });
  try {
    // Nothing can be stored any more: the purchase is made, and all that follows is lost.
    writeFileSync(join(dying.config.KONTOR_DATA, 'files'), '');
    const other = await openPackery(dying);
    const box = await other.boxed();
    await expect.poll(() => other.shipments(box)).toEqual([1, 1]);
    expect((await other.parcelOf(box))['label_state']).toBe('requested');
    const next = { ...other.node, config: { ...dying.config, KONTOR_DATA: server.config.KONTOR_DATA } };
    const afterLease = async () => {
      await dying.pool.query('update parcels set label_due_at = null where id = $1', [box.parcelId]);
      await labelDue(next);
      return (await other.parcelOf(box))['label_state'];
    };
    await expect.poll(afterLease).toBe('bought');
    expect(await other.shipments(box)).toEqual([1, 1]);
  } finally {
    await dying.close();
  }
});

test('an address that the carrier refuses waits in the queue with its words; corrected, the label is bought', async () => {
  const box = await shop.boxed('SIM refuse-address');
  await expect.poll(() => shop.statusOf(box)).toBe('wrongAddress');
  const blocker = await shop.one('select reason from task_blockers where task_id = $1 and resolved_at is null', box.taskId);
  expect(blocker['reason']).toContain('street');
  expect(await shop.shipments(box)).toEqual([0, 0]);
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/correctAddress`, { address: consignee });
  await labelDue(shop.node);
  await labelled(box);
  expect(await shop.statusOf(box)).toBe('packed');
  expect(await shop.shipments(box)).toEqual([1, 1]);
});

test('a label that was booked with an old address is voided before the corrected one is bought', async () => {
  const box = await shop.boxed('SIM lost-answer');
  await triedOnce(box);
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/correctAddress`, { address: { ...consignee, streetNumber: '8' } });
  await labelDue(shop.node);
  await labelled(box);
  expect(await shop.shipments(box)).toEqual([2, 1]);
  const live = await shop.one(
    'select consignee from sim_shipments where reference = $1 and booked_at is not null and voided_at is null',
    box.parcelId,
  );
  expect(live['consignee']).toMatchObject({ streetNumber: '8' });
});

test('a carrier that cannot be reached is left alone for a while: no order is blocked, and its parcels get their labels afterwards', async () => {
  const box = await shop.boxed('SIM down');
  await triedOnce(box);
  const holds = async () => (await shop.one('select held_times from carriers where id = $1', shop.carrierId))['held_times'];
  expect(await holds()).toBeGreaterThan(0);
  await server.pool.query(`update carriers set held_until = now() where id = $1`, [shop.carrierId]);
  await labelDue(shop.node);
  await expect.poll(holds).toBeGreaterThan(1);
  await server.pool.query(`update carriers set held_until = 'infinity' where id = $1`, [shop.carrierId]);
  const other = await shop.boxed();
  await labelDue(shop.node);
  for (const one of [box, other]) expect(await shop.statusOf(one)).toBe('shipmentLabelAwaits');
  await server.pool.query(`update tasks set consignee = jsonb_set(consignee, '{name2}', '""') where id = $1`, [box.taskId]);
  await server.pool.query(`update carriers set held_until = now() where id = $1`, [shop.carrierId]);
  await labelDue(shop.node);
  await labelled(box);
  await labelled(other);
  expect(await shop.shipments(box)).toEqual([1, 1]);
  expect(await holds()).toBe(0);
});

test('a voided label is given back to the carrier; a new one has another number', async () => {
  const box = await shop.boxed();
  await labelled(box);
  const first = (await shop.parcelOf(box))['tracking_no'];
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  expect(await shop.statusOf(box)).toBe('shipmentLabelAwaits');
  await expect.poll(() => shop.shipments(box)).toEqual([1, 0]);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/label`, { reason: 'Repacked' });
  await labelled(box);
  expect((await shop.parcelOf(box))['tracking_no']).not.toBe(first);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/label`);
  await expect.poll(() => shop.shipments(box)).toEqual([3, 1]);
  await labelled(box);
  expect(await shop.statusOf(box)).toBe('packed');
});

test('a cancelled order gives its label back', async () => {
  const box = await shop.boxed();
  await labelled(box);
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/requestCancel`, { reason: 'Bought twice' });
  await shop.call('POST', `/v0/tasks/${box.taskId}/command/acceptCancel`, {});
  await labelDue(shop.node);
  await expect.poll(() => shop.shipments(box)).toEqual([1, 0]);
});

test('a label from outside is entered, not bought; without a weight it waits for the scale', async () => {
  const box = await shop.boxed('', { labelSource: 'foreign' });
  expect(await shop.statusOf(box)).toBe('transportLabelAwaits');
  await shop.call('POST', `/v0/parcels/${box.parcelId}/foreignLabel`, { trackingNo: 'AMZ-1' });
  expect(await shop.statusOf(box)).toBe('packed');
  await server.pool.query('update parcels set weight = null where id = $1', [box.parcelId]);
  await shop.call('PUT', `/v0/parcels/${box.parcelId}/measure`, { weight: 900, length: 300, width: 200, height: 100 });
  expect(await shop.parcelOf(box)).toMatchObject({
    label_state: 'foreign',
    state: 'labelled',
    tracking_no: 'AMZ-1',
    weight: 900,
    height: 100,
  });
  expect(await shop.shipments(box)).toEqual([0, 0]);
});
