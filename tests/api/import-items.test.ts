import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportError } from '#contract/transfer/imports';
import { startServer, type TestServer } from '../support/server.ts';

/** What an import of items may create and accept. */

type Import = { id: string; state: string; created: number; mapping: Record<string, string>; errors: ImportError[] };
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

const call = <T = unknown>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, staff);
async function start(text: string, name = 'file.csv'): Promise<Import> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/csv' }), name);
  const fileId = (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, staff)).data.id;
  return (await call<Import>('POST', '/v0/imports', { mask: 'wms.item.list', fileId, merchantId })).data;
}
async function run(id: string, mode: 'all' | 'good' = 'all', createMissing = true): Promise<Import> {
  expect((await call('POST', `/v0/imports/${id}/run`, { mode, createMissing })).code).toBe('OK');
  const read = async () => (await call<Import>('GET', `/v0/imports/${id}`)).data;
  await expect.poll(async () => (await read()).state).not.toMatch(/checking|running/);
  return read();
}

test('a supplier that the file names and that does not exist is created only if the user allows it', async () => {
  const file = 'Artikelnummer;Artikelbezeichnung;EAN;Hersteller;VK-Preis\nDE-1;Becher;4006381333931;Neue Werke;3,50\n';
  const { id, mapping } = await start(file);
  expect(mapping).toEqual({
    Artikelnummer: 'sku',
    Artikelbezeichnung: 'name',
    EAN: 'barcode',
    Hersteller: 'supplierId',
    'VK-Preis': 'price',
  });
  const refused = await run(id, 'all', false);
  expect(refused).toMatchObject({ state: 'failed', created: 0 });
  expect(refused.errors).toEqual([{ row: 2, column: 'Hersteller', rule: 'missingReference', value: 'Neue Werke' }]);
  expect((await call<unknown[]>('GET', '/v0/suppliers?name=Neue%20Werke')).data).toEqual([]);
  expect(await run(id)).toMatchObject({ state: 'done', created: 1 });
  expect((await call<Import>('POST', `/v0/imports/${id}/revert`, {})).data).toMatchObject({ state: 'reverted', errors: [] });
});

test('an EAN, UPC or GTIN with a wrong check digit is refused in a file and by hand; other codes are free', async () => {
  const file = 'SKU;Name;Barcode\nCHK-1;Wrong;4006381333932\nCHK-2;Own;NW-77\nCHK-3;UPC;036000291452\n';
  const { id } = await start(file);
  const done = await run(id, 'good');
  expect(done).toMatchObject({ created: 2, failed: 1 });
  expect(done.errors).toEqual([{ row: 2, column: 'Barcode', rule: 'checkDigit', value: '4006381333932' }]);
  const byHand = await call<{ path: string; rule: string }[]>('POST', '/v0/items', {
    sku: 'CHK-4',
    name: 'By hand',
    barcode: '96385075',
  });
  expect(byHand.data).toEqual([{ path: 'barcode', rule: 'checkDigit' }]);
  const alias = await call<{ path: string; rule: string }[]>('POST', '/v0/itemAliases', {
    itemId: (await call<{ id: string }[]>('GET', '/v0/items?sku=CHK-2')).data[0]?.id,
    code: '4006381333932',
    kind: 'ean',
  });
  expect(alias.data).toEqual([{ path: 'code', rule: 'checkDigit' }]);
  await call('POST', `/v0/imports/${id}/revert`, {});
});

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
  await expect.poll(async () => (await call<Export>('GET', `/v0/exports/${data.id}`)).data.state).toBe('done');
  const { link } = (await call<Export>('GET', `/v0/exports/${data.id}`)).data;
  const text = await (await fetch(server.url + link)).text();
  expect(text).toContain('(g)');
  const back = await start(text, 'back.csv');
  expect(Object.values(back.mapping)).toEqual(['sku', 'name', 'weight', 'length']);
  expect(await run(back.id)).toMatchObject({ state: 'done', created: 0, updated: 0, failed: 0, unchanged: 2 });
  const bare = await run((await start('SKU,Name,Weight\nZW-1,Pot,3\n')).id);
  expect(bare.errors).toMatchObject([{ row: 2, column: 'Weight', rule: 'unitMissing', value: '3' }]);
});
