import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaleData } from '#contract/core/envelope';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number; code: string; name: string; deletedAt: string | null };

describe('writes', () => {
  let server: TestServer;
  let admin: string;
  let manager: string;
  const make = async (code: string): Promise<Row> =>
    (await server.call<Row>('POST', '/v0/storehouses', { code, name: 'Hamburg' }, admin)).data;
  const count = async (code: string): Promise<number> =>
    Number((await server.pool.query('select count(*)::int as n from storehouses where code = $1', [code])).rows[0].n);

  beforeAll(async () => {
    server = await startServer({ sample: true });
    [admin, manager] = await Promise.all([server.signIn('admin'), server.signIn('manager')]);
  });
  afterAll(() => server.close());

  describe('repeated with the same key (P2)', () => {
    it('ten at once have one effect and equal answers', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => server.call<Row>('POST', '/v0/storehouses', { code: 'TEN', name: 'Ten' }, admin, key)),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
      expect(answers.every((answer) => answer.code === 'OK')).toBe(true);
      expect(await count('TEN')).toBe(1);
    });

    it('a changed body is refused, another person has keys of their own', async () => {
      const key = { 'idempotency-key': randomUUID() };
      await server.call('POST', '/v0/storehouses', { code: 'KEY', name: 'A' }, admin, key);
      expect(await server.call('POST', '/v0/storehouses', { code: 'KEY2', name: 'B' }, admin, key)).toMatchObject({
        status: 422,
        code: 'IdempotencyMismatch',
      });
      expect(await server.call('POST', '/v0/storehouses', { code: 'KEY3', name: 'C' }, manager, key)).toMatchObject({ code: 'OK' });
    });

    it('a refusal is not pinned: the same key works once the fault is mended', async () => {
      const key = { 'idempotency-key': randomUUID() };
      expect(await server.call('POST', '/v0/storehouses', { code: '', name: 'x' }, admin, key)).toMatchObject({ code: 'InvalidInput' });
      expect(await server.call('POST', '/v0/storehouses', { code: 'MENDED', name: 'x' }, admin, key)).toMatchObject({ code: 'OK' });
    });

    it('a second node, and so a restarted one, gives the first answer again', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const first = await server.call<Row>('POST', '/v0/storehouses', { code: 'NODE', name: 'x' }, admin, key);
      const other = await startServer({ beside: server });
      const again = await other.call<Row>('POST', '/v0/storehouses', { code: 'NODE', name: 'x' }, admin, key);
      await other.close();
      expect(again.data).toEqual(first.data);
      expect(await count('NODE')).toBe(1);
    });

    it('a client without a key is served too', async () => {
      const response = await fetch(`${server.url}/v0/storehouses`, {
        method: 'POST',
        headers: { 'x-token': admin, 'content-type': 'application/json' },
        body: JSON.stringify({ code: 'PLAIN', name: 'x' }),
      });
      expect(await response.json()).toMatchObject({ code: 'OK' });
    });
  });

  describe('based on a version (P13)', () => {
    it('of two editors at once exactly one wins; the other learns who changed what', async () => {
      const row = await make('RACE');
      const answers = await Promise.all([
        server.call('PUT', `/v0/storehouses/${row.id}`, { version: row.version, name: 'A' }, admin),
        server.call('PUT', `/v0/storehouses/${row.id}`, { version: row.version, name: 'B' }, manager),
      ]);
      expect(answers.map((answer) => answer.code).sort()).toEqual(['OK', 'StaleVersion']);
      const lost = answers.find((answer) => answer.code === 'StaleVersion');
      expect(lost?.status).toBe(409);
      const data = lost?.data as StaleData;
      expect(data.fields).toContain('name');
      expect(['Anna Admin', 'Max Manager']).toContain(data.changedBy);
    });

    it('an edit changes only what was sent', async () => {
      const row = await make('PART');
      await server.call('PUT', `/v0/storehouses/${row.id}`, { version: 1, contact: 'Li' }, admin);
      const { data } = await server.call<Row & { contact: string; timezone: string }>(
        'PUT',
        `/v0/storehouses/${row.id}`,
        { version: 2, phone: '1' },
        admin,
      );
      expect(data).toMatchObject({ contact: 'Li', timezone: 'Europe/Berlin', name: 'Hamburg', version: 3 });
    });
  });

  describe('fields that are not for the client (P18)', () => {
    it.each(['createdAt', 'deletedAt', 'sortAt', 'id', 'passwdHash', 'createdBy', '__proto__x'])('%s is refused by name', async (field) => {
      const answer = await server.call<{ path: string; rule: string }[]>(
        'POST',
        '/v0/storehouses',
        { code: randomUUID().slice(0, 8), name: 'x', [field]: 'x' },
        admin,
      );
      expect(answer.code).toBe('InvalidInput');
      expect(answer.data).toContainEqual({ path: field, rule: 'unknownField' });
    });

    it('every fault is told at once, with its rule', async () => {
      const { data } = await server.call<{ path: string; rule: string }[]>(
        'POST',
        '/v0/tax',
        { code: '', name: 'x'.repeat(101), country: 'Germany', rate: 1.5 },
        admin,
      );
      expect(data.map(({ path, rule }) => `${path}:${rule}`).sort()).toEqual([
        'code:required',
        'country:format',
        'name:tooLong',
        'rate:type',
      ]);
    });
  });

  describe('deleting (P44)', () => {
    it('hides everywhere, frees the key, and comes back as it was', async () => {
      const row = await make('GONE');
      await server.call('DELETE', `/v0/storehouses/${row.id}`, undefined, admin);
      expect((await server.call<Row[]>('GET', '/v0/storehouses?code=GONE', undefined, admin)).data).toHaveLength(0);
      expect((await server.call<Row[]>('GET', '/v0/search?q=GONE', undefined, admin)).data).toHaveLength(0);
      expect((await server.call<Row[]>('GET', '/v0/storehouses?trash=1&code=GONE', undefined, admin)).data).toHaveLength(1);
      const { data: back } = await server.call<Row>('PUT', `/v0/storehouses/${row.id}/recover`, {}, admin);
      expect(back).toMatchObject({ id: row.id, code: 'GONE', name: 'Hamburg', deletedAt: null });
    });

    it('recovering into a key that was taken meanwhile is refused, not merged', async () => {
      const row = await make('TAKEN');
      await server.call('DELETE', `/v0/storehouses/${row.id}`, undefined, admin);
      expect(await server.call('POST', '/v0/storehouses', { code: 'TAKEN', name: 'new' }, admin)).toMatchObject({ code: 'OK' });
      expect(await server.call('PUT', `/v0/storehouses/${row.id}/recover`, {}, admin)).toMatchObject({ status: 409, code: 'Duplicate' });
    });

    it('for ever needs a deleted row that nothing names', async () => {
      const row = await make('PURGE');
      expect(await server.call('DELETE', `/v0/storehouses/${row.id}/purge`, undefined, admin)).toMatchObject({ code: 'StateRefused' });
      const hall = await server.call<Row>('POST', '/v0/warehouses', { code: 'H-PURGE', name: 'Hall', storehouseId: row.id }, admin);
      await server.call('DELETE', `/v0/storehouses/${row.id}`, undefined, admin);
      expect(await server.call('DELETE', `/v0/storehouses/${row.id}/purge`, undefined, admin)).toMatchObject({
        status: 409,
        code: 'InUse',
      });
      await server.call('DELETE', `/v0/warehouses/${hall.data.id}`, undefined, admin);
      expect(await server.call('DELETE', `/v0/warehouses/${hall.data.id}/purge`, undefined, admin)).toMatchObject({ code: 'OK' });
      expect(await server.call('DELETE', `/v0/storehouses/${row.id}/purge`, undefined, admin)).toMatchObject({ code: 'OK' });
    });

    it('in bulk, each row succeeds or is refused by itself', async () => {
      const [a, b] = [await make('BULK1'), await make('BULK2')];
      await server.call('DELETE', `/v0/storehouses/${a.id}`, undefined, admin);
      const { data } = await server.call<{ id: string; code: string }[]>(
        'POST',
        '/v0/storehouses/bulk',
        { action: 'purge', ids: [a.id, b.id] },
        admin,
      );
      expect(data.map((one) => one.code)).toEqual(['OK', 'StateRefused']);
    });
  });

  describe('the audit log (P43)', () => {
    it('has who, when, before and after of each change, and never a secret', async () => {
      const row = await make('AUDIT');
      await server.call('PUT', `/v0/storehouses/${row.id}`, { version: 1, name: 'Bremen' }, manager);
      const { data } = await server.call<{ action: string; byName: string; before: unknown; after: unknown }[]>(
        'GET',
        `/v0/storehouses/${row.id}/history`,
        undefined,
        admin,
      );
      expect(data.map((entry) => entry.action)).toEqual(['update', 'create']);
      expect(data[0]).toMatchObject({ byName: 'Max Manager', before: { name: 'Hamburg' }, after: { name: 'Bremen' } });
      const { rows } = await server.pool.query(
        `select count(*)::int as n from audit_log where after::text like '%argon2%' or before::text like '%argon2%'`,
      );
      expect(rows[0].n).toBe(0);
    });

    it('refuses to be changed or emptied', async () => {
      await expect(server.pool.query(`update audit_log set action = 'x'`)).rejects.toThrow(/never changed/);
      await expect(server.pool.query('delete from audit_log')).rejects.toThrow(/never changed/);
      await expect(server.pool.query('truncate audit_log')).rejects.toThrow(/never changed/);
    });
  });
});
