import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import { createDb } from '../../server/core/db/client.ts';
import { columnName, type ServerArea } from '../../server/core/http/area.ts';
import { fileFields, fileOwners, uuidOfFile } from '../../server/core/http/file-scope.ts';
import { readSession } from '../../server/core/http/read-session.ts';
import { selectRows } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { AREAS } from '../../server/modules/index.ts';
import { anyRow, unchecked } from '../support/any-rows.ts';
import { type RoleAccount, roleAccounts } from '../support/role-accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number };
const owners = fileOwners(AREAS).filter((entry) => fileFields(entry).length > 0);

describe('a file is readable by whoever may read the record that names it (P17, P18)', () => {
  let server: TestServer;
  let accounts: RoleAccount[];
  let admin: string;
  let employee: string;
  let merchants: string[];
  const tokenOf = (role: string): string => accounts.find((one) => one.role === role)?.token ?? '';
  let uploads = 0;
  const upload = async (token: string, text = `paper ${(uploads += 1)}`, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new Blob([text], { type: 'text/plain' }), `${text.slice(0, 20)}.txt`);
    return server.call<{ id: string; name: string }>('POST', '/v0/statics/upload/intern', form, token, headers);
  };
  const read = async (token: string, file: string): Promise<boolean> => {
    const response = await fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': token } });
    await response.arrayBuffer();
    return response.status === 200;
  };
  const listed = async (token: string, file: string): Promise<boolean> => {
    const { data } = await server.call<Row[]>('GET', `/v0/files?id=${uuidOfFile(file)}`, undefined, token);
    return data.length > 0;
  };
  const readsRecord = async (token: string, entry: ServerArea, id: string): Promise<boolean> => {
    const db = createDb(server.appPool);
    const actor = await readSession(db, token);
    if (!actor || !allows(actor.privileges, `${entry.area.name}.read`)) return false;
    return (
      (await asActor(db, actor, 'test', (tx) => selectRows(tx, AREAS, entry, actor, [id], { only: ['id'] })).catch(() => [])).length > 0
    );
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    accounts = await roleAccounts(server);
    [admin, employee] = [tokenOf('admin'), tokenOf('employee')];
    merchants = (await server.pool.query('select id from merchants order by no')).rows.map(({ id }) => id);
  });
  afterAll(() => server.close());

  it.each(owners.map((entry) => [entry.area.name, entry] as const))('%s: each role reads both, or neither', async (name, entry) => {
    const merchant = accounts.find(({ role }) => role === 'merchant');
    const carrier = accounts.find(({ role }) => role === 'carrier');
    const { merchant: merchantKey, carrier: carrierKey } = entry.area;
    const column = (key: string | undefined, value: unknown) => (key && key !== 'id' ? { [columnName(key)]: value } : {});
    // Somebody's own, another's, and the house's.
    const whose = [
      { ...column(merchantKey, merchant?.merchantId), ...column(carrierKey, carrier?.carrierId) },
      { ...column(merchantKey, merchants[1]), ...column(carrierKey, crypto.randomUUID()) },
    ];
    for (const over of whose)
      for (const key of fileFields(entry)) {
        const { data } = await upload(admin);
        const id = await unchecked(server.pool, [entry], (client) => anyRow(client, entry, { ...over, [columnName(key)]: data.id }));
        for (const { role, token } of accounts) {
          const record = await readsRecord(token, entry, id);
          const seen = { read: await read(token, data.id), listed: await listed(token, data.id) };
          expect(seen, `${role} on ${name}.${key}`).toEqual({ read: record, listed: record });
        }
      }
  });

  it('the paper of an invoice is closed to the warehouse and to employees, in search too', async () => {
    const invoices = AREAS.get('invoices');
    if (!invoices) throw new Error('no invoices');
    const { data } = await upload(admin, 'INV-SECRET-PAPER');
    await unchecked(server.pool, [invoices], (client) => anyRow(client, invoices, { pdf_file: data.id }));
    for (const role of ['warehouse', 'employee', 'merchant', 'carrier', 'printShipment']) {
      expect(await read(tokenOf(role), data.id), role).toBe(false);
      const { data: hits } = await server.call<{ area: string }[]>('GET', '/v0/search?q=INV-SECRET', undefined, tokenOf(role));
      expect(
        hits.filter(({ area }) => area === 'files'),
        role,
      ).toEqual([]);
      expect((await server.call('GET', `/v0/files/${uuidOfFile(data.id)}`, undefined, tokenOf(role))).code, role).toBe('NotFound');
    }
    expect(await read(tokenOf('finance'), data.id)).toBe(true);
  });

  it('a file that no record names is its uploader’s', async () => {
    const { data } = await upload(employee);
    const readers = [];
    for (const { role, token } of accounts) if (await read(token, data.id)) readers.push(role);
    expect(readers).toEqual(['admin', 'employee']);
  });

  it('nobody makes a foreign file readable by naming it in a record of their own', async () => {
    const { data: foreign } = await upload(tokenOf('finance'));
    const { data: item } = await server.call<Row>('POST', '/v0/items', { sku: 'FILE-1', name: 'x', merchantId: merchants[0] }, employee);
    for (const token of [employee, tokenOf('merchant')])
      expect(await server.call('PUT', `/v0/items/${item.id}`, { version: item.version, image: foreign.id }, token)).toMatchObject({
        code: 'InvalidInput',
        data: [{ path: 'image', rule: 'reference' }],
      });
    expect((await server.call('PUT', '/v0/auth/profile', { avatar: foreign.id }, employee)).code).toBe('NotFound');
    expect((await server.call('POST', '/v0/imports', { mask: 'wms.item.list', fileId: foreign.id }, employee)).code).toBe('NotFound');
    expect(await read(employee, foreign.id)).toBe(false);
  });

  it('a file goes only after its record has let go of it, and nobody removes what they cannot read', async () => {
    const { data: file } = await upload(employee);
    const { data: item } = await server.call<Row>(
      'POST',
      '/v0/items',
      { sku: 'FILE-2', name: 'x', image: file.id, merchantId: merchants[0] },
      employee,
    );
    const remove = (token: string) => server.call('DELETE', `/v0/files/${uuidOfFile(file.id)}`, undefined, token);
    expect(await remove(employee)).toMatchObject({ code: 'InUse', data: 'items' });
    const { data: own } = await upload(tokenOf('finance'));
    expect((await server.call('DELETE', `/v0/files/${uuidOfFile(own.id)}`, undefined, employee)).code).toBe('NotFound');
    await server.call('PUT', `/v0/items/${item.id}`, { version: item.version, image: null }, employee);
    expect((await remove(employee)).code).toBe('OK');
  });

  it('a repeated upload is one file: by its key, and by person, name and content (P2)', async () => {
    const count = async () => (await server.pool.query(`select count(*)::int as n from files where name like 'twice%'`)).rows[0].n;
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await upload(employee, 'twice over', headers);
    expect((await upload(employee, 'twice over', headers)).data).toEqual(first.data);
    expect(await upload(employee, 'twice other', headers)).toMatchObject({ status: 422, code: 'IdempotencyMismatch' });
    const both = await Promise.all([upload(employee, 'twice over'), upload(employee, 'twice over')]);
    expect(both.map(({ data }) => data.id)).toEqual([first.data.id, first.data.id]);
    expect(await count()).toBe(1);
    expect((await upload(tokenOf('finance'), 'twice over')).data.id).not.toBe(first.data.id);
  });

  it('a print of an invoice is seen by those who may read invoices', async () => {
    const printJobs = AREAS.get('printJobs');
    if (!printJobs) throw new Error('no print jobs');
    const id = await unchecked(server.pool, [printJobs], (client) =>
      anyRow(client, printJobs, { document: 'invoice', title: 'PRINTED-INVOICE' }),
    );
    const readers = [];
    for (const { role, token } of accounts) if (await readsRecord(token, printJobs, id)) readers.push(role);
    expect(readers).toEqual(['admin', 'manager', 'finance']);
  });

  it('announcements and views reach those they are for, in lists as on Home', async () => {
    const text = { en: 'x', cn: 'x', de: 'x' };
    await server.call('POST', '/v0/announcements', { title: { ...text, en: 'FOR-STAFF' }, text, audience: 'staff' }, admin);
    await server.call('POST', '/v0/views', { mask: 'wms.item.list', name: 'HOUSE', shared: true, state: {} }, admin);
    for (const role of ['merchant', 'carrier']) {
      expect((await server.call('GET', '/v0/announcements?q=FOR-STAFF', undefined, tokenOf(role))).data, role).toEqual([]);
      expect((await server.call('GET', '/v0/views?q=HOUSE', undefined, tokenOf(role))).data, role).toEqual([]);
    }
    expect((await server.call('GET', '/v0/announcements?q=FOR-STAFF', undefined, tokenOf('warehouse'))).data).toHaveLength(1);
    expect((await server.call('GET', '/v0/views?q=HOUSE', undefined, tokenOf('warehouse'))).data).toHaveLength(1);
  });
});
