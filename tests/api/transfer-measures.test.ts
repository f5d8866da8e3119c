import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportError } from '#contract/transfer/imports';
import { startServer, type TestServer } from '../support/server.ts';

type Import = { id: string; state: string; mapping: Record<string, string>; errors: ImportError[] };
type Export = { id: string; state: string; link: string };

let server: TestServer;
let staff: string;
let merchantId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  staff = await server.signIn('employee');
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
});
afterAll(() => server.close());

const call = <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, staff);
const start = async (mask: string, text: string, name = 'file.csv'): Promise<Import> => {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  const { data } = await call<{ id: string }>('POST', '/v0/statics/upload/intern', form);
  return (await call<Import>('POST', '/v0/imports', { mask, fileId: data.id, merchantId })).data;
};
const run = async (id: string): Promise<Import> => {
  await call('POST', `/v0/imports/${id}/run`, { mode: 'all', createMissing: true });
  const now = async () => (await call<Import>('GET', `/v0/imports/${id}`)).data;
  await expect.poll(async () => (await now()).state, { timeout: 20_000 }).not.toMatch(/checking|running/);
  return now();
};

test('weights and sizes leave with their unit in the head, and come back in without a change', async () => {
  await server.pool.query(
    `insert into items (merchant_id, sku, name, weight, length) values ($1, 'ZW-1', 'Pot', 910, 305), ($1, 'ZW-2', 'Tea', 2500, null)`,
    [merchantId],
  );
  const { data } = await call<Export>('POST', '/v0/exports', {
    mask: 'wms.item.list',
    format: 'csv',
    fields: ['sku', 'name', 'weight', 'length'],
    q: '',
    filters: [{ field: 'sku', op: 'like', value: 'ZW-' }],
    s: 'sku',
    locale: 'de',
  });
  await expect.poll(async () => (await call<Export>('GET', `/v0/exports/${data.id}`)).data.state, { timeout: 20_000 }).toBe('done');
  const { link } = (await call<Export>('GET', `/v0/exports/${data.id}`)).data;
  const text = await (await fetch(server.url + link)).text();
  expect(text).toContain('(g)');
  const back = await start('wms.item.list', text, 'back.csv');
  expect(Object.values(back.mapping)).toEqual(['sku', 'name', 'weight', 'length']);
  expect(await run(back.id)).toMatchObject({ state: 'done', created: 0, updated: 0, failed: 0, unchanged: 2 });
  const bare = await run((await start('wms.item.list', 'SKU,Name,Weight\nZW-1,Pot,3\n')).id);
  expect(bare.errors).toMatchObject([{ row: 2, column: 'Weight', rule: 'unitMissing', value: '3' }]);
});
