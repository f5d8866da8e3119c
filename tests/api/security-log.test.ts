import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { migrate } from '../../server/core/db/migrate.ts';
import { createLog, loggedError } from '../../server/core/http/log.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { makePerson, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Entry = { event: string; account: string | null; ip: string | null; detail: string | null; userId: string | null };

const MARKER = 'Zebrafink4711';
const lines: string[] = [];
const log = createLog(
  'trace',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ sample: true, log });
  admin = await makePerson(server.pool, ['admin']);
});
afterAll(() => server.close());

const journal = async (event: string): Promise<Entry[]> =>
  (await server.call<Entry[]>('GET', `/v0/securityEvents?event=${event}&l=200`, undefined, admin.token)).data;

describe('the security journal (P34)', () => {
  it('holds sign-ins, right and wrong, with account and address', async () => {
    await server.signIn('finance');
    await server.call('POST', '/v0/auth/login', { account: 'finance@kontor.example', passwd: MARKER });
    await server.call('POST', '/v0/auth/login', { account: 'no\r\nbody@x.example', passwd: MARKER });
    expect((await journal('login.ok')).map(({ account }) => account)).toContain('finance@kontor.example');
    const failed = await journal('login.failed');
    expect(failed[0]).toMatchObject({ account: 'no  body@x.example', ip: '127.0.0.1' });
  });

  it('holds denied access, at most sixty an hour of one person', async () => {
    const clerk = await makePerson(server.pool, ['warehouse']);
    for (let i = 0; i < 3; i += 1) expect((await server.call('GET', '/v0/users', undefined, clerk.token)).code).toBe('NotAllowed');
    const mine = async () => (await journal('access.denied')).filter(({ userId }) => userId === clerk.id);
    expect(await mine()).toHaveLength(3);
    expect((await mine())[0]?.detail).toBe('NotAllowed GET /v0/users');
    await server.pool.query(`insert into security_events (event, user_id) select 'access.denied', $1 from generate_series(1, 57)`, [
      clerk.id,
    ]);
    await server.call('GET', '/v0/users', undefined, clerk.token);
    expect(await mine()).toHaveLength(60);
  });

  it('holds changed rights, acting as another account, passwords, exports and permanent deletion', async () => {
    const target = await makePerson(server.pool, ['warehouse']);
    const { rows } = await server.pool.query(`select id from roles where key = 'employee'`);
    await server.call('PUT', `/v0/users/${target.id}`, { version: 1, roleIds: [rows[0].id] }, admin.token);
    const rights = await journal('rights.changed');
    expect(rights[0]).toMatchObject({ userId: admin.id, detail: `users ${target.id} update: type, role_ids` });

    await server.call('PUT', `/v0/auth/__subId?q=${target.id}`, undefined, admin.token);
    await server.call('PUT', '/v0/auth/__subId?q=', undefined, admin.token);
    expect((await journal('actAs.begin'))[0]).toMatchObject({ userId: admin.id, detail: target.id });
    expect((await journal('actAs.end'))[0]).toMatchObject({ userId: admin.id, detail: target.id });

    await server.call('DELETE', `/v0/users/${target.id}`, undefined, admin.token);
    await server.call('DELETE', `/v0/users/${target.id}/purge`, undefined, admin.token);
    expect((await journal('row.purged'))[0]).toMatchObject({ userId: admin.id, detail: `users ${target.id}` });

    const body = { mask: 'wms.item.list', format: 'csv', fields: ['sku'] };
    expect((await server.call('POST', '/v0/exports', body, admin.token)).code).toBe('OK');
    await expect.poll(async () => (await journal('rows.exported'))[0]?.detail).toMatch(/^wms\.item\.list csv: \d+ rows$/);

    const token = await server.signIn('employee');
    await server.call('PUT', '/v0/auth/chpasswd', { passwd: 'kontor-sample', newPasswd: `${MARKER} am Kai` }, token);
    expect((await journal('password.changed'))[0]).toMatchObject({ account: 'employee@kontor.example' });
  });

  it('is for administrators, is never changed, and holds no password', async () => {
    const manager = await makePerson(server.pool, ['manager']);
    expect((await server.call('GET', '/v0/securityEvents', undefined, manager.token)).code).toBe('NotAllowed');
    await expect(server.pool.query(`delete from security_events`)).rejects.toThrow(/never changed or removed/);
    const { rows } = await server.pool.query('select security_events::text as row from security_events');
    expect(rows.filter(({ row }) => row.includes(MARKER))).toEqual([]);
  });
});

it('a change of an account that has no second factor is in its history and told to open lists', async () => {
  const { id: userId } = await makePerson(server.pool, ['employee']);
  const { rows: secrets } = await server.pool.query('select totp_secret, totp_pending from users where id = $1', [userId]);
  expect(secrets).toEqual([{ totp_secret: null, totp_pending: null }]);
  await server.pool.query(`update users set name = 'Renamed' where id = $1`, [userId]);
  const { rows: audit } = await server.pool.query(`select action, after from audit_log where row_id = $1 order by id`, [userId]);
  expect(audit).toMatchObject([
    { action: 'create', after: { id: userId } },
    { action: 'update', after: { name: 'Renamed' } },
  ]);
  const { rows: events } = await server.pool.query(`select payload ->> 'action' as action from live_event where row_id = $1 order by id`, [
    userId,
  ]);
  expect(events.map(({ action }) => action)).toEqual(['create', 'update']);
});

it('events of an older version, which had no journal to list, are listed after the update', async () => {
  const old = await startServer();
  for (const trigger of ['a_before', 'z_after_insert', 'z_after_update', 'refuse_change', 'refuse_truncate'])
    await old.pool.query(`drop trigger ${trigger} on security_events`);
  await old.pool.query('drop index security_events_sort_at');
  await old.pool.query(`insert into security_events (event, account) select 'login.ok', 'old@x.example' from generate_series(1, 3)`);
  await migrate(old.pool, DECLARATIONS);
  const reader = await makePerson(old.pool, ['admin']);
  const { data } = await old.call<Entry[]>('GET', '/v0/securityEvents', undefined, reader.token);
  await old.close();
  expect(data.map(({ account }) => account)).toEqual(Array.from({ length: 3 }, () => 'old@x.example'));
});

describe('the log holds no data of rows, no password and no token (P34)', () => {
  const caught = async (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => new Error('it went well'),
      (error: unknown) => error,
    );

  it('of an error of the database it keeps code, table and constraint, and none of the values', async () => {
    const db = createDb(server.pool);
    await db.execute(sql`create table proof_of_log (email text primary key, n int check (n < 5))`);
    await db.execute(sql`insert into proof_of_log values (${MARKER}, 1)`);
    const errors = [
      await caught(db.execute(sql`insert into proof_of_log values (${MARKER}, 1)`)),
      await caught(db.execute(sql`insert into proof_of_log values (${`${MARKER}2`}, 9)`)),
      await caught(db.execute(sql`select ${MARKER}::uuid`)),
      await caught(server.pool.query(`do $$ begin raise exception 'row of ${MARKER}'; end $$`)),
    ];
    const before = lines.length;
    for (const error of errors) {
      log.error({ err: error }, 'planted');
      log.warn(error as Error);
    }
    const said = lines.slice(before).join('');
    expect(said).not.toContain(MARKER);
    expect(said).toContain('"code":"23505"');
    expect(said).toContain('"constraint":"proof_of_log_pkey"');
    expect(said).toContain('"table":"proof_of_log"');
  });

  it('of other errors it keeps the message without quoted values, addresses and secrets', () => {
    const error = new Error(`Unexpected token in "${MARKER}" for ${MARKER}@x.example with key ${'a1B2'.repeat(11)}\r\nforged entry`);
    const { message, stack } = loggedError(error);
    expect(message).not.toContain(MARKER);
    expect(message).not.toContain('a1B2a1B2');
    expect(`${message}${stack}`).not.toMatch(/[\r\n]/);
    expect(stack).toContain('security-log.test');
  });

  it('an unexpected error of a call, a report of a browser and a failed job say nothing of what was sent', async () => {
    const token = await server.signIn('finance');
    await server.pool.query('alter table customers rename column name to name_gone');
    const broken = await server.call('POST', '/v0/customers', { no: MARKER, name: MARKER }, admin.token);
    await server.pool.query('alter table customers rename column name_gone to name');
    expect(broken).toMatchObject({ status: 500, code: 'InternalError', data: null });
    await server.call(
      'POST',
      '/v0/errors',
      { message: `Duplicate: "${MARKER}" ${MARKER}@x.example`, stack: `Error: ${MARKER}\n    at a.js:1:1` },
      token,
    );
    const { rows } = await server.pool.query(
      `insert into exports (mask, format, file_name, request, state) values ('x', 'csv', $1, $2, 'queued') returning id`,
      [MARKER, JSON.stringify({ mask: { area: MARKER, fields: {} }, fields: [], actor: {} })],
    );
    await server.pool.query(`insert into jobs.job (name, data) values ('export', $1)`, [JSON.stringify({ id: rows[0].id })]);
    await expect
      .poll(async () => (await server.pool.query('select state from exports where id = $1', [rows[0].id])).rows[0].state)
      .toBe('failed');
    const all = lines.join('');
    expect(all).toContain('unexpected error');
    expect(all).toContain('error in the browser');
    expect(all).toContain('export failed');
    for (const secret of [MARKER, token, admin.token, 'kontor-sample']) expect(all).not.toContain(secret);
  });
});
