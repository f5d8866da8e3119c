import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TO_PACK } from '#contract/orders/floor-work';
import type { Profile, ScanCommand } from '#contract/scanning/commands';
import { WAITING_ROWS } from '#contract/scanning/station/waiting-units';
import type { WaitingHere } from '#contract/scanning/waiting';
import type { Work } from '#contract/scanning/work';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { type Floor, openFloor, why } from '../support/floor.ts';
import { makePerson, makeRole } from '../support/people.ts';
import { acts, stockUp, uuid7 } from '../support/warehouse.ts';

/** What stations are told, and what they may begin. After each test the books agree. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());
afterEach(async () => expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]));

const workAt = async (profile: Profile, code?: string): Promise<Work> => {
  const query = new URLSearchParams({ profile, stationId: floor.house.stationId, ...(code === undefined ? {} : { code }) });
  const answer = await floor.server.call<Work>('GET', `/v0/scan/${code === undefined ? 'work' : 'find'}?${query}`, undefined, floor.admin);
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return answer.data;
};

const back = (taskId: string, itemId: string, note = ''): ScanCommand => ({
  do: 'takeBack',
  taskId,
  lineId: null,
  itemId,
  qty: 1,
  lot: '',
  expiry: null,
  serial: '',
  outcome: 'restock',
  compartmentId: floor.house.returns,
  note,
});

test('a pack station knows its carts, and which orders lie in them until they are packed', async () => {
  const { server, house, makeItem, make, pickAll, packAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 4);
  const [first, second] = [await make('outbound', [{ sku: item.sku, qty: 2 }]), await make('outbound', [{ sku: item.sku, qty: 2 }])];
  await pickAll(first);
  await pickAll(second);
  const liesOf = (work: Work, id: string) => work.tasks.find((task) => task.id === id)?.lies;
  const before = await workAt('packScanOrder');
  expect(before.places).toContainEqual(expect.objectContaining({ id: house.cart, code: 'T-CART', kind: 'cart' }));
  expect(before.places.map(({ id }) => id)).not.toContain(shelf(0));
  expect([liesOf(before, first), liesOf(before, second)]).toEqual([[house.cart], [house.cart]]);
  await packAll(first);
  const after = await workAt('packScanOrder');
  expect([liesOf(after, first) ?? [], liesOf(after, second)]).toEqual([[], [house.cart]]);
  expect((await workAt('packScanOrder', 'T-1')).places).toContainEqual(expect.objectContaining({ code: 'T-1', kind: 'shelf' }));
});

test('two open returns of one article: the station is told what distinguishes them, takes the piece into the one that was chosen, and undo takes it out', async () => {
  const { server, scanner, rows, ship, command, status, admin } = floor;
  const { task: order, items, lines } = await ship([4]);
  const [item] = items;
  if (!item) throw new Error('nothing was shipped');
  const request = (qty: number) => command(order, 'requestRetour', { lines: [{ lineId: lines[0], qty, reason: 'notWanted' }] });
  expect([(await request(1)).code, (await request(2)).code]).toEqual(['OK', 'OK']);
  const [one, two] = await rows('select id, no from tasks where parent_id = $1 order by sort_at', [order]);

  const work = await workAt('return');
  const open = work.tasks.filter(({ parentId }) => parentId === order);
  expect(open.map(({ id, parentNo, announcedOn, lines }) => [id, parentNo !== '', announcedOn.length, lines[0]?.ordered])).toEqual([
    [one.id, true, 10, 1],
    [two.id, true, 10, 2],
  ]);
  // Names are read for the question alone; the work that the device keeps has none.
  expect(JSON.stringify(work)).not.toContain('name1');
  const senders = (token: string) =>
    server.call<{ id: string; name: string }[]>('GET', `/v0/scan/senders?ids=${one.id},${two.id},${order}`, undefined, token);
  expect(new Map((await senders(admin)).data.map(({ id, name }) => [id, name]))).toEqual(
    new Map([
      [one.id, 'A'],
      [two.id, 'A'],
    ]),
  );
  expect((await senders(await server.signIn('merchant'))).code).toBe('NotAllowed');

  const taken = scanner.event(back(two.id, item.id));
  expect(why((await scanner.post([taken])).verdicts)).toEqual(['applied']);
  expect([await status(one.id), await status(two.id)]).toEqual([expect.not.stringContaining('etourReceived'), 'retourReceivedPartially']);
  expect(why(await scanner.send({ do: 'undo', scanId: taken.id }))).toEqual(['applied']);
  expect((await rows('select sum(received)::int as n from task_lines where task_id = any($1)', [[one.id, two.id]]))[0].n).toBe(0);
});

test('a parcel that comes back unannounced opens the return of its order, once, and undo takes that back while it is empty', async () => {
  const { server, house, scanner, rows, makeItem, make, status, pickAll, packAll, shelf } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 2);
  const order = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await pickAll(order);
  const parcelId = await packAll(order);
  await server.pool.query(`update parcels set tracking_no = 'BACK-1' where id = $1`, [parcelId]);
  await scanner.send({ do: 'handOver', parcelId, loadingListId: null });
  await server.pool.query('update tasks set closed_at = now() where id = $1', [order]);

  // The station knows open returns only; the server finds the order behind the parcel, settled or not.
  const found = await workAt('return', 'BACK-1');
  expect(found.tasks).toMatchObject([{ id: order, kind: 'outbound', lines: [{ shipped: 2, returned: 0 }] }]);
  const open = (taskId: string, more = {}): ScanCommand => ({
    do: 'openReturn',
    taskId,
    parentId: order,
    merchantId: house.merchantId,
    code: 'BACK-1',
    ...more,
  });
  const [taken, mine, late] = [uuid7(), uuid7(), uuid7()];
  const first = scanner.event(open(taken));
  expect(why((await scanner.post([first])).verdicts)).toEqual(['applied']);
  expect(why(await scanner.send({ do: 'undo', scanId: first.id }))).toEqual(['applied']);
  // Without a network the device could not name the order; the server finds it by the code.
  const second = scanner.event(open(mine, { parentId: null }));
  expect(why((await scanner.post([second])).verdicts)).toEqual(['applied']);
  expect((await rows('select parent_id, tracking_no, status, arrived_at is not null as here from tasks where id = $1', [mine]))[0]).toEqual(
    {
      parent_id: order,
      tracking_no: 'BACK-1',
      status: 'receiving',
      here: true,
    },
  );
  const [refused] = await scanner.send(open(late));
  expect(refused).toMatchObject({
    outcome: 'refused',
    why: 'returnOpen',
    params: { no: expect.stringMatching(/^R-/), who: expect.any(String) },
  });
  expect((await workAt('return', 'BACK-1')).tasks.map(({ id, parentId }) => [id, parentId])).toEqual(
    expect.arrayContaining([
      [order, null],
      [mine, order],
    ]),
  );
  expect(why(await scanner.send(back(mine, item.id), back(mine, item.id), back(mine, item.id)))).toEqual([
    'applied',
    'applied',
    'overReceipt',
  ]);
  expect(await status(mine)).toBe('retourReceived');
  expect((await rows('select returned from task_lines where task_id = $1', [order]))[0].returned).toBe(2);
  expect(why(await scanner.send({ do: 'undo', scanId: second.id }))).toEqual(['notUndoable']);
  await scanner.send({ do: 'closeReceipt', taskId: mine, reason: '' });
  expect(why(await scanner.send(open(late)))).toEqual(['nothingToReturn']);
});

test('a parcel that nobody can explain is a problem case of its merchant: its pieces are counted, and put away once the office has settled it', async () => {
  const { house, scanner, rows, makeItem, command, status, shelf } = floor;
  const item = await makeItem();
  expect((await workAt('return')).merchants).toContainEqual(expect.objectContaining({ id: house.merchantId, no: 'M-1001' }));
  const taskId = uuid7();
  expect(why(await scanner.send({ do: 'openReturn', taskId, parentId: null, merchantId: house.merchantId, code: 'WHAT-1' }))).toEqual([
    'applied',
  ]);
  expect(await status(taskId)).toBe('problematic');
  expect(why(await scanner.send(back(taskId, item.id), back(taskId, item.id, 'noAnnouncement')))).toEqual(['overReceipt', 'applied']);
  expect(await rows('select ordered, received from task_lines where task_id = $1', [taskId])).toEqual([{ ordered: 0, received: 1 }]);
  expect(why(await scanner.send({ do: 'closeReceipt', taskId, reason: 'noAnnouncement' }))).toEqual(['applied']);
  const away = acts.putAway(taskId, item.id, 1, house.returns, shelf(1));
  expect(why(await scanner.send(away))).toEqual(['blocked']);
  expect((await command(taskId, 'resolve', { blocker: 'problematic', reason: 'found' })).code).toBe('OK');
  expect(why(await scanner.send(away))).toEqual(['applied']);
});

test('a code that a station could not take is found in the scan log by its reason', async () => {
  const { server, house, scanner, admin } = floor;
  const event = scanner.event({ do: 'log', note: 'labelCheckDigit' }, { code: '0109501101530004', profile: 'receivingScan' });
  expect(why((await scanner.post([event])).verdicts)).toEqual(['applied']);

  const list = await server.call<{ id: string; code: string; stationId: string }[]>(
    'GET',
    '/v0/scans?why=labelCheckDigit',
    undefined,
    admin,
  );
  expect(list.data, JSON.stringify(list)).toMatchObject([{ id: event.id, code: '0109501101530004', stationId: house.stationId }]);
});

test('a picking station is told who has to scan every piece, from how many pieces on a number is typed, and what lies beside the walk', async () => {
  const { server, house, makeItem, make, listFor, shelf } = floor;
  const [plain, alike] = [await makeItem(), await makeItem({ pick_scan: 'each' })];
  for (const { id } of [plain, alike]) await stockUp(server, house.merchantId, id, shelf(0), 5);
  await stockUp(server, house.merchantId, plain.id, shelf(1), 5);
  await listFor([
    await make(
      'outbound',
      [plain, alike].map(({ sku }) => ({ sku, qty: 2 })),
    ),
  ]);
  const told = async () => {
    const work = await workAt('pickingScan');
    return { ...work, ways: [plain, alike].map(({ id }) => work.items.find((item) => item.id === id)?.pickScan) };
  };
  const work = await told();
  expect(work.ways).toEqual(['once', 'each']);
  expect(work.askFrom).toBe(20);
  expect(work.stock.filter(({ itemId }) => itemId === plain.id).map(({ placeId, qty }) => [placeId, qty])).toEqual([[shelf(0), 5]]);

  await server.pool.query(`update merchants set pick_scan = 'each' where id = $1`, [house.merchantId]);
  expect((await told()).ways).toEqual(['each', 'each']);
  await server.pool.query(`update merchants set pick_scan = 'once' where id = $1`, [house.merchantId]);
  await server.pool.query(`update users set training = true where account = 'admin@kontor.example'`);
  expect((await told()).ways).toEqual(['each', 'each']);
  await server.pool.query(`update users set training = false where account = 'admin@kontor.example'`);
  await server.call('POST', '/v0/settings', { key: 'scan.askFrom', value: 6 }, floor.admin);
  expect(await told()).toMatchObject({ askFrom: 6, ways: ['once', 'each'] });
});

const waitsAt = async (profile: Profile, token = floor.admin): Promise<WaitingHere> => {
  const answer = await floor.server.call<WaitingHere>('GET', `/v0/scan/waiting?profile=${profile}`, undefined, token);
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return answer.data;
};

test('what waits at a station is as many as the start page says, without orders that have no pieces, the next cut-off first, and a merchant sees the own orders alone', async () => {
  const { server, house, rows, makeItem, make, listFor, pickAll, shelf, command } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 40);
  const order = () => make('outbound', [{ sku: item.sku, qty: 2 }]);
  const orders = [await order(), await order(), await order()];
  for (const [i, id] of orders.entries()) {
    await pickAll(id);
    await server.pool.query(`update tasks set cut_off_at = now() + $2 * interval '1 minute', ref_order_id = $3 where id = $1`, [
      id,
      3 - i,
      `WAITS-${i}`,
    ]);
  }
  await make('inbound', [{ sku: item.sku, qty: 3 }]);
  await server.pool.query(
    `insert into tasks (no, kind, merchant_id, ref_order_id, status, pieces, label_source) values ('TL-EMPTY', 'transportLabel', $1, 'TL-EMPTY', 'transportLabelAwaits', 0, 'foreign')`,
    [house.merchantId],
  );
  const clerk = await server.signIn('warehouse');
  const { tiles } = (await server.call<{ tiles: { key: string; count: number }[] }>('GET', '/v0/home', undefined, clerk)).data;
  const stations = { toReceive: 'receivingScan', toPutAway: 'putAway', toPack: 'packScanOrder' } as const;
  for (const [tile, profile] of Object.entries(stations))
    expect((await waitsAt(profile, clerk)).total, profile).toBe(tiles.find(({ key }) => key === tile)?.count);

  const { rows: first, total } = await waitsAt('packScanOrder', clerk);
  const numbers = await rows('select no from tasks where id = any($1) order by cut_off_at', [orders]);
  expect(first.map(({ code }) => code)).not.toContain('TL-EMPTY');
  await server.pool.query(`delete from tasks where no = 'TL-EMPTY'`);
  expect(first.slice(0, 3).map(({ code, left }) => [code, left])).toEqual(numbers.map(({ no }) => [no, 2]));
  expect(first).toHaveLength(Math.min(total, WAITING_ROWS));
  await command(orders[2] as string, 'holdOn', { reason: 'found' });
  expect((await waitsAt('packScanOrder', clerk)).total).toBe(total - 1);

  const released = await order();
  await listFor([released]);
  expect((await waitsAt('pickingScan', clerk)).rows).toContainEqual(expect.objectContaining({ left: 2, counted: 'pieces' }));
  expect((await waitsAt('move', clerk)).total).toBe(0);

  const merchant = await server.signIn('merchant');
  const own = await waitsAt('packScanRef', merchant);
  const [mine] = await rows(
    `select count(*)::int as n from tasks t join users u on u.merchant_id = t.merchant_id where u.account = 'merchant@kontor.example'
      and t.kind in ('outbound', 'transportLabel') and t.status = any($1) and t.deleted_at is null`,
    [TO_PACK],
  );
  expect(own.total).toBe(mine.n);
  expect(own.rows.map(({ about }) => about.length <= 1)).not.toContain(false);
  for (const profile of ['pickingScan', 'shippingScan', 'count'] as const) expect((await waitsAt(profile, merchant)).total).toBe(0);
});

test('a carrier with the right to scan still sees no work of the house', async () => {
  const { server, rows } = floor;
  const [carrier] = await rows(`select type from users where account = 'carrier@kontor.example'`);
  await makeRole(server.pool, 'scanning-carrier', ['scans.create'], carrier?.type);
  const { token } = await makePerson(server.pool, ['scanning-carrier']);
  const [station] = await rows(`select id from stations order by code limit 1`);
  for (const path of ['waiting?profile=packScanOrder', `work?profile=packScanOrder&stationId=${station?.id}`])
    expect(await server.call('GET', `/v0/scan/${path}`, undefined, token), path).toMatchObject({ code: 'NotAllowed' });
});
