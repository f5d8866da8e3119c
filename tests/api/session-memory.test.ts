import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; merchantId: string | null };

/** A node remembers who was behind a token; what it remembers counts only while the database says so in the same breath (P17, P27). */
describe('a remembered session (P27)', () => {
  let server: TestServer;
  /** A second node, whose memory is its own. */
  let other: TestServer;
  let token: string;
  const account = 'warehouse@kontor.example';
  const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);
  const list = (query = '', headers = {}) => server.call<Row[]>('GET', `/v0/items${query}`, undefined, token, headers);
  const one = (id: string) => server.call('GET', `/v0/items/${id}`, undefined, token);
  const mine = `token_hash = sha256($1::bytea)`;
  const ofToken = () => [Buffer.from(token)];

  beforeAll(async () => {
    server = await startServer({ sample: true });
    other = await startServer({ beside: server });
  });
  afterAll(async () => {
    await other.close();
    await server.close();
  });
  beforeEach(async () => {
    token = await server.signIn('warehouse');
    expect((await list()).code).toBe('OK');
  });

  /** What the statements of a call read, as far as they are the call's own. */
  async function statements(run: () => Promise<unknown>): Promise<string[]> {
    const asked = vi.spyOn(server.appPool, 'query');
    await run();
    const texts = asked.mock.calls.map(([query]) => (query as unknown as { text: string }).text);
    asked.mockRestore();
    return texts.filter((text) => /from sessions|"items"/.test(text));
  }

  it('costs a list no statement of its own, and another call one that reads no privileges', async () => {
    const { data } = await list();
    expect(await statements(list)).toHaveLength(1);
    const asked = await statements(() => one(data[0]?.id ?? ''));
    expect(asked).toHaveLength(2);
    expect(asked[0]).not.toContain('privileges');
  });

  it.each([
    ['revoked', `update sessions set revoked_at = now() where ${mine}`],
    ['deleted', `delete from sessions where ${mine}`],
    ['past its end', `update sessions set expires_at = now() where ${mine}`],
    ['idle for too long', `update sessions set seen_at = now() - interval '41 minutes' where ${mine}`],
  ])('is over from the next call on when it is %s', async (_, change) => {
    await sql(change, ofToken());
    for (const query of ['', '?q=nothing-is-called-so', '?noSuchField=1', '?id=no-uuid', '?l=9999'])
      expect(await list(query), query).toMatchObject({ status: 403, code: 'NoSession', data: null });
  });

  it.each([
    ['disabled', 'disabled_at'],
    ['deleted', 'deleted_at'],
  ])('is over from the next call on when its person is %s', async (_, column) => {
    await sql(`update users set ${column} = now() where account = $1`, [account]);
    expect((await list()).code).toBe('NoSession');
    await sql(`update users set ${column} = null where account = $1`, [account]);
    expect((await list()).code).toBe('OK');
  });

  it.each([
    ['the person loses the role', `update users set role_ids = '{}' where account = '${account}'`],
    ['the role loses the privilege', `update roles set privilege_ids = '{}' where key = 'warehouse'`],
    ['the role is deleted', `update roles set deleted_at = now() where key = 'warehouse'`],
    ['the privilege is deleted', `update privileges set deleted_at = now() where key in ('items.read', 'items.*', '*')`],
  ])('may no longer from the next call on when %s', async (_, change) => {
    const client = await server.pool.connect();
    const { rows: before } = await client.query(
      `select u.role_ids, r.privilege_ids from users u, roles r where u.account = $1 and r.key = 'warehouse'`,
      [account],
    );
    try {
      await client.query('begin');
      await client.query(change);
      expect((await list()).code, 'what is not committed does not count yet').toBe('OK');
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await list()).toMatchObject({ code: 'NotAllowed', data: 'items.read' });
    await sql(`update users set role_ids = $2 where account = $1`, [account, before[0].role_ids]);
    await sql(`update roles set privilege_ids = $1, deleted_at = null where key = 'warehouse'`, [before[0].privilege_ids]);
    await sql(`update privileges set deleted_at = null where key in ('items.read', 'items.*', '*')`);
    expect((await list()).code, 'and may again').toBe('OK');
  });

  it('may what a class allows through its duties, and no longer when the duty goes', async () => {
    await sql(`update users set role_ids = '{}' where account = 'carrier@kontor.example'`);
    token = await server.signIn('carrier');
    expect((await list()).code).toBe('NotAllowed');
    await sql(
      `with d as (insert into duties (code, name, privilege_ids) values ('LOOK', 'Look', array(select id from privileges where key = 'items.read')) returning id),
            c as (insert into classes (code, name, duty_ids) select 'LOOKERS', 'Lookers', array[id] from d returning id)
       update users set class_ids = array[c.id] from c where account = 'carrier@kontor.example'`,
    );
    expect((await list()).code).toBe('OK');
    await sql(`update duties set deleted_at = now() where code = 'LOOK'`);
    expect((await list()).code).toBe('NotAllowed');
    await sql(`update duties set deleted_at = null where code = 'LOOK'`);
    expect((await list()).code).toBe('OK');
    await sql(`update classes set duty_ids = '{}' where code = 'LOOKERS'`);
    expect((await list()).code).toBe('NotAllowed');
  });

  it('sees only the merchant’s rows from the call on in which the person becomes one of the merchant’s', async () => {
    const { rows } = await sql(`select id from merchants order by no limit 1`);
    await sql(`update users set merchant_id = $2 where account = $1`, [account, rows[0].id]);
    const { data } = await list('?l=100');
    expect(new Set(data.map((row) => row.merchantId ?? rows[0].id))).toEqual(new Set([rows[0].id]));
    await sql(`update users set merchant_id = null where account = $1`, [account]);
    expect(new Set((await list('?l=100')).data.map((row) => row.merchantId)).size).toBeGreaterThan(1);
  });

  it('a change made by another node holds here from the next call on', async () => {
    expect((await other.call('GET', '/v0/items', undefined, token)).code).toBe('OK');
    expect((await other.call('GET', '/v0/auth/logout', undefined, token)).code).toBe('OK');
    expect((await list()).code).toBe('NoSession');
    expect((await other.call('GET', '/v0/items', undefined, token)).code).toBe('NoSession');
  });

  it('is kept alive by lists, not by lists that are asked for in passing', async () => {
    const seen = async () => (await sql(`select seen_at from sessions where ${mine}`, ofToken())).rows[0].seen_at as Date;
    await sql(`update sessions set seen_at = now() - interval '30 minutes' where ${mine}`, ofToken());
    expect((await list('', { 'x-kontor-passive': '1' })).code).toBe('OK');
    expect(Date.now() - (await seen()).getTime()).toBeGreaterThan(29 * 60_000);
    expect((await list()).code).toBe('OK');
    expect(Date.now() - (await seen()).getTime()).toBeLessThan(60_000);
  });

  it('an empty list is as empty as before, and what is wrong with a query is said', async () => {
    expect(await list('?q=nothing-is-called-so')).toMatchObject({ code: 'OK', data: [], total: 0, next: null });
    expect(await list('?noSuchField=1')).toMatchObject({ code: 'InvalidInput', data: [{ path: 'noSuchField', rule: 'unknownField' }] });
    expect((await list('?id=no-uuid')).code).toBe('InvalidInput');
  });
});
