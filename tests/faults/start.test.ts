import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type ChildServer, freePort, startChild, startReadyChild } from '../support/child.ts';

const folders: string[] = [];
const servers: ChildServer[] = [];

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-start-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return join(folder, 'data');
}

/** A data folder with the sample business in which a server has worked and ended. The database is made once for the file; each gets a copy. */
async function usedFolder(data = newFolder()): Promise<string> {
  template ??= makeTemplate();
  // With its owners: PostgreSQL refuses a folder that is not its own.
  expect(spawnSync('cp', ['-a', await template, data]).status).toBe(0);
  return data;
}
let template: Promise<string> | undefined;
const templateFolder = mkdtempSync(join(tmpdir(), 'kontor-start-'));
async function makeTemplate(): Promise<string> {
  chmodSync(templateFolder, 0o755);
  const data = join(templateFolder, 'data');
  const server = await startReadyChild({ env: { KONTOR_DATA: data } });
  expect(await server.end('SIGTERM')).toBe(0);
  return data;
}
afterAll(() => rmSync(templateFolder, { recursive: true, force: true, maxRetries: 5 }));

async function ready(env: Record<string, string>): Promise<ChildServer> {
  const server = await startReadyChild({ env });
  servers.push(server);
  return server;
}

async function refused(env: Record<string, string>, args: string[] = []): Promise<string> {
  const server = await startChild({ env, args });
  expect(await server.ended).toBe(1);
  return server.output();
}

async function query<T extends object>(dataDir: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: readFileSync(join(dataDir, 'database.url'), 'utf8') });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Committed rows of a table; null while there is no such table or no database. */
const countOf = (dataDir: string, table: string): Promise<number | null> =>
  query<{ n: number }>(dataDir, `select count(*)::int as n from ${table}`).then(
    ([row]) => row?.n ?? null,
    () => null,
  );

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('one data folder, one server (P40)', () => {
  it('answers, and a second start on its folder names it and stops', async () => {
    const data = await usedFolder();
    const first = await ready({ KONTOR_DATA: data });
    expect((await first.call('GET', '/v0/captcha/')).code).toBe('OK');
    const said = await refused({ KONTOR_DATA: data });
    expect(said).toContain(`in use by process ${first.process.pid} `);
    expect(said).toContain(`at ${first.url}.`);
    expect((await first.call('GET', '/v0/captcha/')).code).toBe('OK');
    expect(await first.end('SIGTERM')).toBe(0);
  });

  it('lets one of several through that start at the same moment', async () => {
    const data = newFolder();
    const all = await Promise.all([1, 2, 3].map(() => startChild({ env: { KONTOR_DATA: data } })));
    servers.push(...all);
    const outcomes = await Promise.all(
      all.map((server) =>
        server.said('Kontor answers at').then(
          () => 'answers' as const,
          () => server.ended,
        ),
      ),
    );
    expect(outcomes.map(String).sort((a, b) => a.localeCompare(b))).toEqual(['1', '1', 'answers']);
  });

  it('takes a lock over whose process id belongs to another program by now', async () => {
    const data = await usedFolder();
    const first = await ready({ KONTOR_DATA: data });
    await first.end('SIGKILL');
    const file = join(data, 'holder.lock');
    const lock: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...lock, pid: process.pid }));
    await ready({ KONTOR_DATA: data });
  });
});

describe('abrupt and orderly ends (P40)', () => {
  it('keeps every committed row through SIGKILL, three times over', async () => {
    const data = await usedFolder();
    for (let round = 0; round < 3; round++) {
      const server = await ready({ KONTOR_DATA: data });
      await query(data, 'create table if not exists proof (round int)');
      expect((await query(data, 'select round from proof')).length).toBe(round);
      await query(data, `insert into proof values (${round})`);
      await server.end('SIGKILL');
    }
  });

  it('stops a PostgreSQL that a killed server left behind', async () => {
    const data = await usedFolder();
    const server = await ready({ KONTOR_DATA: data });
    const postmaster = () => Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const orphan = postmaster();
    // A stopped process cannot follow the signal that ends it with its server, so it stays behind as on systems without one.
    process.kill(orphan, 'SIGSTOP');
    await server.end('SIGKILL');
    const next = await startChild({ env: { KONTOR_DATA: data } });
    servers.push(next);
    await next.said(`process ${orphan}`);
    process.kill(orphan, 'SIGCONT');
    await next.said('Kontor answers at');
    expect(postmaster()).not.toBe(orphan);
  });

  it('ends cleanly on SIGTERM: exit code 0, nothing left behind', async () => {
    const data = await usedFolder();
    const server = await ready({ KONTOR_DATA: data });
    expect(await server.end('SIGTERM')).toBe(0);
    for (const left of ['holder.lock', 'database.url', 'postgres/postmaster.pid']) expect(existsSync(join(data, left))).toBe(false);
  });

  it('starts PostgreSQL again when it dies on its own', async () => {
    const data = await usedFolder();
    const server = await ready({ KONTOR_DATA: data });
    process.kill(Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await server.said('PostgreSQL runs again.');
    expect((await server.call('GET', '/v0/captcha/')).code).toBe('OK');
  });
});

describe('folders', () => {
  it.runIf(process.getuid?.() === 0)('works for root in a folder that only root can enter', async () => {
    const data = newFolder(0o700);
    const server = await ready({ KONTOR_DATA: data });
    const place = readFileSync(join(data, 'postgres.path'), 'utf8').trim();
    expect(server.output()).toContain(place);
    expect(await server.end('SIGTERM')).toBe(0);
    const again = await ready({ KONTOR_DATA: data });
    expect(await again.end('SIGTERM')).toBe(0);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  });

  it('moves a database folder aside that was never finished (P40)', async () => {
    const data = newFolder();
    mkdirSync(join(data, 'postgres.new/base'), { recursive: true });
    writeFileSync(join(data, 'postgres.new/PG_VERSION'), '18\n');
    const server = await ready({ KONTOR_DATA: data });
    expect(server.output()).toContain('not made to the end');
    expect(readdirSync(data).filter((name) => name.startsWith('postgres.new.unfinished-'))).toHaveLength(1);
  });

  it('begins anew when the first start was killed while it loaded the sample (P40)', async () => {
    const data = newFolder();
    const first = await startChild({ env: { KONTOR_DATA: data } });
    servers.push(first);
    await expect.poll(() => countOf(data, 'merchants'), { interval: 5 }).toBeGreaterThan(0);
    expect(await countOf(data, 'quotations')).toBe(0);
    await first.end('SIGKILL');
    await ready({ KONTOR_DATA: data });
    for (const table of ['tasks', 'invoices', 'purchase_orders', 'quotations']) expect(await countOf(data, table)).toBeGreaterThan(0);
    expect(await countOf(data, 'items where image is null')).toBe(0);
    const aside = readdirSync(data).filter((name) => name.startsWith('postgres.unfinished-'));
    expect(aside).toHaveLength(1);
    expect(existsSync(join(data, 'postgres/sample.unfinished'))).toBe(false);
  });

  it('refuses to begin anew where parts of a used database are missing (P40)', async () => {
    const data = newFolder();
    for (const database of ['1', '4', '5', '16384']) mkdirSync(join(data, 'postgres/base', database), { recursive: true });
    expect(await refused({ KONTOR_DATA: data })).toContain('parts of it are missing');
  });

  it('finds a place for its socket when the path of the folder is long', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const server = await ready({ KONTOR_DATA: await usedFolder(join(folder, 'x'.repeat(100))) });
    expect((await server.call('GET', '/v0/captcha/')).code).toBe('OK');
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('settings', () => {
  it('names the setting that is not usable', async () => {
    const said = await refused({ KONTOR_DATA: newFolder(), PORT: 'many', KONTOR_MODE: 'test' });
    expect(said).toContain('PORT is not usable');
    expect(said).toContain('KONTOR_MODE is not usable');
  });

  it('names the port that another program has', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const server = await startChild({ env: { KONTOR_DATA: await usedFolder() }, port });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use`);
    other.close();
  });

  it('lists every setting with --help', async () => {
    const server = await startChild({ env: {}, args: ['--help'] });
    expect(await server.ended).toBe(0);
    for (const name of ['PORT', 'KONTOR_DATA', 'DATABASE_URL', 'KONTOR_SECRET']) expect(server.output()).toContain(name);
  });
});

describe('production', () => {
  const production = { KONTOR_MODE: 'production', KONTOR_SECRET: 's'.repeat(32), KONTOR_ORIGIN: 'https://kontor.test' };

  it('says which secret is missing', async () => {
    const said = await refused({ KONTOR_DATA: newFolder(), KONTOR_MODE: 'production' });
    expect(said).toContain('KONTOR_SECRET must be set');
    expect(said).toContain('KONTOR_ORIGIN must be set');
  });

  it('begins with tax rates, disabled carriers and a storehouse; a second start changes nothing; a command makes the first account, also while the server runs', async () => {
    const data = newFolder();
    const look = `select (select array_agg(code order by code) from tax) as tax, (select array_agg(code order by code) from carriers where not active) as carriers,
      (select count(*)::int from storehouses) as storehouses, (select count(*)::int from users) + (select count(*)::int from items) as sample,
      (select max(updated_at)::text from settings) as settings`;
    const first = await ready({ KONTOR_DATA: data, ...production });
    const begun = await query<Record<string, unknown>>(data, look);
    expect(begun).toMatchObject([{ tax: ['DE0', 'DE19', 'DE7', 'EU0'], carriers: ['DHL', 'DPD', 'UPS'], storehouses: 1, sample: 0 }]);
    await first.end('SIGTERM');
    const server = await ready({ KONTOR_DATA: data, ...production });
    expect(await query<Record<string, unknown>>(data, look)).toEqual(begun);

    expect(server.output()).toContain('npm run admin:create');
    const login = { account: 'chief@kontor.test', passwd: 'a quiet harbour at night' };
    const args = ['--command', 'admin:create', '--account', login.account, '--name', 'Chief', '--password', login.passwd];
    const command = await startChild({ env: { KONTOR_DATA: data, ...production }, args });
    expect(await command.ended).toBe(0);
    expect((await server.call('POST', '/v0/auth/login', login)).code).toBe('OK');
    expect(await refused({ KONTOR_DATA: data, ...production }, args)).toContain('already');
  });

  it('refuses the sample accounts', async () => {
    expect(await refused({ KONTOR_DATA: await usedFolder(), ...production })).toContain('sample account');
  });
});
