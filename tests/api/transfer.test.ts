import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportError } from '#contract/transfer/imports';
import { startServer, type TestServer } from '../support/server.ts';

type Import = {
  id: string;
  state: string;
  preset: string | null;
  mapping: Record<string, string>;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  total: number;
  errors: ImportError[];
};
type Export = { id: string; state: string; done: number; link: string | null; fileName: string };

/** A shop platform's product export in small: variants without SKU, a picture-only line, a quoted comma. */
const SHOP = `Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,Variant Barcode,Image Src,Variant Weight Unit
queso,Queso Cabrales,,"Cooperativa, Las Cabras",Dairy,Title,Default Title,,,NW-011,500,21.00,4000123000112,,kg
shirt,Ocean Shirt,,Shirtworks,Apparel,Size,Small,Color,Blue,,0,50,,a.jpg,kg
shirt,,,,,,Large,,Blue,,0,55.5,,,kg
shirt,,,,,,,,,,,,,b.jpg,
`;

describe('files in and out', () => {
  let server: TestServer;
  let staff: string;
  let merchantId: string;
  const call = <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, staff);
  const upload = async (text: string | Uint8Array, name: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([text as BlobPart]), name);
    const { data, code } = await call<{ id: string }>('POST', '/v0/statics/upload/intern', form);
    expect(code).toBe('OK');
    return data.id;
  };
  const settled = async (id: string): Promise<Import> => {
    await expect.poll(async () => (await call<Import>('GET', `/v0/imports/${id}`)).data.state).not.toMatch(/checking|running/);
    return (await call<Import>('GET', `/v0/imports/${id}`)).data;
  };
  const start = async (mask: string, text: string | Uint8Array, name = 'file.csv'): Promise<Import> =>
    (await call<Import>('POST', '/v0/imports', { mask, fileId: await upload(text, name), merchantId })).data;
  const run = async (id: string, mode: 'all' | 'good' = 'all', createMissing = true): Promise<Import> => {
    expect((await call('POST', `/v0/imports/${id}/run`, { mode, createMissing })).code).toBe('OK');
    return settled(id);
  };
  const items = async () =>
    (
      await call<{ sku: string; name: string; price: number; supplierIdLabel: string; weight: number | null }[]>(
        'GET',
        '/v0/items?s=sku&l=1000',
      )
    ).data;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    staff = await server.signIn('employee');
    merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
    // Only what the files bring is counted.
    for (const table of ['item_aliases', 'items', 'customers', 'suppliers']) await server.pool.query(`delete from ${table}`);
  });
  afterAll(() => server.close());

  it('a shop’s product file comes in with its mapping ready-made; SKUs that the shop lacks are proposed', async () => {
    const { id, preset, mapping, total } = await start('wms.item.list', SHOP);
    expect({ preset, total }).toEqual({ preset: 'shopProducts', total: 3 });
    expect(mapping).toMatchObject({ vendor: 'supplierId', barcode: 'barcode' });
    expect((await call('POST', `/v0/imports/${id}/check`, { createMissing: true })).code).toBe('OK');
    expect(await settled(id)).toMatchObject({ state: 'checked', created: 3, failed: 0 });
    expect(await items()).toHaveLength(0);
    expect(await run(id)).toMatchObject({ state: 'done', created: 3, failed: 0 });
    expect((await items()).map(({ sku, name, price, supplierIdLabel, weight }) => [sku, name, price, supplierIdLabel, weight])).toEqual([
      ['NW-011', 'Queso Cabrales', 2100, 'Cooperativa, Las Cabras', 500],
      ['SHIRT-LARGE-BLUE', 'Ocean Shirt – Large – Blue', 5550, 'Shirtworks', null],
      ['SHIRT-SMALL-BLUE', 'Ocean Shirt – Small – Blue', 5000, 'Shirtworks', null],
    ]);
    expect((await call<{ sku: string }[]>('GET', '/v0/item/any?q=4000123000112')).data[0]?.sku).toBe('NW-011');
  });

  it('the same file a second time changes nothing', async () => {
    const versions = async () => (await server.pool.query('select id, version from items order by id')).rows;
    const before = await versions();
    expect(await run((await start('wms.item.list', SHOP)).id)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await versions()).toEqual(before);
  });

  it('a broken row is named by line and column; nothing else is lost, or nothing is kept, as chosen', async () => {
    const file =
      'SKU;Name;Price;Type\nOK-1;Good;1,50;physical\n;Nameless;2,00;physical\nBAD-2;Bad price;much;physical\nBAD-3;Bad kind;3,00;liquid\nOK-4;Fine;1.234,50;Physical\n';
    const all = await run((await start('wms.item.list', file)).id, 'all');
    expect(all).toMatchObject({ state: 'failed', created: 0, failed: 3 });
    expect(all.errors.map(({ row, column, rule, value }) => [row, column, rule, value])).toEqual([
      [3, 'SKU', 'required', ''],
      [4, 'Price', 'number', 'much'],
      [5, 'Type', 'choice', 'liquid'],
    ]);
    expect((await items()).map((item) => item.sku)).not.toContain('OK-1');
    const good = await start('wms.item.list', file);
    const done = await run(good.id, 'good');
    expect(done).toMatchObject({ state: 'done', created: 2, failed: 3 });
    expect((await items()).find((item) => item.sku === 'OK-4')?.price).toBe(123_450);
    expect((await call<Import>('POST', `/v0/imports/${good.id}/revert`, {})).data).toMatchObject({ state: 'reverted', errors: [] });
    expect((await items()).map((item) => item.sku)).not.toContain('OK-4');
  });

  it('taking back leaves alone, and names, what people edited since', async () => {
    const made = await start('wms.item.list', 'SKU,Name\nEDIT-1,One\nEDIT-2,Two\n');
    await run(made.id);
    const row = (await call<{ id: string; version: number }[]>('GET', '/v0/items?sku=EDIT-1')).data[0];
    await call('PUT', `/v0/items/${row?.id}`, { version: row?.version, name: 'By hand' });
    const { data } = await call<Import>('POST', `/v0/imports/${made.id}/revert`, {});
    expect(data.errors).toEqual([{ row: 0, column: '', rule: 'changedSince', value: row?.id }]);
    expect((await items()).filter((item) => item.sku.startsWith('EDIT')).map((item) => item.name)).toEqual(['By hand']);
  });

  it('parties come in by kind, with the country as code', async () => {
    const file =
      'kind,code,name,contact,street,city,region,zip,country,phone,fax\ncustomer,ALFKI,Alfreds Futterkiste,Maria Anders,Obere Str. 57,Berlin,,12209,Germany,030-0074321,\nsupplier,EXO,Exotic Liquids,Charlotte,49 Gilbert St.,London,,EC1 4SD,UK,,\n';
    expect(await run((await start('customer.list', file)).id)).toMatchObject({ created: 1, failed: 0 });
    expect(await run((await start('supplier.list', file)).id)).toMatchObject({ created: 1, failed: 0 });
    const { data } = await call<{ no: string; address: { country: string; city: string } }[]>('GET', '/v0/customers');
    expect(data[0]).toMatchObject({ no: 'ALFKI', address: { country: 'DE', city: 'Berlin' } });
  });

  it('a supplier that items named before gets its number, and no twin', async () => {
    const file = 'kind,code,name,contact,street,city,region,zip,country,phone,fax\nsupplier,SHW,Shirtworks,,,,,,France,,\n';
    expect(await run((await start('supplier.list', file)).id)).toMatchObject({ created: 0, updated: 1 });
    expect((await call<{ no: string }[]>('GET', '/v0/suppliers?name=Shirtworks')).data.map((row) => row.no)).toEqual(['SHW']);
  });

  it.each([
    ['empty.csv', ''],
    ['header.csv', 'SKU,Name\n'],
    ['quotes.csv', 'SKU,Name\n"A,B\n'],
  ])('%s is refused with what is wrong', async (name, text) => {
    const fileId = await upload(text === '' ? '\n' : text, name);
    expect(await call('POST', '/v0/imports', { mask: 'wms.item.list', fileId, merchantId })).toMatchObject({
      status: 400,
      code: 'FileUnreadable',
    });
  });

  describe('exports (P23)', () => {
    const HOSTILE = ['=1+1', '+49 40 123', '-5', '@SUM(A1)', '=cmd|calc!A1'];
    const exported = async (format: 'csv' | 'xlsx'): Promise<{ bytes: Buffer; row: Export; headers: Headers }> => {
      const { data } = await call<Export>('POST', '/v0/exports', {
        mask: 'supplier.list',
        format,
        fields: ['no', 'name', 'paymentDays'],
        q: '',
        filters: [{ field: 'no', op: 'like', value: 'H-' }],
        s: 'no',
        locale: 'de',
      });
      await expect.poll(async () => (await call<Export>('GET', `/v0/exports/${data.id}`)).data.state).toBe('done');
      const { data: row } = await call<Export>('GET', `/v0/exports/${data.id}`);
      const response = await fetch(server.url + row.link);
      return { bytes: Buffer.from(await response.arrayBuffer()), row, headers: response.headers };
    };

    beforeAll(async () => {
      for (const [i, name] of HOSTILE.entries())
        await server.pool.query(`insert into suppliers (no, name, address, merchant_id) values ($1, $2, '{}', $3)`, [
          `H-${i}`,
          name,
          merchantId,
        ]);
    });

    it('csv: cells that a spreadsheet would run are marked, numbers stay numbers, the name says what it is', async () => {
      const { bytes, row, headers } = await exported('csv');
      const lines = bytes
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(HOSTILE.length + 1);
      expect(lines[1]).toBe(`"H-0","'=1+1",14`);
      for (const line of lines.slice(1)) expect(line).not.toMatch(/,"[=+\-@\t]/);
      expect(row.done).toBe(HOSTILE.length);
      expect(headers.get('content-disposition')).toContain(encodeURIComponent(row.fileName));
    });

    it('xlsx: texts are texts, never formulas', async () => {
      const { bytes } = await exported('xlsx');
      const found = (await readXlsxFile(bytes)) as unknown;
      const rows = (
        Array.isArray(found) && found[0] && 'data' in (found[0] as object) ? (found[0] as { data: unknown[][] }).data : found
      ) as unknown[][];
      expect(rows.slice(1).map((row) => row[2])).toEqual(HOSTILE.map(() => 14));
      expect(rows.slice(1).map((row) => String(row[1]).trim())).toEqual(HOSTILE.map((text) => text.trim()));
      expect(bytes.includes('<f>')).toBe(false);
    });

    it('our own export comes back in without a change', async () => {
      const { bytes } = await exported('csv');
      const back = await start('supplier.list', bytes, 'back.csv');
      expect(back.mapping).toMatchObject({ Name: 'name' });
      expect(await run(back.id)).toMatchObject({ state: 'done', created: 0, updated: 0, failed: 0, unchanged: HOSTILE.length });
    });

    it('only who started it sees it, and a forged or old link opens nothing', async () => {
      const { row } = await exported('csv');
      const other = await server.signIn('manager');
      expect((await server.call('GET', `/v0/exports/${row.id}`, undefined, other)).code).toBe('NotFound');
      const forged = `${row.link?.slice(0, -2)}xx`;
      expect(await (await fetch(server.url + forged)).json()).toMatchObject({ code: 'LinkExpired' });
    });

    it('says until when its file is available; an expired one is run again, by who started it', async () => {
      const { row } = await exported('csv');
      const { data } = await call<{ availableUntil: string }>('GET', `/v0/exports/${row.id}`);
      expect(Date.parse(data.availableUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      expect(await call('PUT', `/v0/exports/${row.id}/again`)).toMatchObject({ code: 'StateRefused' });
      await server.pool.query(`update exports set state = 'expired', link = null where id = $1`, [row.id]);
      const other = await server.signIn('manager');
      expect((await server.call('PUT', `/v0/exports/${row.id}/again`, undefined, other)).code).toBe('NotFound');
      expect((await call('PUT', `/v0/exports/${row.id}/again`)).code).toBe('OK');
      const now = async () => (await call<Export>('GET', `/v0/exports/${row.id}`)).data;
      await expect.poll(async () => (await now()).state).toBe('done');
      const { done, link } = await now();
      expect(done).toBe(row.done);
      expect((await fetch(server.url + link)).status).toBe(200);
    });

    it('a link gives its file in base64 too', async () => {
      const { row } = await exported('csv');
      const file = Buffer.from(await (await fetch(server.url + row.link)).arrayBuffer());
      const { data } = (await (await fetch(`${server.url}${row.link}?q=base64`)).json()) as { data: { base64: string } };
      expect(Buffer.from(data.base64, 'base64').equals(file)).toBe(true);
    });

    it('100,000 rows? A filter that is wrong is told at once, not by a job that fails later', async () => {
      expect(await call('POST', '/v0/exports', { mask: 'supplier.list', format: 'csv', fields: ['nope'] })).toMatchObject({
        code: 'InvalidInput',
      });
      expect(
        await call('POST', '/v0/exports', {
          mask: 'supplier.list',
          format: 'csv',
          fields: ['no'],
          filters: [{ field: 'nope', op: 'eq', value: '1' }],
        }),
      ).toMatchObject({ code: 'InvalidInput' });
    });
  });

  describe('uploads (P26)', () => {
    const put = (kind: string, bytes: Uint8Array | string, name: string) => {
      const form = new FormData();
      form.set('file', new Blob([bytes as BlobPart]), name);
      return call<{ id: string; mime: string; name: string }>('POST', `/v0/statics/upload/${kind}`, form);
    };
    const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

    it('a picture is redrawn, gets a 32-character id, and is served without being sniffed', async () => {
      const { data } = await put('avatar', PNG, '../../etc/passwd.png');
      expect(data.id).toMatch(/^[0-9a-f]{32}$/);
      expect(data).toMatchObject({ mime: 'image/webp', name: 'passwd.png' });
      const response = await fetch(`${server.url}/v0/static/${data.id}`, { headers: { 'x-token': staff } });
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(await readFile(`${server.config.KONTOR_DATA}/files/${data.id.slice(0, 2)}/${data.id}`)).not.toEqual(PNG);
    });

    it.each([
      ['html named png', 'avatar', '<html><script>alert(1)</script>', 'x.png'],
      ['svg', 'image', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'x.svg'],
      ['half a png', 'image', PNG.subarray(0, 30), 'x.png'],
      ['a program', 'intern', Buffer.from('7f454c46020101000000000000000000', 'hex'), 'x.csv'],
      ['html as text', 'intern', '<!doctype html><p>hi', 'x.txt'],
    ])('%s is refused', async (_, kind, bytes, name) => {
      expect(await put(kind, bytes, name)).toMatchObject({ status: 400, code: 'UploadTypeRefused' });
    });

    it('too large is told with the limit in MB', async () => {
      expect(await put('intern', new Uint8Array(10 * 1024 * 1024 + 1), 'big.csv')).toMatchObject({
        status: 400,
        code: 'UploadTooLarge',
        data: { size: 10 },
      });
    });

    it.each(['....%2f%2fetc%2fpasswd', '..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(31), 'g'.repeat(32)])(
      'no path leads out of the folder: %s',
      async (path) => {
        const response = await fetch(`${server.url}/v0/static/${path}`, { headers: { 'x-token': staff } });
        expect(response.status).toBe(404);
      },
    );
  });
});
