import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

describe('an answer that is kept for a retry belongs to one call of one person in one account (P2)', () => {
  let server: TestServer;
  let admin: string;
  const make = (token: string, key: string, body: object, path = '/v0/storehouses') =>
    server.call<{ id: string; code: string }>('POST', path, body, token, { 'idempotency-key': key });

  beforeAll(async () => {
    server = await startServer({ sample: true });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  it('the same call gets the same answer; another body, path or query gets 422 and no answer', async () => {
    const first = await make(admin, 'k1', { code: 'K1', name: 'one' });
    expect(await make(admin, 'k1', { code: 'K1', name: 'one' })).toMatchObject({ code: 'OK', data: { id: first.data.id } });
    for (const [body, path] of [
      [{ code: 'K1', name: 'two' }, '/v0/storehouses'],
      [{ code: 'K1', name: 'one' }, '/v0/storehouses?x=1'],
      [{ code: 'K1', name: 'one' }, '/v0/printers'],
    ] as const) {
      const answer = await make(admin, 'k1', body, path);
      expect(answer, path).toMatchObject({ status: 422, code: 'IdempotencyMismatch' });
      expect(answer.data).toBeNull();
    }
  });

  it('another person with the same key makes a row of their own', async () => {
    const manager = await server.signIn('manager');
    const mine = await make(admin, 'k2', { code: 'K2-A', name: 'x' });
    const theirs = await make(manager, 'k2', { code: 'K2-B', name: 'x' });
    expect(theirs.data).toMatchObject({ code: 'K2-B' });
    expect(theirs.data.id).not.toBe(mine.data.id);
  });

  it('the same person acting as another account is refused', async () => {
    const { rows } = await server.pool.query(`select id from users where account = 'manager@kontor.example'`);
    const first = await make(admin, 'k3', { code: 'K3', name: 'x' });
    expect(first.code).toBe('OK');
    const acting = await server.signIn('admin');
    await server.pool.query(`update sessions set sub_id = $1 where id = (select id from sessions order by created_at desc limit 1)`, [
      rows[0].id,
    ]);
    const other = await make(acting, 'k3', { code: 'K3', name: 'x' });
    expect(other).toMatchObject({ status: 422, code: 'IdempotencyMismatch', data: null });
  });
});
