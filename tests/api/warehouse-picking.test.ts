import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ScanCommand } from '#contract/scanning/commands';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { type Floor, openFloor, why } from '../support/floor.ts';
import { acts, stockUp, uuid7 } from '../support/warehouse.ts';

/** What goes wrong between shelf and box: missing and broken pieces, wrong numbers, changed minds. After each test the books agree. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());
afterEach(async () => expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]));

test('a missing piece is looked for elsewhere; the empty place gets a count; what is nowhere can be accepted as short', async () => {
  const { server, house, scanner, rows, makeItem, make, command, status, line, walks, listFor, pickAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 3);
  await stockUp(server, house.merchantId, item.id, shelf(1), 1);
  const task = await make('outbound', [{ sku: item.sku, qty: 3 }]);
  await listFor([task]);
  const [walk] = await walks(task);
  expect(why(await scanner.send({ do: 'pick', picklistLineId: walk.id, qty: 1, serial: '', cartId: house.cart }))).toEqual(['applied']);
  const [short] = await scanner.send({ do: 'short', picklistLineId: walk.id, qty: 2, reason: 'missing', seen: 0 });
  expect(short?.outcome).toBe('applied');
  expect(await status(task)).toBe('pickingNeeded');
  // One piece was found on the other shelf and is held; one is nowhere.
  expect((await line(task)).reserved).toBe(1);
  expect(
    await rows(`select state, blind from counts where reason = 'zeroCheck' and compartment_ids @> array[$1::uuid]`, [shelf(0)]),
  ).toEqual([{ state: 'open', blind: true }]);
  await pickAll(task);
  expect((await command(task, 'acceptShort')).code).toBe('OK');
  expect(await status(task)).toBe('readyToPack');
  expect((await line(task)).cancelled).toBe(1);
  // The pick that found nothing can be taken back too, as long as the pieces it let go are still free.
  const undone = await scanner.send({ do: 'undo', scanId: short?.id ?? '' });
  expect(['applied', 'notEnough', 'notUndoable', 'wrongState', 'tooMany']).toContain(why(undone)[0]);
});

test('what is missing and lies further along the way joins the list that is being picked, and leaves it when the shortage is taken back', async () => {
  const { server, house, scanner, rows, makeItem, make, walks, listFor, shelf } = floor;
  const [item, other] = [await makeItem(), await makeItem()];
  await stockUp(server, house.merchantId, item.id, shelf(0), 3);
  await stockUp(server, house.merchantId, item.id, shelf(4), 5);
  await stockUp(server, house.merchantId, other.id, shelf(6), 1);
  const task = await make('outbound', [
    { sku: item.sku, qty: 3 },
    { sku: other.sku, qty: 1 },
  ]);
  await listFor([task]);
  const [walk] = await walks(task);
  const short: ScanCommand = { do: 'short', picklistLineId: walk.id, qty: 2, reason: 'missing', seen: 1 };
  const [noted] = await scanner.send(short);
  expect(noted?.outcome).toBe('applied');
  const stops = async () => (await walks(task)).map((stop) => [stop.compartment_id, stop.qty, stop.picklist_id]);
  const list = walk.picklist_id;
  expect(await stops()).toEqual([
    [shelf(0), 3, list],
    [shelf(4), 2, list],
    [shelf(6), 1, list],
  ]);
  // No other list asks for the same pieces.
  await listFor([task]);
  expect(await stops()).toHaveLength(3);
  expect(await rows('select lines, pieces from picklists where id = $1', [list])).toEqual([{ lines: 3, pieces: 6 }]);
  expect(why(await scanner.send({ do: 'undo', scanId: noted?.id ?? '' }))).toEqual(['applied']);
  expect(await stops()).toEqual([
    [shelf(0), 3, list],
    [shelf(6), 1, list],
  ]);

  await scanner.send(short);
  const added = (await walks(task)).find((stop) => stop.compartment_id === shelf(4));
  expect(why(await scanner.send({ do: 'pick', picklistLineId: added?.id, qty: 2, serial: '', cartId: house.cart }))).toEqual(['applied']);
});

test('what is missing and lies behind the picker comes with the next list', async () => {
  const { server, house, scanner, makeItem, make, walks, listFor, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(5), 2);
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await listFor([task]);
  const [walk] = await walks(task);
  await stockUp(server, house.merchantId, item.id, shelf(3), 2);
  await scanner.send({ do: 'short', picklistLineId: walk.id, qty: 2, reason: 'missing', seen: 0 });
  expect(await walks(task)).toEqual([]);
  await listFor([task]);
  const [next] = await walks(task);
  expect([next.compartment_id, next.qty, next.picklist_id === walk.picklist_id]).toEqual([shelf(3), 2, false]);
});

test('a broken piece at the pack table is blocked and picked again', async () => {
  const { server, house, scanner, rows, makeItem, make, command, status, line, pickAll, packAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(2), 3);
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await pickAll(task);
  expect(why(await scanner.send({ do: 'packShort', taskId: task, lineId: (await line(task)).id, qty: 1, reason: 'damaged' }))).toEqual([
    'applied',
  ]);
  expect(await status(task)).toBe('pickingNeeded');
  expect(await rows(`select on_hand from stock_balances where item_id = $1 and condition = 'blocked'`, [item.id])).toEqual([
    { on_hand: 1 },
  ]);
  await command(task, 'updateStatusByInventory');
  await pickAll(task);
  expect(await status(task)).toBe('readyToPack');
  await packAll(task);
  expect(await status(task)).toBe('packed');
});

test('pieces with numbers: any piece of the place will do, each once, and the wrong number is named', async () => {
  const { server, house, scanner, rows, makeItem, make, walks, listFor, shelf } = floor;
  const item = await makeItem({ serial_mode: 'full' });
  for (const serial of ['S-1', 'S-2', 'S-3']) await stockUp(server, house.merchantId, item.id, shelf(3), 1, { serial });
  const [first, second] = [await make('outbound', [{ sku: item.sku, qty: 1 }]), await make('outbound', [{ sku: item.sku, qty: 1 }])];
  await listFor([first, second]);
  const [a] = await walks(first);
  const [b] = await walks(second);
  const pick = (id: string, serial: string): ScanCommand => ({ do: 'pick', picklistLineId: id, qty: 1, serial, cartId: house.cart });
  expect(why(await scanner.send(pick(a.id, '')))).toEqual(['serialNeeded']);
  expect(why(await scanner.send(pick(a.id, 'S-9')))).toEqual(['serialUnknown']);
  // The piece planned for the other order: the two change places.
  expect(why(await scanner.send(pick(a.id, b.serial)))).toEqual(['applied']);
  expect(why(await scanner.send(pick(b.id, b.serial)))).toEqual(['serialUnknown']);
  expect(why(await scanner.send(pick(b.id, 'S-3')))).toEqual(['applied']);
  const [l] = await rows('select id from task_lines where task_id = $1', [first]);
  const parcelId = uuid7();
  const pack = (serial: string): ScanCommand => ({
    do: 'pack',
    taskId: first,
    lineId: l.id,
    parcelId,
    qty: 1,
    serial,
    compartmentId: house.table,
  });
  expect(why(await scanner.send(pack('S-3')))).toEqual(['serialWrong']);
  expect(why(await scanner.send(pack(b.serial)))).toEqual(['applied']);
  await expect(stockUp(server, house.merchantId, item.id, shelf(4), 1, { serial: b.serial })).rejects.toThrow('stock_balances_serial_one');
});

test('a number taken down at the pack table cannot leave twice; swapSN corrects a wrong one once', async () => {
  const { server, house, admin, scanner, rows, makeItem, make, line, pickAll, shelf } = floor;
  const item = await makeItem({ serial_mode: 'outOnly' });
  await stockUp(server, house.merchantId, item.id, shelf(3), 4);
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await pickAll(task);
  const lineId = (await line(task)).id;
  const parcelId = uuid7();
  const pack = (serial: string, qty = 1): ScanCommand => ({
    do: 'pack',
    taskId: task,
    lineId,
    parcelId,
    qty,
    serial,
    compartmentId: house.table,
  });
  expect(why(await scanner.send(pack('')))).toEqual(['serialNeeded']);
  expect(why(await scanner.send(pack('X1'), pack('X1'), pack('X2')))).toEqual(['applied', 'serialUsed', 'applied']);
  const swap = (q: unknown) =>
    server.call<{ serial: string }>('GET', `/v0/p11yorders/swapSN?id=${task}&q=${encodeURIComponent(JSON.stringify(q))}`, undefined, admin);
  expect((await swap({ lineId, old: 'X2', new: 'X1', reason: 'misread' })).code).toBe('OK');
  expect(await rows('select serial from parcel_contents where line_id = $1 order by serial', [lineId])).toEqual([
    { serial: 'X1' },
    { serial: 'X2' },
  ]);
  expect((await swap({ lineId, old: 'X2', new: 'X7', reason: 'misread' })).data.serial).toBe('X7');
  expect((await swap({ lineId, old: 'X2', new: 'X7', reason: 'misread' })).data.serial).toBe('X7');
  expect((await swap({ lineId, old: 'X9', new: 'X8', reason: 'misread' })).code).toBe('StateRefused');
  expect(await rows('select serial, state from serials where item_id = $1 order by serial', [item.id])).toEqual([
    { serial: 'X1', state: 'packed' },
    { serial: 'X2', state: 'gone' },
    { serial: 'X7', state: 'packed' },
  ]);
  // The exchange page finds the piece by its number; both numbers know of each other and why.
  const found = await server.call<{ taskId: string; lineId: string; shipped: boolean }[]>(
    'GET',
    '/v0/p11yorders/packedSerials?q=X7',
    undefined,
    admin,
  );
  expect(found.data).toMatchObject([{ taskId: task, lineId, shipped: false }]);
  expect((await server.call<unknown[]>('GET', '/v0/p11yorders/packedSerials?q=X2', undefined, admin)).data).toEqual([]);
  const numbers = await rows('select id, serial from serials where item_id = $1', [item.id]);
  const recordOf = async (serial: string) => {
    const id = numbers.find((row) => row.serial === serial)?.id;
    const { data } = await server.call<Record<string, unknown>>('GET', `/v0/serials/${id}`, undefined, admin);
    const history = await server.call<{ after: Record<string, unknown> | null }[]>('GET', `/v0/serials/${id}/history`, undefined, admin);
    return { ...data, reasons: history.data.map(({ after }) => after?.['swapReason']) };
  };
  expect(await recordOf('X2')).toMatchObject({
    replacedByIdLabel: 'X7',
    swapReason: 'misread',
    reasons: expect.arrayContaining(['misread']),
  });
  expect(await recordOf('X7')).toMatchObject({
    replacesIdLabel: 'X2',
    swapReason: 'misread',
    reasons: expect.arrayContaining(['misread']),
  });
  // Without a line, the order's own line with the old number is meant.
  expect((await swap({ old: 'X7', new: 'X3', reason: 'misread again' })).data.serial).toBe('X3');
  expect((await swap({ old: 'X3', new: 'X7', reason: 'the first was right' })).data.serial).toBe('X7');
  expect(await recordOf('X7')).toMatchObject({ replacesIdLabel: 'X3', replacedById: null });
  expect((await swap('nonsense')).code).toBe('InvalidInput');
  const log = await server.call<{ act: string; why: string }[]>('GET', `/v0/p11yorders/scanLog?id=${task}`, undefined, admin);
  expect(log.data.filter((entry) => entry.act === 'pack').map((entry) => entry.why)).toEqual(['', 'serialUsed', '', 'serialNeeded']);
});

test('unlinking gives everything back from any partial state; the order stands by until it is linked again', async () => {
  const { server, house, scanner, rows, makeItem, make, command, status, walks, listFor, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(4), 5);
  const task = await make('outbound', [{ sku: item.sku, qty: 5 }]);
  await listFor([task]);
  const [walk] = await walks(task);
  await scanner.send({ do: 'pick', picklistLineId: walk.id, qty: 3, serial: '', cartId: house.cart });
  await scanner.send({ do: 'pack', taskId: task, lineId: walk.line_id, parcelId: uuid7(), qty: 2, serial: '', compartmentId: house.table });
  expect((await command(task, 'requestUnlinkInventory', { reason: 'wrong listing' })).code).toBe('OK');
  expect(await status(task)).toBe('standby');
  expect(
    (
      await rows('select sum(reserved)::int as reserved, sum(on_hand)::int as on_hand from stock_balances where item_id = $1', [item.id])
    )[0],
  ).toEqual({ reserved: 0, on_hand: 5 });
  expect((await command(task, 'requestUnlinkInventory', { reason: 'again' })).code).toBe('OK');
  // What was in cart and box is put back; then the order can be linked again.
  expect(
    why(await scanner.send(acts.putAway(null, item.id, 1, house.cart, shelf(4)), acts.putAway(null, item.id, 2, house.table, shelf(4)))),
  ).toEqual(['applied', 'applied']);
  expect((await command(task, 'updateStatusByInventory')).code).toBe('OK');
  expect(await status(task)).toBe('readyToPick');
});

test('a cancellation acts at once before work, asks the warehouse after it, and stops every scan meanwhile', async () => {
  const { server, house, admin, scanner, rows, makeItem, make, command, status, line, pickAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(5), 4);
  const early = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  expect((await command(early, 'requestCancel', { reason: 'customer changed mind' })).code).toBe('OK');
  expect((await rows('select deleted_at is not null as gone, cancel_reason from tasks where id = $1', [early]))[0]).toEqual({
    gone: true,
    cancel_reason: 'customer changed mind',
  });
  const late = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await pickAll(late);
  expect((await command(late, 'requestCancel', { reason: 'fraud' })).code).toBe('OK');
  expect(await status(late)).toBe('cancelRequested');
  const lineId = (await line(late)).id;
  const verdicts = await scanner.send({
    do: 'pack',
    taskId: late,
    lineId,
    parcelId: uuid7(),
    qty: 1,
    serial: '',
    compartmentId: house.table,
  });
  expect(verdicts[0]).toMatchObject({ outcome: 'refused', why: 'blocked', params: { blocker: 'cancelRequested' } });
  expect((await command(late, 'denyCancel', {})).code).toBe('InvalidInput');
  expect((await command(late, 'acceptCancel')).code).toBe('OK');
  // Whoever accepts gives no reason: the one of the request tells a cancelled order from a finished one, in its story too.
  const [asked] = await rows(`select reason from task_events where task_id = $1 and command = 'requestCancel' and reason <> ''`, [late]);
  expect((await rows('select cancel_reason from tasks where id = $1', [late]))[0]).toEqual({ cancel_reason: asked.reason });
  const story = await server.call<{ events: { command: string; cancelReason: string }[] }>(
    'GET',
    `/v0/tasks/${late}/story`,
    undefined,
    admin,
  );
  expect(story.data.events.find((event) => event.command === 'acceptCancel')?.cancelReason).toBe(asked.reason);
  expect(
    (
      await rows('select sum(reserved)::int as reserved, sum(on_hand)::int as on_hand from stock_balances where item_id = $1', [item.id])
    )[0],
  ).toEqual({ reserved: 0, on_hand: 4 });
});

test('staff are told how many tasks of the last 30 days wait; merchants are not', async () => {
  const { server, admin, rows, makeItem, make } = floor;
  const counted = async () =>
    (await server.call<{ unfinishedTasks: number | null }>('GET', '/v0/auth/stat', undefined, admin)).data.unfinishedTasks ?? 0;
  const before = await counted();
  const task = await make('outbound', [{ sku: (await makeItem()).sku, qty: 1 }]);
  expect(await counted()).toBe(before + 1);
  await rows(`update tasks set closed_at = now() where id = $1`, [task]);
  expect(await counted()).toBe(before);
  await rows(`update tasks set closed_at = null where id = $1`, [task]);
  const merchant = await server.signIn('merchant');
  expect(
    (await server.call<{ unfinishedTasks: number | null }>('GET', '/v0/auth/stat', undefined, merchant)).data.unfinishedTasks,
  ).toBeNull();
});
