import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScanVerdict } from '#contract/scanning/commands';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { acts, type Device, device, type House, openHouse, stockUp, uuid7 } from '../support/warehouse.ts';

let server: TestServer;
let house: House;
let admin: string;
let scanner: Device;
let items: { id: string; sku: string }[];
let carrierId: string;

beforeAll(async () => {
  server = await startServer({ sample: true });
  house = await openHouse(server);
  admin = await server.signIn('admin');
  const stat = await server.call<{ id: string }>('GET', '/v0/auth/stat', undefined, admin);
  scanner = device(
    server,
    admin,
    (await server.pool.query(`select id from users where account = 'admin@kontor.example'`)).rows[0].id,
    house.stationId,
  );
  expect(stat.code).toBe('OK');
  items = (
    await server.pool.query(`select id, sku from items where merchant_id = $1 and serial_mode = 'none' order by sku`, [house.merchantId])
  ).rows;
  carrierId = (await server.pool.query(`insert into carriers (code, name) values ('T-DHL', 'Test carrier') returning id`)).rows[0].id;
});
afterAll(() => server.close());

const consignee = addressOf({ name1: 'Paul Henriot' });
const order = async (lines: { sku: string; qty: number }[], more: Record<string, unknown> = {}) => {
  const answer = await server.call<{ id: string; no: string }>(
    'POST',
    '/v0/tasks',
    { kind: 'outbound', merchantId: house.merchantId, consignee, carrierId, lines, ...more },
    admin,
  );
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return answer.data;
};
const statusOf = async (id: string): Promise<string> =>
  (await server.pool.query('select status from tasks where id = $1', [id])).rows[0].status;
const lineOf = async (taskId: string, sku?: string) =>
  (
    await server.pool.query(`select * from task_lines where task_id = $1 and ($2::text is null or sku = $2) order by position`, [
      taskId,
      sku ?? null,
    ])
  ).rows[0];
const outcomes = (verdicts: ScanVerdict[]) => verdicts.map(({ outcome, why }) => why ?? outcome);

test('goods come in, are put away, picked, packed, labelled and handed over, and every piece is accounted for (P5)', async () => {
  const [tea] = items as [{ id: string; sku: string }];
  const inbound = await server.call<{ id: string }>(
    'POST',
    '/v0/tasks',
    { kind: 'inbound', merchantId: house.merchantId, lines: [{ sku: tea.sku, qty: 10 }] },
    admin,
  );
  expect(inbound.code, JSON.stringify(inbound.data)).toBe('OK');
  const inId = inbound.data.id;
  expect(await statusOf(inId)).toBe('receiptPending');
  const inLine = await lineOf(inId);
  const outbound = await order([{ sku: tea.sku, qty: 7 }]);
  expect(await statusOf(outbound.id)).toBe('outOfStock');

  expect(outcomes(await scanner.send(acts.receive(inId, inLine.id, tea.id, 10, house.dock)))).toEqual(['applied']);
  expect(await statusOf(inId)).toBe('receiving');
  expect(outcomes(await scanner.send(acts.receive(inId, inLine.id, tea.id, 1, house.dock)))).toEqual(['overReceipt']);
  expect(outcomes(await scanner.send({ do: 'closeReceipt', taskId: inId, reason: '' }))).toEqual(['applied']);
  expect(await statusOf(inId)).toBe('readyToInbound');
  const [shelf, other] = house.shelves as [string, string];
  expect(
    outcomes(await scanner.send(acts.putAway(inId, tea.id, 4, house.dock, shelf), acts.putAway(inId, tea.id, 6, house.dock, other))),
  ).toEqual(['applied', 'applied']);
  expect(await statusOf(inId)).toBe('inbounded');

  // The waiting order hears of it without anybody asking.
  await expect.poll(() => statusOf(outbound.id)).toBe('readyToPick');
  const lists = await server.call<{ ids: string[] }>('POST', '/v0/picklists', { kind: 'order', taskIds: [outbound.id] }, admin);
  expect(lists.data.ids).toHaveLength(1);
  expect(await statusOf(outbound.id)).toBe('inPicklist');
  const listId = lists.data.ids[0] as string;
  expect((await server.call('POST', `/v0/picklists/${listId}/print`, {}, admin)).code).toBe('OK');
  expect(await statusOf(outbound.id)).toBe('picklistPrinted');

  const walks = (await server.pool.query('select id, qty from picklist_lines where picklist_id = $1 order by seq', [listId])).rows;
  for (const { id, qty } of walks)
    expect(outcomes(await scanner.send({ do: 'pick', picklistLineId: id, qty, serial: '', cartId: house.cart }))).toEqual(['applied']);
  expect(await statusOf(outbound.id)).toBe('readyToPack');
  expect((await server.pool.query('select state from picklists where id = $1', [listId])).rows[0].state).toBe('done');

  const line = await lineOf(outbound.id);
  const parcelId = uuid7();
  const pack = (qty: number) => ({
    do: 'pack' as const,
    taskId: outbound.id,
    lineId: line.id,
    parcelId,
    qty,
    serial: '',
    compartmentId: house.table,
  });
  expect(outcomes(await scanner.send(pack(3)))).toEqual(['applied']);
  expect(await statusOf(outbound.id)).toBe('partiallyPacked');
  expect(outcomes(await scanner.send(pack(5)))).toEqual(['tooMany']);
  expect(outcomes(await scanner.send(pack(4)))).toEqual(['applied']);
  expect(outcomes(await scanner.send(pack(1)))).toEqual(['alreadyPacked']);
  expect(await statusOf(outbound.id)).toBe('packingCompleted');
  const close = { do: 'closeParcel' as const, taskId: outbound.id, parcelId, weight: null, length: null, width: null, height: null };
  await scanner.send(close);
  expect(await statusOf(outbound.id)).toBe('weightNeeded');
  // Its carrier is busy: the label does not come in the same moment.
  await server.pool.query(`update parcels set label_due_at = now() + interval '1 hour' where id = $1`, [parcelId]);
  expect(outcomes(await scanner.send({ ...close, weight: 2100 }))).toEqual(['applied']);
  expect(await statusOf(outbound.id)).toBe('shipmentLabelAwaits');
  expect(outcomes(await scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['notLabelled']);
  await server.pool.query(`update parcels set label_state = 'bought', state = 'labelled', tracking_no = 'T1' where id = $1`, [parcelId]);
  expect(outcomes(await scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['applied']);
  expect(outcomes(await scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['alreadyShipped']);
  expect(await statusOf(outbound.id)).toBe('shipped');
  const left = await server.pool.query(
    `select sum(on_hand)::int as on_hand, sum(reserved)::int as reserved from stock_balances where item_id = $1`,
    [tea.id],
  );
  expect(left.rows[0]).toEqual({ on_hand: 3, reserved: 0 });
});

test('a scan sent twice is booked once and answered alike; a gap waits; undo takes everything back once (P1, P8)', async () => {
  const item = items[1] as { id: string; sku: string };
  const shelf = house.shelves[2] as string;
  await stockUp(server, house.merchantId, item.id, shelf, 5);
  const task = await order([{ sku: item.sku, qty: 2 }]);
  expect(await statusOf(task.id)).toBe('readyToPick');
  await server.call('POST', '/v0/picklists', { kind: 'order', taskIds: [task.id] }, admin);
  const walk = (await server.pool.query('select id from picklist_lines where task_id = $1', [task.id])).rows[0].id;
  const one = scanner.event({ do: 'pick', picklistLineId: walk, qty: 2, serial: '', cartId: house.cart });
  const later = scanner.event({ do: 'log', note: '' });
  expect(outcomes((await scanner.post([later])).verdicts)).toEqual(['waiting']);
  expect(outcomes((await scanner.post([one, later])).verdicts)).toEqual(['applied', 'applied']);
  expect(outcomes((await scanner.post([one])).verdicts)).toEqual(['repeated']);
  expect(await statusOf(task.id)).toBe('readyToPack');
  const before = await lineOf(task.id);
  expect([before.picked, before.reserved]).toEqual([2, 0]);
  expect(outcomes(await scanner.send({ do: 'undo', scanId: one.id }))).toEqual(['applied']);
  expect(outcomes(await scanner.send({ do: 'undo', scanId: one.id }))).toEqual(['alreadyUndone']);
  const after = await lineOf(task.id);
  expect([after.picked, after.reserved]).toEqual([0, 2]);
  expect(await statusOf(task.id)).toBe('picklistPrinted');
  const balance = await server.pool.query('select on_hand, reserved from stock_balances where item_id = $1 and compartment_id = $2', [
    item.id,
    shelf,
  ]);
  expect(balance.rows[0]).toEqual({ on_hand: 5, reserved: 2 });
});
