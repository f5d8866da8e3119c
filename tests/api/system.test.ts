import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrivilegeChoice } from '#contract/access/privileges';
import { LOCALES } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import { verifyAudit } from '../../server/commands/verify-audit.ts';
import { auditKey, lockAudit, sealAudit } from '../../server/core/audit/chain.ts';
import { createDb } from '../../server/core/db/client.ts';
import { wordsOf } from '../../server/modules/access/privileges/describe.ts';
import { describeSetting } from '../../server/modules/settings/settings/describe.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Setting = { id: string; key: string; description: string; version: number };

describe('masks, labels and what belongs to no area', () => {
  let server: TestServer;
  let admin: string;
  let merchant: string;
  const call = <T = unknown>(method: string, path: string, body?: unknown, token = admin) => server.call<T>(method, path, body, token);
  const mask = async (token = admin): Promise<Mask> => (await call<Mask>('GET', '/v0/masken/?q=customer.list', undefined, token)).data;
  const draft = (definition: unknown, scope: object = {}) =>
    call<{ id: string }>('POST', '/v0/masken/draft', { key: 'customer.list', definition, scope, note: 'test' });

  beforeAll(async () => {
    server = await startServer({ sample: true });
    [admin, merchant] = await Promise.all([server.signIn('admin'), server.signIn('merchant')]);
  });
  afterAll(() => server.close());

  it('an edited mask is a draft until it is published, and the built-in one is back after a roll-back', async () => {
    const original = await mask();
    const edited = { ...original, columns: original.columns.slice(0, 2) };
    const { data } = await draft(edited);
    expect((await mask()).columns).toHaveLength(original.columns.length);
    await call('POST', '/v0/masken/publish', { id: data.id });
    expect((await mask()).columns).toHaveLength(2);
    const { data: back } = await draft(original);
    await call('POST', '/v0/masken/publish', { id: back.id });
    await call('POST', '/v0/masken/rollback', { id: data.id });
    expect((await mask()).columns).toHaveLength(2);
    const { data: versions } = await call<{ state: string; author: string; version: number }[]>(
      'GET',
      '/v0/masken/versions?q=customer.list',
    );
    expect(versions.map(({ state }) => state)).toEqual(['live', 'old', 'old']);
    expect(versions[0]).toMatchObject({ author: 'Anna Admin', version: 3 });
  });

  it('every privilege says what it allows, in each language; a description written by hand stands', async () => {
    const list = () => call<{ id: string; key: string; description: string; version: number }[]>('GET', '/v0/privileges?l=1000&s=key');
    const { data } = await list();
    for (const locale of LOCALES)
      expect(data.filter(({ key }) => wordsOf(key, locale).text === '' || wordsOf(key, locale).text.includes('{{'))).toEqual([]);
    expect(data.find(({ key }) => key === 'items.read')?.description).toBe('Items: view');
    const swap = data.find(({ key }) => key === 'tasks.swapSerial');
    expect(swap?.description).toBe('Replace the serial number of a shipped piece');
    await call('PUT', `/v0/privileges/${swap?.id}`, { version: swap?.version, description: 'Own words' });
    expect((await list()).data.find(({ key }) => key === 'tasks.swapSerial')?.description).toBe('Own words');
  });

  it('all privileges are read at once with area and right in words, to choose among them', async () => {
    const { data } = await call<PrivilegeChoice[]>('GET', '/v0/privileges/choices');
    const { rows } = await server.pool.query<{ n: number }>('select count(*)::int as n from privileges where deleted_at is null');
    expect(data).toHaveLength(rows[0]?.n ?? 0);
    expect(data.find(({ key }) => key === 'items.read')).toMatchObject({ area: 'items', areaTitle: 'Items', right: 'view' });
    expect(data.find(({ key }) => key === '*')).toMatchObject({ area: '', right: 'Everything in every area' });
  });

  it('every setting of the house says what it does, in the language of the reader; a description written by hand stands', async () => {
    const list = async (language = 'en') =>
      (await server.call<Setting[]>('GET', '/v0/settings?l=100&s=key', undefined, admin, { 'accept-language': language })).data;
    const found = await list();
    expect(found.length).toBeGreaterThan(5);
    for (const locale of LOCALES) {
      const texts = found.map(({ key }) => describeSetting(key, '', locale));
      expect(texts.filter((text) => text === '')).toEqual([]);
      // What the product had written before is told in the reader's language too.
      expect(found.map(({ key }) => describeSetting(key, 'Stands on documents', locale))).toEqual(texts);
    }
    const name = found.find(({ key }) => key === 'house.name');
    expect(name?.description).toBe('Name of the company on labels and documents');
    await call('PUT', `/v0/settings/${name?.id}`, { version: name?.version, description: 'Own words' });
    expect((await list('de')).find(({ key }) => key === 'house.name')?.description).toBe('Own words');
    expect((await list('de')).find(({ key }) => key === 'house.address.city')?.description).toBe('Absender: Ort');
  });

  it('the first publication can be withdrawn: the screen is as before, and the version can be restored', async () => {
    const read = async () => (await call<Mask>('GET', '/v0/masken/?q=supplier.list')).data.columns.length;
    const { data: original } = await call<Mask>('GET', '/v0/masken/?q=supplier.list');
    const body = { key: 'supplier.list', definition: { ...original, columns: original.columns.slice(0, 1) }, scope: {}, note: 'test' };
    const { data } = await call<{ id: string }>('POST', '/v0/masken/draft', body);
    expect((await call('POST', '/v0/masken/withdraw', { id: data.id })).code).toBe('StateRefused');
    await call('POST', '/v0/masken/publish', { id: data.id });
    expect(await read()).toBe(1);
    expect((await call('POST', '/v0/masken/withdraw', { id: data.id })).code).toBe('OK');
    expect(await read()).toBe(original.columns.length);
    await call('POST', '/v0/masken/rollback', { id: data.id });
    expect(await read()).toBe(1);
    expect((await call('POST', '/v0/masken/withdraw', { id: data.id }, merchant)).code).toBe('NotAllowed');
  });

  it('a mask for a role is that role’s alone', async () => {
    const shared = await mask();
    const { data } = await draft({ ...shared, columns: shared.columns.slice(0, 1) }, { role: 'merchant' });
    await call('POST', '/v0/masken/publish', { id: data.id });
    expect((await mask(merchant)).columns).toHaveLength(1);
    expect((await mask()).columns).toHaveLength(2);
  });

  it.each([
    ['a column that is no field', (m: Mask) => ({ ...m, columns: [{ field: 'nope' }] }), 'columns.0'],
    [
      'a field the area does not have',
      (m: Mask) => ({ ...m, fields: { ...m.fields, passwdHash: { kind: 'text', label: 'x' } } }),
      'fields.passwdHash',
    ],
    ['a field id with a digit', (m: Mask) => ({ ...m, fields: { ...m.fields, a1: { kind: 'text', label: 'x' } } }), 'fields.a1'],
    ['an unknown kind', (m: Mask) => ({ ...m, fields: { ...m.fields, name: { kind: 'hologram', label: 'x' } } }), 'fields.name.kind'],
    [
      'a call aimed elsewhere',
      (m: Mask) => ({ ...m, actions: [{ key: 'x', label: 'x', on: 'row', call: { method: 'DELETE', path: '/v0/users/:id' } }] }),
      'actions.0.call',
    ],
    [
      'code in a condition',
      (m: Mask) => ({
        ...m,
        fields: { ...m.fields, name: { kind: 'text', label: 'x', when: { field: 'name', op: 'eval', value: 'alert(1)' } } },
      }),
      'fields.name.when',
    ],
  ])('%s is refused with its place, and the live one stays', async (_, broken, path) => {
    const before = await mask();
    const answer = await draft(broken(before));
    expect(answer).toMatchObject({ status: 422, code: 'MaskBroken' });
    expect((answer.data as unknown as { path: string }[]).map((fault) => fault.path).join(' ')).toContain(path);
    expect(await mask()).toEqual(before);
  });

  it('a stored mask that no longer fits falls back to the built-in one instead of breaking the page', async () => {
    await server.pool.query(`update mask_versions set definition = '{"key":"customer.list"}' where state = 'live' and role = ''`);
    expect((await mask()).columns.length).toBeGreaterThan(2);
  });

  it('a mask grants nothing: without the privilege of its area it is not even read (P18)', async () => {
    expect((await call('GET', '/v0/masken/?q=sys.users.list', undefined, merchant)).code).toBe('NotAllowed');
    expect((await call('POST', '/v0/masken/draft', { key: 'customer.list', definition: {} }, merchant)).code).toBe('NotAllowed');
  });

  it('a serial number becomes a label in base64; what no scanner could read is refused', async () => {
    const { data } = await call<{ base64: string }>('GET', '/v0/utils/labelSNBase64?q=SN-2026-000123');
    expect(Buffer.from(data.base64, 'base64').toString('latin1')).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\n?$/);
    for (const q of ['%E5%BA%8F', 'x'.repeat(61), 'Aa-'.repeat(19)])
      expect((await call('GET', `/v0/utils/labelSNBase64?q=${q}`)).code).toBe('InvalidInput');
  });

  it('compartments are counted out in the order a picker walks, once', async () => {
    const site = await call<{ id: string }>('POST', '/v0/storehouses', { code: 'BRE', name: 'Bremen' });
    const hall = await call<{ id: string }>('POST', '/v0/warehouses', { code: 'H1', name: 'Hall 1', storehouseId: site.data.id });
    const body = {
      warehouseId: hall.data.id,
      aisle: { from: '01', to: '02' },
      rack: { from: '01', to: '03' },
      level: { from: 'A', to: 'B' },
      slot: { from: '1', to: '2' },
    };
    expect((await call('POST', '/v0/compartments/generate', { ...body, preview: true })).data).toMatchObject({ total: 24, created: 24 });
    expect((await call('POST', '/v0/compartments/generate', body)).data).toMatchObject({ created: 24, existing: 0 });
    expect((await call('POST', '/v0/compartments/generate', body)).data).toMatchObject({ created: 0, existing: 24 });
    const { data } = await call<{ code: string }[]>('GET', `/v0/compartments?s=pickOrder&l=1000&warehouseId=${hall.data.id}`);
    expect(data.map((row) => row.code).slice(0, 2)).toEqual(['01-01-A-1', '01-01-A-2']);
    expect(data.map((row) => row.code).slice(12, 14)).toEqual(['02-03-A-1', '02-03-A-2']);
    expect(await call('POST', '/v0/compartments/generate', { ...body, aisle: { from: '02', to: '01' } })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'aisle', rule: 'range' }],
    });
    expect(
      await call('POST', '/v0/compartments/generate', { ...body, slot: { from: '1', to: '9999' }, rack: { from: '1', to: '99' } }),
    ).toMatchObject({ code: 'InvalidInput', data: [{ path: 'rack', rule: 'tooManyPlaces' }] });
  });

  it('the audit chain names the row that was forged (P43)', async () => {
    const db = createDb(server.pool);
    // Only rows older than two minutes are sealed. The server's own job may have sealed the first rows: those stay as they are.
    await db.transaction(async (tx) => {
      await lockAudit(tx);
      await tx.execute(sql`alter table audit_log disable trigger all`);
      await tx.execute(
        sql`update audit_log set at = at - interval '10 minutes' where id > (select coalesce(max(audit_id), 0) from audit_seal)`,
      );
      await tx.execute(sql`alter table audit_log enable trigger all`);
    });
    await sealAudit(db, auditKey(server.config));
    const { rows: seals } = await server.pool.query<{ n: number }>('select count(*)::int as n from audit_seal');
    expect(seals[0]?.n).toBeGreaterThan(10);
    await verifyAudit(server);
    await server.pool.query('alter table audit_log disable trigger all');
    await server.pool.query(`update audit_log set action = 'read' where id = (select min(id) + 3 from audit_log)`);
    const { rows } = await server.pool.query('select min(id) + 3 as id from audit_log');
    await expect(verifyAudit(server)).rejects.toThrow(`row ${rows[0].id} was changed`);
  });
});
