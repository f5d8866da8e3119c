import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditKey, sealAudit } from '../../server/core/audit/chain.ts';
import { readStart } from '../../server/core/backup/load.ts';
import { silent } from '../../server/core/backup/progress.ts';
import { checkBackup } from '../../server/core/backup/write.ts';
import { readConfig } from '../../server/core/config.ts';
import { createDb } from '../../server/core/db/client.ts';
import { startEmbedded } from '../../server/core/db/embedded/start.ts';
import { knownMigrations, migrateUpTo } from '../../server/core/db/migrate.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { type ChildServer, startChild, startReadyChild } from '../support/child.ts';
import { openPool } from '../support/database.ts';
import { houseFolder } from '../support/house-folder.ts';
import { query, startPostgres } from '../support/postgres.ts';
import { checkInvariants } from './rig.ts';

/** Backup, restore and move as people run them (reliability.md P39, P45, P46). */
const PASSPHRASE = 'a quiet harbour at night';
const FOLDER = houseFolder('backup');
const house = join(FOLDER, 'house');
const online = join(FOLDER, 'online.backup');
const locked = join(FOLDER, 'locked.backup');
const tidy: (() => unknown)[] = [() => rmSync(FOLDER, { recursive: true, force: true, maxRetries: 5 })];
afterAll(async () => {
  for (const one of tidy.toReversed()) await one();
});

async function run(name: string, args: string[], env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const command = await startChild({ env, args: ['--command', name, ...args] });
  const code = await command.ended;
  return { code, said: command.output() };
}

/** What a command said that went well. */
async function done(name: string, args: string[], env: Record<string, string>): Promise<string> {
  const { code, said } = await run(name, args, env);
  expect(code, said).toBe(0);
  return said;
}

async function start(env: Record<string, string>): Promise<ChildServer & { token: string }> {
  const server = await startReadyChild({ env });
  tidy.push(() => server.end('SIGKILL'));
  const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
  const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', login);
  return { ...server, token: data.token };
}

type State = { tables: Record<string, string>; sequences: Record<string, string> };

/** Number and content of the rows of every table, and the next values. */
async function stateOf(url: string): Promise<State> {
  const { rows: names } = await withClient(url, (client) =>
    client.query(
      `select c.relname as name, c.relkind as kind from pg_class c where c.relkind in ('r', 'S') and c.relnamespace = 'public'::regnamespace order by 1`,
    ),
  );
  const state: State = { tables: {}, sequences: {} };
  await withClient(url, async (client) => {
    for (const { name, kind } of names) {
      if (kind === 'S') state.sequences[name] = (await client.query(`select last_value || ' ' || is_called as v from ${name}`)).rows[0].v;
      // Those who were signed in are signed out by a restore, which also proves the stock and notes that; the stamp moves at each start
      // (server/core/db/ensure-roles.ts).
      else if (!['sessions', 'access_stamp', 'stock_proofs'].includes(name)) {
        const sum = `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as v from ${name} t`;
        state.tables[name] = (await client.query(sum)).rows[0].v;
      }
    }
  });
  return state;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Looks at a house that nobody runs. */
async function inspect<T>(dataDir: string, look: (url: string) => Promise<T>): Promise<T> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { url, stop } = await startEmbedded({ dataDir, log, address: 'a test' });
  try {
    return await look(url);
  } finally {
    await stop();
  }
}

/** Rows are sealed two minutes after they were written: here they are said to be older. What the house has sealed itself stays as it is. */
async function sealed(url: string): Promise<void> {
  const pool = openPool({ connectionString: url, max: 1 });
  await pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = at - interval '1 hour' where id > (select coalesce(max(audit_id), 0) from audit_seal);
     alter table audit_log enable trigger user`,
  );
  expect(await sealAudit(createDb(pool), auditKey(readConfig({ KONTOR_DATA: house })))).toBeGreaterThan(0);
  await pool.end();
}

let before: State;
let fileId = '';
const acknowledged: string[] = [];

beforeAll(async () => {
  const server = await start({ KONTOR_DATA: house });
  const body = new FormData();
  body.append('file', new Blob(['sku,qty\nA-1,3\n'], { type: 'text/csv' }), 'stock.csv');
  fileId = (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', body, server.token)).data.id;
  await query(
    readFileSync(join(house, 'database.url'), 'utf8'),
    `insert into jobs.job (name, data, start_after) values ('forget', '{}', now() + interval '1 day')`,
  );

  // While people write.
  const over = new AbortController();
  const writing = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const answer = await server.call('POST', '/v0/storehouses', { code: `B-${n}`, name: `Backup ${n}` }, server.token);
      if (answer.code === 'OK') acknowledged.push(`B-${n}`);
    }
  })();
  while (acknowledged.length < 4) await wait(10);
  const known = [...acknowledged];
  const made = await done('backup', ['--to', online], { KONTOR_DATA: house });
  over.abort();
  await writing;
  acknowledged.splice(0, acknowledged.length, ...known);
  expect(made).toContain('read back and whole');
  expect(await server.end('SIGTERM')).toBe(0);

  before = await inspect(house, async (url) => {
    await sealed(url);
    return stateOf(url);
  });
  await done('backup', ['--to', locked], { KONTOR_DATA: house, BACKUP_PASSPHRASE: PASSPHRASE });
});

describe('restore', () => {
  const restored = join(FOLDER, 'restored');

  it('an empty folder becomes the same house: every row, next values, files, the audit chain and the invariants (P39)', async () => {
    const said = await done('restore', ['--from', locked], { KONTOR_DATA: restored, BACKUP_PASSPHRASE: PASSPHRASE });
    expect(said).toMatch(/[1-9]\d* sealed rows of the audit log are as they were written/);
    expect(said).not.toContain('BROKEN');
    const after = await inspect(restored, stateOf);
    expect(after.tables).toEqual(before.tables);
    expect(after.sequences).toEqual(before.sequences);
    expect(readFileSync(join(restored, 'secret'), 'utf8')).toBe(readFileSync(join(house, 'secret'), 'utf8'));

    const server = await start({ KONTOR_DATA: restored });
    const file = await fetch(`${server.url}/v0/static/${fileId}`, { headers: { 'x-token': server.token } });
    expect(await file.text()).toBe('sku,qty\nA-1,3\n');
    expect((await server.call('POST', '/v0/storehouses', { code: 'NEW', name: 'New' }, server.token)).code).toBe('OK');
    const url = readFileSync(join(restored, 'database.url'), 'utf8');
    expect(await query(url, `select name from jobs.job where name = 'forget' and state = 'created'`)).toHaveLength(1);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('a backup made while people wrote holds everything that was acknowledged before it began (P39)', async () => {
    const data = join(FOLDER, 'from-online');
    await done('restore', ['--from', online], { KONTOR_DATA: data });
    await inspect(data, async (url) => {
      const rows = await query<{ code: string }>(url, `select code from storehouses where code like 'B-%'`);
      expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(acknowledged));
      const pool = openPool({ connectionString: url, max: 1 });
      await checkInvariants(pool);
      await pool.end();
    });
  });

  it('a house is not overwritten; with --replace what was there is kept (P39)', async () => {
    const env = { KONTOR_DATA: restored, BACKUP_PASSPHRASE: PASSPHRASE };
    const refused = await run('restore', ['--from', locked], env);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('--replace');
    await done('restore', ['--from', locked, '--replace'], env);
    const aside = readdirSync(restored).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(existsSync(join(restored, aside, 'postgres/PG_VERSION'))).toBe(true);
    const files = readdirSync(join(house, 'files'));
    expect(files.length).toBeGreaterThan(0);
    for (const folder of [join(restored, aside), restored]) expect(readdirSync(join(folder, 'files'))).toEqual(files);
    expect((await inspect(restored, stateOf)).tables).toEqual(before.tables);
  });

  it('a server does not start on a restore that was cut off (P39)', async () => {
    const data = join(FOLDER, 'cut-off');
    mkdirSync(data);
    writeFileSync(join(data, 'restore.unfinished'), 'x\n');
    const server = await startChild({ env: { KONTOR_DATA: data } });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('A restore was not finished here');
  });
});

describe('a backup that is not whole is refused (P39)', () => {
  const damagedCopy = (source: string, change: (bytes: Buffer) => Buffer): string => {
    const path = join(FOLDER, 'damaged.backup');
    writeFileSync(path, change(readFileSync(source)));
    return path;
  };
  const flip = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };

  it.each([
    ['plain', online, undefined],
    ['encrypted', locked, PASSPHRASE],
  ])('%s: cut off anywhere, or with one bit changed anywhere', async (_name, source, passphrase) => {
    const { length } = readFileSync(source);
    await checkBackup(source, passphrase, silent);
    for (const part of [0, 0.001, 0.3, 0.7, 0.999]) {
      const at = Math.floor(length * part);
      await expect(checkBackup(damagedCopy(source, flip(at)), passphrase, silent), `bit at ${at}`).rejects.toThrow(/backup/i);
      const cut = damagedCopy(source, (bytes) => bytes.subarray(0, at));
      await expect(checkBackup(cut, passphrase, silent), `cut at ${at}`).rejects.toThrow(/backup/i);
    }
    const longer = damagedCopy(source, (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    await expect(checkBackup(longer, passphrase, silent)).rejects.toThrow(/damaged/);
  });

  it('by the command, before anything is touched; and a wrong passphrase is told apart', async () => {
    const data = join(FOLDER, 'untouched');
    const damaged = damagedCopy(online, flip(readFileSync(online).length - 100));
    const refused = await run('restore', ['--from', damaged], { KONTOR_DATA: data });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('The backup is damaged');
    const wrong = await run('restore', ['--from', locked], { KONTOR_DATA: data, BACKUP_PASSPHRASE: 'another passphrase' });
    expect(wrong.said).toContain('The passphrase is not the one of this backup');
    expect(readdirSync(data)).toEqual(['secret']);
  });
});

describe('another PostgreSQL', () => {
  it('npm run move carries the house over, and the server goes on there (P46)', async () => {
    const other = await startPostgres();
    tidy.push(other.stop);
    await done('move', ['--to', other.url], { KONTOR_DATA: house });
    const after = await stateOf(other.url);
    expect(after.tables).toEqual(before.tables);
    expect(after.sequences).toEqual(before.sequences);
    expect(readdirSync(house).filter((name) => name.startsWith('.move'))).toEqual([]);
    const again = await run('move', ['--to', other.url], { KONTOR_DATA: house });
    expect(again.said).toContain('is not empty');

    const server = await start({ KONTOR_DATA: house, DATABASE_URL: other.url });
    expect((await server.call('POST', '/v0/storehouses', { code: 'MOVED', name: 'Moved' }, server.token)).code).toBe('OK');
    expect(await server.end('SIGTERM')).toBe(0);
    // Restored over, its former tables are kept beside.
    const env = { KONTOR_DATA: join(FOLDER, 'given'), DATABASE_URL: other.url };
    await done('restore', ['--from', online, '--replace'], env);
    const kept = await query<{ n: number }>(
      other.url,
      `select count(*)::int as n from pg_namespace where nspname like 'public_before_restore_%'`,
    );
    expect(kept).toEqual([{ n: 1 }]);
  });

  it('an update that changes tables makes a backup first (P45)', async () => {
    const other = await startPostgres();
    tidy.push(other.stop);
    const known = await knownMigrations();
    await withClient(other.url, (client) => migrateUpTo(client, known.length - 1));
    await query(other.url, `insert into users (account, name, type, passwd_hash) values ('old@kontor.test', 'Old', 1000, 'x')`);
    const data = join(FOLDER, 'updated');
    const server = await startReadyChild({ env: { KONTOR_DATA: data, DATABASE_URL: other.url } });
    tidy.push(() => server.end('SIGKILL'));
    const [name = ''] = readdirSync(join(data, 'backups'));
    expect(name).toMatch(/^before-update-\d{8}T\d{6}Z\.backup$/);
    expect(await readStart(join(data, 'backups', name), undefined)).toMatchObject({ migrations: known.length - 1 });
    expect(await server.end('SIGTERM')).toBe(0);

    const empty = join(FOLDER, 'downgraded');
    await done('restore', ['--from', join(data, 'backups', name)], { KONTOR_DATA: empty });
    await inspect(empty, async (url) => {
      expect(await query(url, 'select account from users')).toEqual([{ account: 'old@kontor.test' }]);
    });
  });
});
