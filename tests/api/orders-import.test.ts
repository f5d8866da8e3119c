import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { readReason } from '#contract/orders/reasons';
import type { ImportError } from '#contract/transfer/imports';
import { startServer, type TestServer } from '../support/server.ts';
import { lookUp, paramsOf } from '../support/texts.ts';
import { stockUp } from '../support/warehouse.ts';

type Import = {
  id: string;
  state: string;
  preset: string | null;
  created: number;
  unchanged: number;
  failed: number;
  total: number;
  errors: ImportError[];
};
type Task = {
  id: string;
  no: string;
  status: string;
  refOrderId: string;
  source: string;
  service: string;
  remark: string;
  merchantId: string;
  consignee: Record<string, string>;
};

const HEADER =
  'Name,Email,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Shipping Name,Shipping Company,Shipping Street,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Id';
/** An item of an order in the shop's columns; the head stands on the first row of each order. */
const item = (
  order: string,
  qty: string | number,
  sku: string,
  more: { head?: string; name?: string; price?: string; ships?: string } = {},
): string =>
  `${order},kim@example.com,,2026-11-02 09:00:00 +0000,${qty},${more.name ?? 'Tea'},${more.price ?? '8.90'},${sku},${more.ships ?? 'true'},${more.head ?? ',,,,,,,,,'}`;
const KIM = "Kim Berg,Café Elbblick,Kirchgasse 6,Hamburg,'20457,,Germany,040 123,Please ring twice,501";
const PAUL = "Paul Henriot,,59 rue de l'Abbaye,Reims,51100,,France,26.47.15.10,,502";
const NOWHERE = 'Ann Other,,Hauptstrasse,Berlin,1205,,Germny,,,503';
const file = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n');

let server: TestServer;
let staff: string;
let merchantId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  staff = await server.signIn('admin');
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
});
afterAll(() => server.close());

const begin = async (text: string, token = staff, more: Record<string, unknown> = { merchantId }) => {
  const form = new FormData();
  form.set('file', new Blob([text]), 'orders.csv');
  const { data } = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, token);
  return server.call<Import>('POST', '/v0/imports', { mask: 'p11y.orders.list', fileId: data.id, ...more }, token);
};
const settled = async (id: string, token = staff): Promise<Import> => {
  const read = async () => (await server.call<Import>('GET', `/v0/imports/${id}`, undefined, token)).data;
  await expect.poll(async () => (await read()).state).not.toMatch(/checking|running/);
  return read();
};
const run = async (text: string, mode: 'all' | 'good' = 'all', token = staff): Promise<Import> => {
  const { data } = await begin(text, token);
  expect((await server.call('POST', `/v0/imports/${data.id}/run`, { mode }, token)).code).toBe('OK');
  return settled(data.id, token);
};
const order = async (name: string): Promise<Task | undefined> =>
  (await server.call<Task[]>('GET', `/v0/tasks?refOrderId=${encodeURIComponent(name)}`, undefined, staff)).data[0];
const linesOf = async (name: string) =>
  (
    await server.pool.query(
      `select l.sku, l.ordered, l.price, l.source from task_lines l join tasks t on t.id = l.task_id where t.ref_order_id = $1 and t.deleted_at is null order by l.position`,
      [name],
    )
  ).rows.map((row) => ({ ...row, price: Number(row.price) }));
const sentences = ({ rule, params = {} }: ImportError): string[] =>
  LOCALES.map((locale) => {
    const text = lookUp(locale, `rules.${rule}`) ?? '';
    for (const name of paramsOf(text)) expect(Object.keys(params), `${rule} ${locale}`).toContain(name);
    return text;
  });

test('a shop’s orders come in grouped by name, with lines, prices and addresses as carriers want them', async () => {
  const text = file(
    item('#1001', 2, 'TEE-EARL-250', { head: KIM, price: '8.90', name: 'Earl Grey' }),
    item('#1001', 1, 'TEE-KANNE-1L', { price: '34.50', name: 'Pot' }),
    item('#1001', 1, 'VOUCHER', { ships: 'false' }),
    item('#1002', 3, 'FISCH-MATJES', { head: PAUL }),
  );
  const { data } = await begin(text);
  expect(data).toMatchObject({ preset: 'shopOrders', state: 'uploaded' });
  await server.call('POST', `/v0/imports/${data.id}/check`, {}, staff);
  expect(await settled(data.id)).toMatchObject({ state: 'checked', created: 2, failed: 0, total: 2 });
  expect(await order('#1001')).toBeUndefined();
  expect(await run(text)).toMatchObject({ state: 'done', created: 2, unchanged: 0, failed: 0, errors: [] });
  const [kim, paul] = [await order('#1001'), await order('#1002')];
  expect(kim).toMatchObject({ source: 'import', remark: 'Please ring twice', merchantId });
  expect(kim?.consignee).toEqual({
    name1: 'Café Elbblick',
    name2: 'Kim Berg',
    streetName: 'Kirchgasse',
    streetNumber: '6',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    phone: '040 123',
    email: 'kim@example.com',
    addition: '',
  });
  expect(paul?.consignee).toMatchObject({
    name1: 'Paul Henriot',
    name2: '',
    streetName: "rue de l'Abbaye",
    streetNumber: '59',
    country: 'FR',
  });
  expect(await linesOf('#1001')).toEqual([
    { sku: 'TEE-EARL-250', ordered: 2, price: 890, source: 'Earl Grey' },
    { sku: 'TEE-KANNE-1L', ordered: 1, price: 3450, source: 'Pot' },
  ]);
});

test('the same file a second time brings nothing and says so; a file that contradicts an order changes nothing', async () => {
  const text = file(
    item('#1001', 2, 'TEE-EARL-250', { head: KIM }),
    item('#1001', 1, 'TEE-KANNE-1L'),
    item('#1002', 3, 'FISCH-MATJES', { head: PAUL }),
  );
  expect(await run(text)).toMatchObject({ state: 'done', created: 0, unchanged: 2, failed: 0 });
  const changed = await run(file(item('#1001', 5, 'TEE-EARL-250', { head: KIM })), 'good');
  expect(changed).toMatchObject({ created: 0, unchanged: 0, failed: 1 });
  expect(changed.errors).toMatchObject([{ row: 2, column: 'order', rule: 'orderDiffers', params: { n: 3, now: 5 }, value: '#1001' }]);
  expect((await linesOf('#1001')).map((line) => line.ordered)).toEqual([2, 1]);
});

test('two people importing the same file at once make each order once', async () => {
  const text = file(item('#2001', 1, 'TEE-EARL-250', { head: KIM }), item('#2002', 1, 'TEE-EARL-250', { head: PAUL }));
  const ends = await Promise.all([run(text, 'good'), run(text, 'good')]);
  expect(ends[0].created + ends[1].created).toBe(2);
  const { rows } = await server.pool.query(
    `select count(*)::int as n from tasks where ref_order_id in ('#2001', '#2002') and deleted_at is null`,
  );
  expect(rows[0].n).toBe(2);
});

test('an order with an unknown SKU is refused by row with a sentence in three languages; the others go on, and nothing of it is half booked', async () => {
  const text = file(
    item('#3001', 1, 'TEE-EARL-250', { head: KIM }),
    item('#3002', 1, 'TEE-EARL-250', { head: PAUL }),
    item('#3002', 4, 'NO-SUCH-SKU'),
    item('#3003', 'many', 'TEE-EARL-250', { head: PAUL }),
    item('#3004', 0, 'TEE-EARL-250', { head: PAUL }),
    item('#3005', 1, '', { head: PAUL }),
    item('', 1, 'TEE-EARL-250', { head: PAUL }),
    item('#3006', 1, 'TEE-EARL-250', { head: PAUL }),
    item('#3006', 1, 'TEE-EARL-250', { head: KIM }),
  );
  const nothing = await run(text, 'all');
  expect(nothing).toMatchObject({ state: 'failed', created: 0, failed: 6 });
  expect(await order('#3001')).toBeUndefined();
  const good = await run(text, 'good');
  expect(good).toMatchObject({ state: 'done', created: 1, failed: 6 });
  const said = good.errors.map(({ row, column, rule, value }) => [row, column, rule, value]);
  expect(said).toEqual(
    expect.arrayContaining([
      [4, 'sku', 'unknownItem', 'NO-SUCH-SKU'],
      [5, 'quantity', 'number', 'many'],
      [6, 'quantity', 'tooSmall', '0'],
      [7, 'sku', 'required', ''],
      [8, 'order', 'required', ''],
      [10, 'zip', 'differsInRecord', '20457'],
    ]),
  );
  for (const error of good.errors) for (const text of sentences(error)) expect(text).not.toBe('');
  const { rows } = await server.pool.query(`select ref_order_id from tasks where ref_order_id like '#300%'`);
  expect(rows).toEqual([{ ref_order_id: '#3001' }]);
  // Kept in the list of imports, where somebody finds it.
  const list = await server.call<Import[]>('GET', '/v0/imports?l=1', undefined, staff);
  expect(list.data[0]).toMatchObject({ id: good.id, failed: 6 });
});

test('an order with a broken address comes in and stands in the address check with all that was written; corrected, it goes on', async () => {
  expect(await run(file(item('#4001', 1, 'TEE-EARL-250', { head: NOWHERE })))).toMatchObject({ created: 1, failed: 0 });
  const task = await order('#4001');
  expect(task).toMatchObject({
    status: 'wrongAddress',
    consignee: { streetName: 'Hauptstrasse', zip: '1205', addition: 'Germny', country: '' },
  });
  const { rows } = await server.pool.query('select reason from task_blockers where task_id = $1 and resolved_at is null', [task?.id]);
  expect(readReason(rows[0].reason)).toMatchObject({
    is: 'address',
    faults: expect.arrayContaining([{ path: 'country', rule: 'required' }]),
  });
  const queue = await server.call<Task[]>('GET', '/v0/tasks?status=wrongAddress', undefined, staff);
  expect(queue.data.map((one) => one.refOrderId)).toContain('#4001');
  const address = { ...task?.consignee, streetNumber: '1', zip: '12051', country: 'DE', addition: '' };
  expect((await server.call('POST', `/v0/tasks/${task?.id}/command/correctAddress`, { address }, staff)).code).toBe('OK');
  expect((await order('#4001'))?.status).not.toBe('wrongAddress');
});

test('imported orders get stock without anybody asking, and taking the import back gives it free again', async () => {
  const found = (await server.pool.query(`select id from items where sku = 'FISCH-SPROTTE'`)).rows[0].id;
  const shelf = (await server.pool.query(`select id from compartments order by code limit 1`)).rows[0].id;
  await stockUp(server, merchantId, found, shelf, 7);
  const text = file(item('#5001', 3, 'FISCH-SPROTTE', { head: KIM }), item('#5002', 2, 'FISCH-SPROTTE', { head: PAUL }));
  const made = await run(text);
  await expect.poll(async () => (await order('#5001'))?.status).toBe('readyToPick');
  await expect.poll(async () => (await order('#5002'))?.status).toBe('readyToPick');
  const second = await order('#5002');
  await server.call('POST', '/v0/picklists', { kind: 'order', taskIds: [second?.id] }, staff);
  const back = await server.call<Import>('POST', `/v0/imports/${made.id}/revert`, {}, staff);
  expect(back.data).toMatchObject({ state: 'reverted', errors: [{ rule: 'changedSince', value: second?.id }] });
  expect(await order('#5001')).toBeUndefined();
  expect((await order('#5002'))?.status).toBe('inPicklist');
  const { rows } = await server.pool.query('select sum(reserved)::int as reserved from stock_balances where item_id = $1', [found]);
  expect(rows[0].reserved).toBe(2);
  // Taken back is not cancelled: the same file brings it again.
  expect(await run(text)).toMatchObject({ created: 1, unchanged: 1 });
});

test('an order cancelled in the house does not rise again with the same file', async () => {
  const text = file(item('#6001', 1, 'TEE-EARL-250', { head: KIM }));
  await run(text);
  const task = await order('#6001');
  expect((await server.call('POST', `/v0/tasks/${task?.id}/command/requestCancel`, { reason: 'changed my mind' }, staff)).code).toBe('OK');
  expect(await order('#6001')).toBeUndefined();
  expect(await run(text)).toMatchObject({ created: 0, unchanged: 1 });
  expect(await order('#6001')).toBeUndefined();
});

test('a merchant imports orders for itself only, whatever the file or the call says', async () => {
  const merchant = await server.signIn('merchant');
  const other = (await server.pool.query(`select id from merchants where no = 'M-1002'`)).rows[0].id;
  const { data, code } = await begin(
    file(item('#7001', 1, 'TEE-EARL-250', { head: KIM }), item('#7002', 1, 'VASE-S', { head: PAUL })),
    merchant,
    {
      merchantId: other,
    },
  );
  expect(code).toBe('OK');
  await server.call('POST', `/v0/imports/${data.id}/run`, { mode: 'good' }, merchant);
  const done = await settled(data.id, merchant);
  expect(done).toMatchObject({ state: 'done', created: 1, failed: 1, errors: [{ row: 3, rule: 'unknownItem' }] });
  expect((await order('#7001'))?.merchantId).toBe(merchantId);
});

test('what the shop has sent or cancelled itself is left out and told; date and number of the shop are kept', async () => {
  const columns =
    'Name,Financial Status,Fulfillment Status,Cancelled at,Created at,Lineitem quantity,Lineitem sku,Lineitem requires shipping,Lineitem fulfillment status,Shipping Name,Shipping Street,Shipping City,Shipping Zip,Shipping Country,Id';
  const to = 'Kim Berg,Kirchgasse 6,Hamburg,20457,Germany';
  const text = [
    columns,
    `#S1,paid,fulfilled,,2026-11-02 09:00:00 +0100,1,TEE-EARL-250,true,fulfilled,${to},9001`,
    '#S1,,,,,2,TEE-KANNE-1L,true,fulfilled,,,,,,',
    `#S2,paid,unfulfilled,2026-11-03 10:00:00 +0100,2026-11-02 09:00:00 +0100,1,TEE-EARL-250,true,pending,${to},9002`,
    `#S3,refunded,unfulfilled,,2026-11-02 09:00:00 +0100,1,TEE-EARL-250,true,pending,${to},9003`,
    `#S4,paid,partial,,2026-11-02 09:00:00 +0100,1,TEE-EARL-250,true,fulfilled,${to},9004`,
    '#S4,,,,,2,TEE-KANNE-1L,true,pending,,,,,,',
    `#S5,paid,unfulfilled,,some day,1,TEE-EARL-250,true,pending,${to},9005`,
    '',
  ].join('\n');
  const done = await run(text);
  expect(done).toMatchObject({ state: 'done', created: 2, failed: 0 });
  expect(done.errors.map(({ row, rule, value }) => [row, rule, value])).toEqual([
    [2, 'fulfilledInShop', '#S1'],
    [4, 'cancelledInShop', '#S2'],
    [5, 'cancelledInShop', '#S3'],
    [6, 'fulfilledInShop', '#S4 TEE-EARL-250'],
  ]);
  for (const error of done.errors) for (const sentence of sentences(error)) expect(sentence).not.toBe('');
  for (const name of ['#S1', '#S2', '#S3']) expect(await order(name)).toBeUndefined();
  expect(await linesOf('#S4')).toMatchObject([{ sku: 'TEE-KANNE-1L', ordered: 2 }]);
  expect(await order('#S4')).toMatchObject({ externalId: '9004', orderedAt: '2026-11-02T08:00:00.000Z' });
  expect(await order('#S5')).toMatchObject({ externalId: '9005', orderedAt: null });
});
