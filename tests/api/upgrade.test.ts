import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { update } from '../../server/core/backup/before-update.ts';
import { readStart } from '../../server/core/backup/load.ts';
import { readConfig } from '../../server/core/config.ts';
import { createPool } from '../../server/core/db/client.ts';
import { migrate, migrateUpTo } from '../../server/core/db/migrate.ts';
import { openDatabase } from '../../server/core/db/open.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { databaseUrl } from '../support/database.ts';
import { openSession } from '../support/people.ts';
import { caller } from '../support/server.ts';

/** An old version: the first migration alone. */
const OLD = 1;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const tidy: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const one of tidy.toReversed()) await one();
});

const onServer = async <T>(url: string, run: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

// As docs/database.md has it for owners who may not make roles: an administrator makes owner and role and grants; the server gets both addresses.
it('an old database with rows starts with this version: backup first, migrated by its owner, served by a role of few rights (P41, P45)', async () => {
  const admin = databaseUrl(inject('databaseServer'), 'postgres');
  const name = `kontor_${randomBytes(6).toString('hex')}`;
  const as = (user: string): string => {
    const url = new URL(databaseUrl(admin, name));
    url.username = user;
    url.password = 'a-password';
    return url.href;
  };
  const [owner, role] = [`${name}_owner`, `${name}_app`];
  await onServer(admin, async (client) => {
    await client.query(`create role ${owner} login password 'a-password'; create role ${role} login password 'a-password'`);
    await client.query(`grant kontor_tenant, kontor_external to ${owner}; grant kontor_app to ${role}`);
    await client.query(`create database ${name} owner ${owner}`);
  });
  const data = mkdtempSync(join(tmpdir(), 'kontor-upgrade-'));
  tidy.push(async () => rmSync(data, { recursive: true, force: true }));
  tidy.push(() =>
    onServer(admin, async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${owner}`);
      await client.query(`drop role ${role}`);
    }),
  );
  const userId = await onServer(as(owner), async (client) => {
    await migrateUpTo(client, OLD);
    await client.query(
      `insert into storehouses (code, name, address) values ('OLD-1', 'Old hall', '{"name1":"","name2":"","streetName":"","streetNumber":"","addition":"","zip":"","city":"","country":"","phone":"","email":""}')`,
    );
    const { rows } = await client.query(
      `insert into users (account, name, type, passwd_hash) values ('old@kontor.test', 'Old', 200, 'x') returning id`,
    );
    await client.query(`insert into settings (key, value) values ('attendance.minutesPerDay', '450')`);
    await client.query(
      `insert into attendances (user_id, start_at, end_at, day, state) select $1, d + interval '8 hours', d + interval '16 hours', d, 'finished' from unnest(array['2026-02-03', '2026-02-02']::date[]) d`,
      [rows[0].id],
    );
    return rows[0].id;
  });

  const config = readConfig({ KONTOR_DATA: data, DATABASE_URL: as(role), DATABASE_OWNER_URL: as(owner) });
  const database = await openDatabase({ config, log });
  tidy.push(database.close);
  await update(database, DECLARATIONS, config, log);
  const [backup = ''] = readdirSync(config.BACKUP_FOLDER);
  expect(backup).toMatch(/^before-update-/);
  expect(await readStart(join(config.BACKUP_FOLDER, backup), undefined)).toMatchObject({ migrations: OLD });
  const who = await database.pool.query(
    'select session_user as role, (select count(*)::int from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = session_user) as owns',
  );
  expect(who.rows).toEqual([{ role, owns: 0 }]);
  await expect(database.pool.query('delete from audit_log')).rejects.toThrow(/permission denied/);

  const app = await buildApp({ config, pool: database.pool, ownerUrl: database.url });
  tidy.push(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await database.owner.query(`update users set role_ids = array(select id from roles where key = 'admin') where id = $1`, [userId]);
  const token = await openSession(database.owner, userId);
  const call = caller(url);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await call<{ code: string }[]>('GET', '/v0/storehouses?q=old', undefined, token)).data).toMatchObject([
    { code: 'OLD-1', name: 'Old hall' },
  ]);
  expect((await call('POST', '/v0/storehouses', { code: 'NEW-1', name: 'New hall' }, token)).code).toBe('OK');
  // The minutes a day that were planned for everybody are now the model of each person with attendances.
  expect((await call('GET', '/v0/workingTimes', undefined, token)).data).toMatchObject([
    { userId, validFrom: '2026-02-02', monday: 450, friday: 450, saturday: 0, weekMinutes: 2250, state: null },
  ]);
});

it('a database that is older than the first migration is refused with a sentence, and nothing in it changes', async () => {
  const admin = databaseUrl(inject('databaseServer'), 'postgres');
  const name = `kontor_${randomBytes(6).toString('hex')}`;
  await onServer(admin, (client) => client.query(`create database ${name}`));
  tidy.push(() => onServer(admin, (client) => client.query(`drop database ${name} with (force)`)));
  const pool = createPool(databaseUrl(admin, name), { max: 1 }, () => undefined);
  try {
    await pool.query('create schema drizzle; create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)');
    await pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 1)', ['x']);
    await expect(migrate(pool, DECLARATIONS)).rejects.toThrow('made by a development version');
    expect((await pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0);
  } finally {
    await pool.end();
  }
});
