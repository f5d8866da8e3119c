import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { addressOf } from '../support/address.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { nodeOf } from '../support/packery.ts';
import { acts } from '../support/warehouse.ts';

/** The label with which a customer sends a return: bought once, shown on the return, cancelled before the goods arrive. */

let floor: Floor;
let merchant: string;
beforeAll(async () => {
  floor = await openFloor();
  merchant = await floor.server.signIn('merchant');
});
afterAll(() => floor.server.close());

type Id = { id: string };
const back = async (qty = 1, consignee = addressOf({ name1: 'A. Buyer' })) => {
  const { task, items, lines } = await floor.ship([qty], { consignee });
  await floor.command(task, 'requestRetour', { lines: [{ lineId: lines[0], qty, reason: 'notWanted' }] });
  const [made] = await floor.rows(`select id from tasks where parent_id = $1 and kind = 'retour'`, [task]);
  return { id: String(made.id), item: items[0]?.id ?? '' };
};
const ask = (id: string, token = merchant, body: object = {}) => floor.server.call<Id>('POST', `/v0/tasks/${id}/returnLabel`, body, token);
const cancel = (id: string, token = merchant) => floor.server.call<Id>('POST', `/v0/tasks/${id}/returnLabel/void`, undefined, token);
const parcelOf = async (id: string) => (await floor.rows('select * from parcels where task_id = $1', [id]))[0];
const booked = async (parcelId: string): Promise<number[]> => {
  const rows = await floor.rows('select voided_at from sim_shipments where reference = $1 and booked_at is not null', [parcelId]);
  return [rows.length, rows.filter(({ voided_at: at }) => at === null).length];
};
const until = (id: string, state: string) => expect.poll(async () => (await parcelOf(id)).label_state).toBe(state);
const eventsOf = async (id: string): Promise<string[]> =>
  (await floor.rows('select command from task_events where task_id = $1 order by id', [id])).map(({ command }) => command);

test('a return label is bought once, from the customer to the storehouse, however often and by whomever it is asked for', async () => {
  const { id } = await back(2);
  const answers = await Promise.all([ask(id), ask(id, floor.admin), ask(id), ask(id, floor.admin)]);
  expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK', 'OK']);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const node = nodeOf(floor.server);
  await Promise.all([labelDue(node), labelDue(node)]);
  await until(id, 'bought');
  const parcel = await parcelOf(id);
  expect(await booked(parcel.id)).toEqual([1, 1]);
  const [shipment] = await floor.rows('select consignee, label from sim_shipments where reference = $1', [parcel.id]);
  const [task] = await floor.rows('select consignee, tracking_no from tasks where id = $1', [id]);
  expect(shipment.consignee).toMatchObject(task.consignee);
  expect(task.tracking_no).toBe(parcel.tracking_no);
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['returnLabelAsked', 'returnLabel']));
  const label = await floor.server.call<{ base64: string }>('GET', `/v0/parcels/${parcel.id}/label`, undefined, merchant);
  expect(Buffer.from(label.data.base64, 'base64').toString()).toContain(parcel.no);
  expect((await ask(id)).data.id).toBe(parcel.id);
  expect(await booked(parcel.id)).toEqual([1, 1]);
});

test('the return slip prints the number of the reason of each line', async () => {
  const { id } = await back();
  const slip = await floor.server.call<unknown>('POST', '/v0/print/data', { document: 'returnSlip', ids: [id], options: {} }, merchant);
  expect(JSON.stringify(slip.data)).toContain('"reason":"1"');
});

test('it is cancelled until the goods arrive, and bought anew when it is asked for again; never after they arrived', async () => {
  const { id, item } = await back();
  expect(await cancel(id)).toMatchObject({ code: 'StateRefused', data: 'parcels.refusals.noLabel' });
  await ask(id);
  await until(id, 'bought');
  const { id: parcelId } = await parcelOf(id);
  expect((await cancel(id)).code).toBe('OK');
  expect((await cancel(id)).code).toBe('OK');
  const node = nodeOf(floor.server);
  await labelDue(node);
  await expect.poll(() => booked(parcelId)).toEqual([1, 0]);
  expect((await floor.rows('select tracking_no from tasks where id = $1', [id]))[0].tracking_no).toBe('');
  await ask(id);
  await labelDue(node);
  await until(id, 'bought');
  expect(await booked(parcelId)).toEqual([2, 1]);
  await floor.scanner.send(acts.takeBack(id, item, 1, floor.house.returns));
  expect(await cancel(id)).toMatchObject({ code: 'StateRefused', data: 'parcels.refusals.returnArrived' });
  expect(await ask(id)).toMatchObject({ code: 'StateRefused', data: 'parcels.refusals.returnArrived' });
});

test('a cancelled return gives its label back', async () => {
  const { id } = await back();
  await ask(id);
  await until(id, 'bought');
  const { id: parcelId } = await parcelOf(id);
  // The customer may have sent the parcel already, so the warehouse decides.
  expect((await floor.command(id, 'requestCancel', { reason: 'Keeps it' })).code).toBe('OK');
  expect(await floor.status(id)).toBe('cancelRequested');
  expect((await floor.command(id, 'acceptCancel')).code).toBe('OK');
  await labelDue(nodeOf(floor.server));
  await expect.poll(() => booked(parcelId)).toEqual([1, 0]);
  expect((await ask(id)).code).toBe('NotFound');
});

test('a label that the carrier refuses does not stop the return; the reason is on its page, and it can be asked for again', async () => {
  const { id } = await back(1, addressOf({ name1: 'A. Buyer', name2: 'SIM refuse-address' }));
  await ask(id);
  await until(id, 'failed');
  expect(await parcelOf(id)).toMatchObject({ label_error: 'The street is not known in this place.' });
  expect(await floor.status(id)).toBe('receiptPending');
  expect(await eventsOf(id)).toContain('returnLabelFailed');
  await floor.server.pool.query(`update tasks set consignor = jsonb_set(consignor, '{name2}', '""') where id = $1`, [id]);
  await ask(id);
  await until(id, 'bought');
});

test('a label of which nobody knows whether it was booked is not bought again by asking again', async () => {
  const { id } = await back(1, addressOf({ name1: 'A. Buyer', name2: 'SIM lost-at-carrier' }));
  await ask(id);
  const { id: parcelId } = await parcelOf(id);
  const node = nodeOf(floor.server);
  await labelDue(node);
  const late = `update label_attempts set asked_at = now() - interval '301 s' where parcel_id = $1 and state = 'asked' returning id`;
  await expect.poll(() => floor.rows(late, [parcelId])).toHaveLength(1);
  await floor.rows('update parcels set label_due_at = null where id = $1', [parcelId]);
  await labelDue(node);
  await until(id, 'unclear');
  expect((await ask(id)).data.id).toBe(parcelId);
  await labelDue(node);
  expect(await booked(parcelId)).toEqual([1, 1]);
});

test('a merchant gets labels for own returns only, with a whole address, and never sees them among packed parcels', async () => {
  const { id } = await back();
  await floor.server.pool.query(`update tasks set merchant_id = (select id from merchants where no = 'M-1002') where id = $1`, [id]);
  expect((await ask(id)).code).toBe('NotFound');
  const { id: own } = await back();
  await floor.server.pool.query(`update tasks set consignor = jsonb_set(consignor, '{city}', '""') where id = $1`, [own]);
  expect(await ask(own)).toMatchObject({ code: 'StateRefused', data: 'parcels.refusals.senderIncomplete' });
  expect((await ask((await floor.ship([1])).task)).code).toBe('NotFound');
});
