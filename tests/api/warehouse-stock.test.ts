import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ScanCommand } from '#contract/scanning/commands';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { type Floor, openFloor, why } from '../support/floor.ts';
import { acts, stockUp } from '../support/warehouse.ts';

/** Returns, counts, units, roll-backs, lots and places. After each test the books agree. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());
afterEach(async () => expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]));

test('a return counts on its order; each piece goes where its inspection says', async () => {
  const { house, scanner, rows, make, ship, command, status, shelf } = floor;
  const { task, items } = await ship([4]);
  const item = items[0] as { id: string; sku: string };
  await command(task, 'requestRetour', { reason: 'defect' });
  await command(task, 'requestRetour', { reason: 'defect' });
  const retours = await rows(`select id from tasks where parent_id = $1 and kind = 'retour'`, [task]);
  expect(retours).toHaveLength(1);
  const retour = retours[0].id;
  const back = (qty: number, outcome: 'restock' | 'scrap' | 'bWare'): ScanCommand => ({
    do: 'takeBack',
    taskId: retour,
    lineId: null,
    itemId: item.id,
    qty,
    lot: '',
    expiry: null,
    serial: '',
    outcome,
    compartmentId: house.returns,
    note: '',
  });
  expect(why(await scanner.send(back(1, 'restock'), back(1, 'bWare')))).toEqual(['applied', 'applied']);
  expect(await status(task)).toBe('retourReceivedPartially');
  expect(await status(retour)).toBe('retourReceivedPartially');
  expect(why(await scanner.send(back(1, 'bWare'), back(1, 'scrap'), back(1, 'restock')))).toEqual(['applied', 'applied', 'overReceipt']);
  expect(await status(task)).toBe('retourReceived');
  // The scrapped piece needs no shelf; the others wait for theirs, and are not promised to orders as long as they lie on the returns table.
  expect(await status(retour)).toBe('retourReceived');
  const waiting = await make('outbound', [{ sku: item.sku, qty: 1 }]);
  expect(await status(waiting)).toBe('outOfStock');
  expect(await free(item.id, waiting)).toEqual({ picker: 0, page: 0, order: 0 });
  await scanner.send({ do: 'prepared', taskId: retour });
  expect(
    why(
      await scanner.send(
        acts.putAway(retour, item.id, 1, house.returns, shelf(6)),
        acts.putAway(retour, item.id, 2, house.returns, shelf(7), { condition: 'bWare' }),
      ),
    ),
  ).toEqual(['applied', 'applied']);
  expect(await status(retour)).toBe('inbounded');
});

/** Free pieces of an item: in a picker, on the page of the item, on the page of an order that wants it. */
async function free(itemId: string, taskId: string): Promise<{ picker: number; page: number; order: number }> {
  const { server, admin } = floor;
  const picker = await server.call<{ free: number }[]>('GET', `/v0/items/stock?ids=${itemId}`, undefined, admin);
  const page = await server.call<{ facts: { key: string; value: number }[] }>('GET', `/v0/items/${itemId}/related`, undefined, admin);
  const story = await server.call<{ lines: { free: number }[] }>('GET', `/v0/tasks/${taskId}/story`, undefined, admin);
  return {
    picker: picker.data[0]?.free ?? -1,
    page: page.data.facts.find(({ key }) => key === 'free')?.value ?? -1,
    order: story.data.lines[0]?.free ?? -1,
  };
}

test('a count differs, is approved with a reason, and takes promised pieces from the youngest order', async () => {
  const { server, house, admin, scanner, rows, makeItem, make, status, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(7), 5);
  const [old, young] = [await make('outbound', [{ sku: item.sku, qty: 2 }]), await make('outbound', [{ sku: item.sku, qty: 3 }])];
  const made = await server.call<{ id: string; no: string }>('POST', '/v0/counts', { name: 'Test', compartmentIds: [shelf(7)] }, admin);
  expect(made.code, JSON.stringify(made.data)).toBe('OK');
  const seen: ScanCommand = {
    do: 'count',
    countId: made.data.id,
    compartmentId: shelf(7),
    itemId: item.id,
    qty: 1,
    lot: '',
    expiry: null,
    serial: '',
    condition: 'good',
  };
  const done: ScanCommand = { do: 'countDone', countId: made.data.id, compartmentId: shelf(7) };
  expect(why(await scanner.send(seen, seen, seen, done, seen))).toEqual(['applied', 'applied', 'applied', 'applied', 'countClosed']);
  expect((await rows('select state, differing from counts where id = $1', [made.data.id]))[0].state).toBe('review');
  expect((await server.call('POST', `/v0/counts/${made.data.id}/approve`, {}, admin)).code).toBe('InvalidInput');
  expect((await server.call('POST', `/v0/counts/${made.data.id}/approve`, { reason: 'shrinkage' }, admin)).code).toBe('OK');
  expect(
    (await rows('select sum(on_hand)::int as n from stock_balances where item_id = $1 and compartment_id = $2', [item.id, shelf(7)]))[0].n,
  ).toBe(3);
  expect(await status(old)).toBe('readyToPick');
  expect(['outOfStock', 'pickingNeeded']).toContain(await status(young));
});

test('a unit moves whole, with what is held in it; a receipt rolled back takes its put-aways along', async () => {
  const { server, house, scanner, rows, makeItem, make, command, status, line, shelf } = floor;
  const item = await makeItem();
  const unitId = (
    await rows(`insert into merged_units (code, kind, merchant_id) values ('LPN-T', 'pallet', $1) returning id`, [house.merchantId])
  )[0].id;
  await stockUp(server, house.merchantId, item.id, shelf(0), 6, { to_unit_id: unitId });
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  expect(await status(task)).toBe('readyToPick');
  expect(why(await scanner.send({ do: 'moveUnit', unitId, toId: shelf(1) }))).toEqual(['applied']);
  expect(
    (await rows('select on_hand, reserved from stock_balances where item_id = $1 and compartment_id = $2', [item.id, shelf(1)]))[0],
  ).toEqual({ on_hand: 6, reserved: 2 });
  expect(await status(task)).toBe('readyToPick');

  const inbound = await make('inbound', [{ sku: item.sku, qty: 3 }]);
  const inLine = (await line(inbound)).id;
  await scanner.send(
    acts.receive(inbound, inLine, item.id, 3, house.dock),
    { do: 'closeReceipt', taskId: inbound, reason: '' },
    acts.putAway(inbound, item.id, 3, house.dock, shelf(2)),
  );
  expect(await status(inbound)).toBe('inbounded');
  const [roll] = [await command(inbound, 'rollbackReceipt', { reason: 'wrong delivery' })];
  expect(roll.code, JSON.stringify(roll.data)).toBe('OK');
  expect(await status(inbound)).toBe('receiving');
  expect(
    (
      await rows('select coalesce(sum(on_hand), 0)::int as n from stock_balances where item_id = $1 and compartment_id in ($2, $3)', [
        item.id,
        shelf(2),
        house.dock,
      ])
    )[0].n,
  ).toBe(0);
});

test('lots that expire go first; goods of another merchant, blocked places and full ones are refused by name', async () => {
  const { server, house, scanner, rows, makeItem, make, line, shelf } = floor;
  const item = await makeItem({ lot_mode: true, expires: true, weight: 1000 });
  await stockUp(server, house.merchantId, item.id, shelf(3), 2, { lot: 'LATE', expiry: '2031-01-01' });
  await stockUp(server, house.merchantId, item.id, shelf(4), 2, { lot: 'SOON', expiry: '2027-01-01' });
  const task = await make('outbound', [{ sku: item.sku, qty: 3 }]);
  const held = await rows(
    'select b.lot, v.qty from reservations v join stock_balances b on b.id = v.balance_id join task_lines l on l.id = v.line_id where l.task_id = $1 order by b.expiry',
    [task],
  );
  expect(held).toEqual([
    { lot: 'SOON', qty: 2 },
    { lot: 'LATE', qty: 1 },
  ]);
  const inbound = await make('inbound', [{ sku: item.sku, qty: 30 }]);
  const inLine = (await line(inbound)).id;
  const lot = { lot: 'N1', expiry: '2030-05-05' };
  expect(
    why(
      await scanner.send(
        acts.receive(inbound, inLine, item.id, 30, house.dock),
        acts.receive(inbound, inLine, item.id, 30, house.dock, { lot: 'N1' }),
        acts.receive(inbound, inLine, item.id, 30, house.dock, lot),
      ),
    ),
  ).toEqual(['lotNeeded', 'expiryNeeded', 'applied']);
  const foreign = (await rows(`select id from items where merchant_id = (select id from merchants where no = 'M-1002') limit 1`))[0].id;
  expect(why(await scanner.send(acts.receive(inbound, inLine, foreign, 1, house.dock)))).toEqual(['wrongMerchant']);
  await scanner.send({ do: 'closeReceipt', taskId: inbound, reason: '' });
  await rows('update compartments set max_weight = 20000 where id = $1', [shelf(5)]);
  await rows(`update compartments set blocked_reason = 'leak' where id = $1`, [shelf(6)]);
  await rows(`update compartments set merchant_id = (select id from merchants where no = 'M-1002') where id = $1`, [shelf(7)]);
  const put = (n: number) => acts.putAway(inbound, item.id, 25, house.dock, shelf(n), lot);
  expect(why(await scanner.send(put(5), put(6), put(7)))).toEqual(['placeFull', 'placeBlocked', 'placeOfOther']);
});

test('a cancelled order comes back with its pieces looked for anew; an edit checks the address and the status follows', async () => {
  const { server, admin, rows, makeItem, make, command, status, line, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, floor.house.merchantId, item.id, shelf(1), 2);
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await command(task, 'requestCancel', { reason: 'by mistake' });
  expect((await line(task)).reserved).toBe(0);
  expect((await server.call('PUT', `/v0/tasks/${task}/recover`, undefined, admin)).code).toBe('OK');
  expect(await status(task)).toBe('readyToPick');
  expect((await line(task)).reserved).toBe(2);

  const row = (await server.call<{ version: number; consignee: Record<string, string> }>('GET', `/v0/tasks/${task}`, undefined, admin))
    .data;
  const broken = { version: row.version, consignee: { ...row.consignee, streetNumber: '' } };
  const edited = await server.call<{ version: number; status: string }>('PUT', `/v0/tasks/${task}`, broken, admin);
  expect(edited.data.status, JSON.stringify(edited)).toBe('wrongAddress');
  const again = { version: edited.data.version, consignee: row.consignee };
  expect((await server.call<{ status: string }>('PUT', `/v0/tasks/${task}`, again, admin)).data.status).toBe('readyToPick');
  expect((await rows(`select resolution from task_blockers where task_id = $1`, [task]))[0].resolution).toBe('corrected');
});

test('an order of a kit becomes lines of its parts; stock is corrected by hand with a reason, never below what is held', async () => {
  const { server, admin, rows, makeItem, make, status, shelf, house } = floor;
  const [kit, cup, tray] = [await makeItem({ kind: 'logical' }), await makeItem(), await makeItem()];
  const part = (componentId: string, qty: number, itemId = kit.id) =>
    server.call<unknown>('POST', '/v0/itemComponents', { itemId, componentId, qty }, admin);
  expect([(await part(cup.id, 4)).code, (await part(tray.id, 1)).code]).toEqual(['OK', 'OK']);
  expect((await part(tray.id, 1, cup.id)).data).toEqual([{ path: 'itemId', rule: 'kitOnly' }]);
  expect((await part(kit.id, 1)).data).toContainEqual({ path: 'componentId', rule: 'noKitInKit' });
  await stockUp(server, house.merchantId, cup.id, shelf(0), 10);
  await stockUp(server, house.merchantId, tray.id, shelf(1), 2);
  const task = await make('outbound', [{ sku: kit.sku, qty: 2 }]);
  expect(await rows('select sku, ordered, source from task_lines where task_id = $1 order by position', [task])).toEqual([
    { sku: cup.sku, ordered: 8, source: kit.sku },
    { sku: tray.sku, ordered: 2, source: kit.sku },
  ]);
  expect(await status(task)).toBe('readyToPick');

  const [balance] = await rows('select id from stock_balances where item_id = $1', [cup.id]);
  const adjust = (body: unknown) => server.call<unknown>('POST', `/v0/stockBalances/${balance.id}/adjust`, body, admin);
  expect((await adjust({ change: -1 })).code).toBe('InvalidInput');
  expect((await adjust({ change: -3, reason: 'broken' })).data).toBe('stockBalances.refusals.held');
  expect((await adjust({ change: -2, reason: 'broken' })).code).toBe('OK');
  expect((await adjust({ change: 5, reason: 'found' })).code).toBe('OK');
  const grade = { qty: 3, condition: 'bWare', reason: 'scratched' };
  expect((await server.call('POST', `/v0/stockBalances/${balance.id}/condition`, grade, admin)).code).toBe('OK');
  expect(
    await rows('select condition, on_hand, reserved from stock_balances where item_id = $1 order by condition desc', [cup.id]),
  ).toEqual([
    { condition: 'good', on_hand: 10, reserved: 8 },
    { condition: 'bWare', on_hand: 3, reserved: 0 },
  ]);
});

test('a receipt is closed alike by scan and by command: a difference needs a reason and becomes the question to the merchant', async () => {
  const { house, scanner, rows, makeItem, make, command, status, line } = floor;
  const item = await makeItem();
  const byScan = async (taskId: string, reason: string) => why(await scanner.send({ do: 'closeReceipt', taskId, reason }))[0] === 'applied';
  const byCommand = async (taskId: string, reason: string) => (await command(taskId, 'closeReceipt', { reason })).code === 'OK';
  const ends: unknown[] = [];
  for (const close of [byScan, byCommand]) {
    const [short, whole] = [await make('inbound', [{ sku: item.sku, qty: 3 }]), await make('inbound', [{ sku: item.sku, qty: 2 }])];
    expect(await close(short, 'lessDelivered')).toBe(false);
    for (const id of [short, whole]) await scanner.send(acts.receive(id, (await line(id)).id, item.id, 2, house.dock));
    const closed = [await close(short, ''), await close(short, 'lessDelivered'), await close(short, 'again'), await close(whole, '')];
    const blockers = await rows('select kind, reason from task_blockers where task_id = any($1)', [[short, whole]]);
    ends.push({ closed, blockers, status: [await status(short), await status(whole)] });
  }
  expect(ends[0]).toEqual({
    closed: [false, true, false, true],
    blockers: [{ kind: 'customerHandlingAwaits', reason: 'lessDelivered' }],
    status: ['customerHandlingAwaits', 'readyToInbound'],
  });
  expect(ends[1]).toEqual(ends[0]);
});
