import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ScanCommand } from '#contract/scanning/commands';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { type Floor, openFloor, why } from '../support/floor.ts';
import { acts } from '../support/warehouse.ts';

/** Returns from the request to what follows from them. After each test the books agree. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());
afterEach(async () => expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]));

type Wanted = { lineId: string | undefined; qty: number; reason: string };
const request = (task: string, lines: Wanted[], more: Record<string, unknown> = {}) =>
  floor.command(task, 'requestRetour', { lines, ...more });
const returnsOf = (task: string) =>
  floor.rows(
    `select t.id, t.no, t.retour_no as "retourNo", t.remark, t.status, (select json_agg(json_build_object('of', l.order_line_id, 'qty', l.ordered, 'reason', l.return_reason) order by l.position)
       from task_lines l where l.task_id = t.id) as lines from tasks t where t.parent_id = $1 and t.kind = 'retour' and t.deleted_at is null order by t.sort_at`,
    [task],
  );
const returnable = async (task: string): Promise<number[]> => {
  const story = await floor.server.call<{ lines: { returnable: number }[] }>('GET', `/v0/tasks/${task}/story`, undefined, floor.admin);
  return story.data.lines.map((line) => line.returnable);
};
const takeBack = (taskId: string, itemId: string | undefined, qty: number, outcome: 'restock' | 'scrap', note = ''): ScanCommand =>
  acts.takeBack(taskId, itemId ?? '', qty, floor.house.returns, { outcome, note });

test('each return of an order has a number of its own, is sent to the storehouse, and has no cut-off', async () => {
  const { house, scanner, rows, ship, command, server } = floor;
  const [carrier] = await rows(`select id from carriers where cut_off <> '' limit 1`);
  const { task, items } = await ship([2], { carrierId: carrier.id });
  const returns = () =>
    rows(`select id, retour_no, cut_off_at, consignee, consignor from tasks where parent_id = $1 order by sort_at`, [task]);
  await command(task, 'requestRetour');
  const [first] = await returns();
  const goods = { itemId: items[0]?.id ?? '', qty: 1, lot: '', expiry: null, serial: '' };
  expect(
    why(
      await scanner.send(
        { do: 'takeBack', taskId: first.id, lineId: null, ...goods, outcome: 'restock', compartmentId: house.returns, note: '' },
        { do: 'closeReceipt', taskId: first.id, reason: 'lessDelivered' },
      ),
    ),
  ).toEqual(['applied', 'applied']);
  await command(task, 'requestRetour');
  const made = await returns();
  const [{ no }] = await rows('select no from tasks where id = $1', [task]);
  const base = `R${String(no).replaceAll(/\D/g, '')}`;
  expect(made.map(({ retour_no: number }) => number)).toEqual([base, `${base}-2`]);
  const [storehouse] = await rows(
    `select s.name, s.address from storehouses s join warehouses w on w.storehouse_id = s.id and w.code = 'HH-A'`,
  );
  for (const one of made) {
    expect(one.cut_off_at).toBeNull();
    expect(one.consignee).toMatchObject({ ...storehouse.address, name1: storehouse.address.name1 || storehouse.name });
    expect(one.consignor).toMatchObject({ name1: 'A' });
  }
  await expect(server.pool.query('update tasks set retour_no = $1 where id = $2', [base, made[1].id])).rejects.toThrow(/tasks_return_no/);
});

test('a return is requested for chosen lines, pieces and reasons; each piece once, over all returns of an order', async () => {
  const { task, lines } = await floor.ship([3, 2]);
  const [first, second] = lines;
  expect(await returnable(task)).toEqual([3, 2]);
  const asked = [
    { lineId: first, qty: 1, reason: 'damaged' },
    { lineId: first, qty: 1, reason: 'notWanted' },
  ];
  expect((await request(task, asked, { reason: 'Please check the box' })).code).toBe('OK');
  expect(await returnable(task)).toEqual([1, 2]);
  const refused = await request(task, [
    { lineId: second, qty: 1, reason: 'other' },
    { lineId: first, qty: 2, reason: 'other' },
  ]);
  expect(refused).toMatchObject({ code: 'InvalidInput', data: [{ path: 'lines.1.qty', rule: 'beyondShipped', params: { max: 1 } }] });
  expect((await request(task, [{ lineId: second, qty: 2, reason: 'wrongItem' }])).code).toBe('OK');
  expect(await returnsOf(task)).toMatchObject([
    {
      remark: 'Please check the box',
      lines: [
        { of: first, qty: 1, reason: 'damaged' },
        { of: first, qty: 1, reason: 'notWanted' },
      ],
    },
    { lines: [{ of: second, qty: 2, reason: 'wrongItem' }] },
  ]);
  const foreign = await floor.ship([1]);
  expect(await request(task, [{ lineId: foreign.lines[0], qty: 1, reason: 'other' }])).toMatchObject({
    code: 'InvalidInput',
    data: [{ path: 'lines.0.lineId', rule: 'reference' }],
  });
  expect((await request(task, [{ lineId: first, qty: 1, reason: 'broken' }])).code).toBe('InvalidInput');
});

test('two requests at once for the last piece: one of them gets it', async () => {
  const { task, items, lines } = await floor.ship([1]);
  const wish = [{ lineId: lines[0], qty: 1, reason: 'notWanted' }];
  const byItem = () =>
    floor.server.call<unknown>(
      'POST',
      '/v0/tasks',
      { kind: 'retour', merchantId: floor.house.merchantId, parentId: task, lines: [{ itemId: items[0]?.id, qty: 1 }] },
      floor.admin,
    );
  const answers = await Promise.all([request(task, wish), byItem(), request(task, wish), byItem(), request(task, wish)]);
  expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
  for (const { code } of answers) expect(['OK', 'InvalidInput', 'StateRefused', 'Duplicate']).toContain(code);
  const made = await returnsOf(task);
  expect(made).toHaveLength(1);
  expect(made[0].lines).toMatchObject([{ of: lines[0], qty: 1 }]);
  // The database refuses it, whoever writes.
  await expect(floor.server.pool.query('update task_lines set ordered = 2 where order_line_id = $1', [lines[0]])).rejects.toThrow(
    'tasks.refusals.moreThanShipped',
  );
});

test('pieces that did not come, or whose return was cancelled, can be requested again; a closed return then stays closed', async () => {
  const { scanner, command, status, house, shelf } = floor;
  const { task, items, lines } = await floor.ship([3]);
  await request(task, [{ lineId: lines[0], qty: 2, reason: 'damaged' }]);
  const [first] = await returnsOf(task);
  await scanner.send(takeBack(first.id, items[0]?.id, 1, 'restock'), { do: 'closeReceipt', taskId: first.id, reason: 'lessDelivered' });
  expect(await returnable(task)).toEqual([2]);
  await request(task, [{ lineId: lines[0], qty: 2, reason: 'damaged' }]);
  expect(await returnable(task)).toEqual([0]);
  expect(await command(first.id, 'rollbackReceipt', { reason: 'Counted wrong' })).toMatchObject({
    code: 'StateRefused',
    data: 'tasks.refusals.moreThanShipped',
  });
  const [, second] = await returnsOf(task);
  expect((await command(second.id, 'requestCancel', { reason: 'Keeps it' })).code).toBe('OK');
  expect(await returnable(task)).toEqual([2]);
  // Rolled back, the piece is not back on its order either.
  expect((await command(first.id, 'rollbackReceipt', { reason: 'Counted wrong' })).code).toBe('OK');
  expect(await status(task)).toBe('shipped');
  expect(await returnable(task)).toEqual([1]);
  await scanner.send(takeBack(first.id, items[0]?.id, 2, 'restock'), { do: 'closeReceipt', taskId: first.id, reason: '' });
  expect(why(await scanner.send(acts.putAway(first.id, items[0]?.id ?? '', 2, house.returns, shelf(6))))).toEqual(['applied']);
  expect(await status(first.id)).toBe('inbounded');
  expect(await status(task)).toBe('retourReceivedPartially');
});

test('a merchant requests returns of own orders only', async () => {
  const { task, lines } = await floor.ship([2]);
  const merchant = await floor.server.signIn('merchant');
  const ask = (id: string, body: object) => floor.server.call<unknown>('POST', `/v0/tasks/${id}/command/requestRetour`, body, merchant);
  expect((await ask(task, { lines: [{ lineId: lines[0], qty: 1, reason: 'tooLate' }] })).code).toBe('OK');
  const [foreign] = await floor.rows(
    `select i.sku, i.merchant_id from items i join merchants m on m.id = i.merchant_id and m.no = 'M-1002' limit 1`,
  );
  const other = await floor.make('outbound', [{ sku: foreign.sku, qty: 1 }], { merchantId: foreign.merchant_id });
  expect((await ask(other, {})).code).toBe('NotFound');
  const mine = await floor.server.call(
    'POST',
    '/v0/tasks',
    { kind: 'retour', merchantId: floor.house.merchantId, parentId: other, lines: [{ sku: 'W-1', qty: 1 }] },
    merchant,
  );
  expect(mine).toMatchObject({ code: 'InvalidInput', data: [{ path: 'parentId', rule: 'reference' }] });
});

type Story = {
  pieces: { id: string; sku: string; qty: number; outcome: string; condition: string; remark: string; photo: string | null }[];
  absence: string;
  lines: { ordered: number; received: number; returnReason: string }[];
};

test('a merchant sees each piece that came back with outcome, condition, remark and photo, and what never came and why', async () => {
  const { server, scanner, ship, command, admin } = floor;
  const { task, items, lines } = await ship([4]);
  const [item] = items;
  await request(task, [{ lineId: lines[0], qty: 3, reason: 'defective' }]);
  const [{ id }] = await returnsOf(task);
  const [, wrong] = await scanner
    .post([scanner.event(takeBack(id, item?.id, 1, 'restock')), scanner.event(takeBack(id, item?.id, 1, 'restock'))])
    .then(({ verdicts }) => verdicts);
  await scanner.send({ do: 'undo', scanId: wrong?.id ?? '' });
  await scanner.send(takeBack(id, item?.id, 1, 'scrap'), { do: 'closeReceipt', taskId: id, reason: 'lessDelivered' });
  const merchant = await server.signIn('merchant');
  const read = async () => (await server.call<Story>('GET', `/v0/tasks/${id}/story`, undefined, merchant)).data;
  const before = await read();
  expect(before.pieces).toMatchObject([
    { sku: item?.sku, qty: 1, outcome: 'restock', condition: 'good', remark: '', photo: null },
    { sku: item?.sku, qty: 1, outcome: 'scrap', condition: 'damaged' },
  ]);
  expect(before.absence).toBe('lessDelivered');
  expect(before.lines).toMatchObject([{ ordered: 3, received: 2, returnReason: 'defective' }]);

  const form = new FormData();
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  form.append('file', new File([png], 'piece.png', { type: 'image/png' }));
  const photo = (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, admin)).data.id;
  const note = (token: string, piece: string | undefined, body: object) =>
    server.call<unknown>('POST', `/v0/tasks/${id}/pieces/${piece}/note`, body, token);
  const scrapped = before.pieces[1]?.id;
  expect((await note(admin, scrapped, { remark: 'Lid is cracked' })).code).toBe('OK');
  expect((await note(admin, scrapped, { remark: 'Lid is cracked, inside wet', photo })).code).toBe('OK');
  expect((await note(admin, scrapped, {})).code).toBe('InvalidInput');
  expect((await note(admin, task, { remark: 'No such piece' })).code).toBe('NotFound');
  expect((await note(merchant, scrapped, { remark: 'Mine' })).code).toBe('NotAllowed');
  expect((await read()).pieces[1]).toMatchObject({ remark: 'Lid is cracked, inside wet', photo });
  const open = async (token: string) => (await fetch(`${server.url}/v0/static/${photo}`, { headers: { 'x-token': token } })).status;
  expect(await open(merchant)).toBe(200);

  await command(id, 'acceptDifference', { reason: 'The customer keeps one' });
  expect((await read()).absence).toBe('The customer keeps one');
});

test('what came back is sent once more: one replacement order for each return, however often and by whomever it is asked for', async () => {
  const { server, scanner, ship, rows, admin } = floor;
  const { task, items, lines } = await ship([2, 1]);
  await request(task, [{ lineId: lines[0], qty: 2, reason: 'damaged' }]);
  const [back] = await returnsOf(task);
  const merchant = await server.signIn('merchant');
  const ask = (token: string, id = back.id) =>
    server.call<{ id: string; no: string }>('POST', `/v0/tasks/${id}/replacement`, undefined, token);
  expect(await ask(merchant)).toMatchObject({ code: 'StateRefused', data: 'tasks.refusals.nothingArrived' });
  await scanner.send(takeBack(back.id, items[0]?.id, 1, 'scrap'));
  const answers = await Promise.all([ask(merchant), ask(admin), ask(admin)]);
  expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK']);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect((await ask(admin, task)).code).toBe('NotFound');
  const made = await rows(
    `select t.kind, t.parent_id, t.ref_order_id, t.consignee->>'name1' as name, l.item_id, l.ordered from tasks t join task_lines l on l.task_id = t.id where t.id = $1`,
    [answers[0]?.data.id],
  );
  expect(made).toEqual([{ kind: 'outbound', parent_id: back.id, ref_order_id: back.no, name: 'A', item_id: items[0]?.id, ordered: 1 }]);
});
