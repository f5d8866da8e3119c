import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import type { Actor } from '../../server/core/http/actor.ts';
import { rowsOf } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number; merchantId: string | null };

describe('what belongs to one merchant does not exist for another (P17)', () => {
  let server: TestServer;
  let mine: string;
  let staff: string;
  let ownMerchant: string;
  let otherMerchant: string;
  let own: Row;
  let foreign: Row;
  let shared: Row;
  const call = <T = unknown>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, mine);

  beforeAll(async () => {
    server = await startServer({ sample: true });
    [mine, staff] = await Promise.all([server.signIn('merchant'), server.signIn('admin')]);
    const { rows } = await server.pool.query('select id, no from merchants order by no');
    [ownMerchant, otherMerchant] = rows.map((row) => row.id);
    const item = async (sku: string, merchantId: string | null) =>
      (await server.call<Row>('POST', '/v0/items', { sku, name: sku, merchantId }, staff)).data;
    [own, foreign, shared] = [
      await item('OWN-1', ownMerchant ?? ''),
      await item('FOREIGN-1', otherMerchant ?? ''),
      await item('SHARED-1', null),
    ];
  });
  afterAll(() => server.close());

  it('lists, search, totals and filters show the own and the shared rows only', async () => {
    const skus = async (query: string) => (await call<{ sku: string }[]>('GET', `/v0/items?${query}`)).data.map((row) => row.sku).sort();
    const visible = await skus('l=1000');
    expect(visible).toEqual(expect.arrayContaining(['OWN-1', 'SHARED-1']));
    expect(visible.filter((sku) => sku === 'FOREIGN-1' || sku.startsWith('LAMP'))).toEqual([]);
    expect(await skus(`merchantId=${otherMerchant}`)).toEqual([]);
    expect(await skus('q=FOREIGN')).toEqual([]);
    expect((await call<unknown[]>('GET', '/v0/search?q=FOREIGN')).data).toEqual([]);
    expect((await call<unknown[]>('POST', '/v0/items/many', { ids: [own.id, foreign.id] })).data).toHaveLength(1);
    expect(await call('GET', '/v0/item/any?q=FOREIGN-1')).toMatchObject({ code: 'NotFound' });
  });

  it('a foreign id reads exactly like a missing one, whatever is asked of it', async () => {
    const missing = '01890000-0000-7000-8000-000000000000';
    const calls = (id: string) => [
      call('GET', `/v0/items/${id}`),
      call('PUT', `/v0/items/${id}`, { version: 1, name: 'stolen' }),
      call('DELETE', `/v0/items/${id}`),
      call('PUT', `/v0/items/${id}/recover`, {}),
      call('GET', `/v0/items/${id}/history`),
    ];
    const strip = (answers: { status: number; code: string; data: unknown }[]) =>
      answers.map(({ status, code, data }) => ({ status, code, data }));
    expect(strip(await Promise.all(calls(foreign.id)))).toEqual(strip(await Promise.all(calls(missing))));
    expect((await server.call<Row & { name: string }>('GET', `/v0/items/${foreign.id}`, undefined, staff)).data).toMatchObject({
      name: 'FOREIGN-1',
      version: 1,
    });
  });

  it('a shared item can be seen but not changed', async () => {
    expect(await call('GET', `/v0/items/${shared.id}`)).toMatchObject({ code: 'OK' });
    expect((await call('PUT', `/v0/items/${shared.id}`, { version: 1, name: 'mine now' })).code).not.toBe('OK');
    expect((await server.call<{ name: string }>('GET', `/v0/items/${shared.id}`, undefined, staff)).data.name).toBe('SHARED-1');
  });

  it('a foreign id in a body is no reference, and a row cannot be made for another merchant', async () => {
    expect(await call('POST', '/v0/itemAliases', { code: 'X1', itemId: foreign.id })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'itemId', rule: 'reference' }],
    });
    expect(await call('POST', '/v0/items', { sku: 'NEW', name: 'x', merchantId: otherMerchant })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'merchantId', rule: 'reference' }],
    });
    expect((await call<Row>('POST', '/v0/items', { sku: 'NEW', name: 'x' })).data.merchantId).toBe(ownMerchant);
    const { data } = await call<Row>('GET', `/v0/items/${own.id}`);
    expect(await call('PUT', `/v0/items/${own.id}`, { version: data.version, merchantId: otherMerchant })).toMatchObject({
      code: 'InvalidInput',
    });
  });

  it('files of another merchant and internal ones are not there', async () => {
    const form = new FormData();
    form.set('file', new Blob(['secret,1\n'], { type: 'text/csv' }), 'secret.csv');
    const { data } = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, staff);
    expect((await server.call('GET', `/v0/static/${data.id}`, undefined, mine)).code).toBe('NotFound');
  });

  it('the database itself refuses, even where a statement forgets its condition', async () => {
    const actor = { userId: own.id, actingId: own.id, merchantId: ownMerchant, sessionId: own.id, type: 10 } as unknown as Actor;
    const seen = await asActor(createDb(server.pool), actor, 'test', async (tx) =>
      rowsOf(await tx.execute(sql`select sku from items order by sku`)),
    );
    expect(seen.map((row) => row['sku'])).not.toContain('FOREIGN-1');
    const stolen = await asActor(createDb(server.pool), actor, 'test', async (tx) =>
      rowsOf(await tx.execute(sql`update items set name = 'stolen' returning id`)),
    );
    const { rows } = await server.pool.query(`select count(*)::int as n from items where merchant_id = $1`, [ownMerchant]);
    expect(stolen).toHaveLength(rows[0].n);
    expect(
      (await server.pool.query(`select 1 from items where name = 'stolen' and merchant_id is distinct from $1`, [ownMerchant])).rowCount,
    ).toBe(0);
    await expect(asActor(createDb(server.pool), actor, 'test', (tx) => tx.execute(sql`select * from audit_log`))).rejects.toThrow();
  });
});
