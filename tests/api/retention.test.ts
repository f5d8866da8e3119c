import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_EVENTS_MIN_DAYS } from '#contract/access/security-events';
import { readConfig } from '../../server/core/config.ts';
import { EXPIRING } from '../../server/core/jobs/forget.ts';
import { createJobs } from '../../server/core/jobs/jobs.ts';
import { ROOT } from '../../server/core/paths.ts';
import { AREAS } from '../../server/modules/index.ts';
import { makePerson, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startServer({ env: { SECURITY_EVENTS_DAYS: '400' } });
  admin = await makePerson(server.pool, ['admin']);
});
afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const count = async (table: string, where = 'true'): Promise<number> =>
  (await query(`select count(*)::int as n from ${table} where ${where}`))[0].n;
/** Security events of an age in days, as they would have been written then. */
const addEvents = (account: string, days: number, many: number) =>
  query(
    `insert into security_events (event, account, at, sort_at)
     select 'login.failed', $1, now() - make_interval(days => $2), now() - make_interval(days => $2) + n * interval '1 microsecond' from generate_series(1, $3) n`,
    [account, days, many],
  );
/** The nightly job, run now by the queue of the running server. */
async function forgetNow(): Promise<void> {
  const jobs = createJobs(server.appPool, server.app.log);
  await jobs.start();
  const [before] = await query(`select count(*)::int as n from jobs.job where name = 'forget' and state = 'completed'`);
  await jobs.send('forget', {});
  await expect
    .poll(async () => (await query(`select count(*)::int as n from jobs.job where name = 'forget' and state = 'completed'`))[0].n)
    .toBeGreaterThan(before.n);
  await jobs.stop();
}

describe('the security journal does not grow for ever (P34)', () => {
  it('entries older than SECURITY_EVENTS_DAYS are removed at night in batches, and an entry says how many', async () => {
    await addEvents('old@x.example', 401, 5_003);
    await addEvents('kept@x.example', 399, 3);
    const live = await count('live_event', `area = 'securityEvents'`);
    await forgetNow();
    expect(await count('security_events', `account = 'old@x.example'`)).toBe(0);
    expect(await count('security_events', `account = 'kept@x.example'`)).toBe(3);
    const notes = await query(`select detail from security_events where event = 'events.removed' order by sort_at`);
    expect(notes.map(({ detail }) => detail)).toEqual(['5000, older than 400 days', '3, older than 400 days']);
    // Open lists are told of the two notes, not of 5,003 entries that nobody looks at.
    expect(await count('live_event', `area = 'securityEvents' and payload ->> 'action' = 'purge'`)).toBe(0);
    expect(await count('live_event', `area = 'securityEvents'`)).toBe(live + 2);
    const { data } = await server.call<{ event: string }[]>('GET', '/v0/securityEvents?event=events.removed', undefined, admin.token);
    expect(data).toHaveLength(2);
  });

  it('a second night without old entries notes nothing', async () => {
    const before = await count('security_events');
    await forgetNow();
    expect(await count('security_events')).toBe(before);
  });

  it('the application cannot erase fresh traces: not by delete, not by a shorter limit, not by truncate', async () => {
    await addEvents('trace@x.example', 89, 1);
    await addEvents('trace@x.example', 0, 1);
    const app = (text: string) => server.appPool.query(text);
    await expect(app('delete from security_events')).rejects.toThrow(/permission denied/);
    await expect(app(`update security_events set at = now() - interval '5 years'`)).rejects.toThrow(/permission denied/);
    for (const days of [89, 0, -1, 'null'])
      await expect(app(`select kontor_remove_security_events(${days}, 10)`)).rejects.toThrow(/90 days at least/);
    await app('select kontor_remove_security_events(90, 1000)');
    expect(await count('security_events', `account = 'trace@x.example'`)).toBe(2);
    // Nor can merchants and carriers call it.
    for (const role of ['kontor_tenant', 'kontor_external'])
      expect(
        (await query(`select has_function_privilege('${role}', 'kontor_remove_security_events(int, int)', 'execute') as may`))[0].may,
      ).toBe(false);
  });

  it('the owner of the database cannot remove fresh ones by mistake either', async () => {
    await expect(server.pool.query(`delete from security_events where account = 'trace@x.example'`)).rejects.toThrow(
      /never changed or removed/,
    );
    await expect(server.pool.query('truncate security_events')).rejects.toThrow(/never changed or removed/);
    // Other journals lose nothing, whatever its age.
    expect(
      await query(`select tgargs::text as args from pg_trigger where tgname = 'refuse_change' and tgrelid = 'stock_moves'::regclass`),
    ).toEqual([{ args: '\\x' }]);
  });

  it('a limit below 90 days is no setting', () => {
    expect(() => readConfig({ SECURITY_EVENTS_DAYS: String(SECURITY_EVENTS_MIN_DAYS - 1) })).toThrow(/SECURITY_EVENTS_DAYS/);
  });
});

describe('technical rows are forgotten after their time', () => {
  it('readings of RFID tags after a day, wrong secrets after a day, browsers that nobody uses after a year', async () => {
    await query(`insert into rfid_reads (reader, tag, seen_at, event_at)
      select 'R', 'old-' || n, now() - interval '25 hours', now() - interval '25 hours' from generate_series(1, 5001) n
      union all select 'R', 'new', now() - interval '23 hours', now() - interval '3 days'`);
    await query(
      `insert into login_failures (subject, at) values ('old', now() - interval '25 hours'), ('new', now() - interval '23 hours')`,
    );
    await query(
      `insert into login_envs (user_agent, last_seen) values ('old', now() - interval '367 days'), ('new', now() - interval '300 days')`,
    );
    await forgetNow();
    expect(await query('select tag from rfid_reads')).toEqual([{ tag: 'new' }]);
    expect(await query(`select subject from login_failures where subject in ('old', 'new')`)).toEqual([{ subject: 'new' }]);
    expect(await query(`select user_agent from login_envs where user_agent in ('old', 'new')`)).toEqual([{ user_agent: 'new' }]);
  });

  it('files of exports are removed a day after they were made, when a node starts and every hour; the list then says expired', async () => {
    const folder = join(server.config.KONTOR_DATA, 'exports');
    mkdirSync(folder, { recursive: true });
    const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')];
    for (const path of [old, fresh]) writeFileSync(path, 'sku\n');
    const day = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(old, day, day);
    await query(`insert into exports (mask, format, file_name, request, state, link, available_until) values
      ('x', 'csv', 'old.csv', '{}', 'done', '/v0/link/x', now() - interval '1 minute'), ('x', 'csv', 'fresh.csv', '{}', 'done', '/v0/link/x', now() + interval '1 hour')`);
    const node = await startServer({ beside: server, env: { KONTOR_DATA: server.config.KONTOR_DATA } });
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
    expect(await query(`select file_name, state, link is null as gone from exports where mask = 'x' order by state`)).toEqual([
      { file_name: 'fresh.csv', state: 'done', gone: false },
      { file_name: 'old.csv', state: 'expired', gone: true },
    ]);
    await node.close();
  });
});

it('docs/operating.md says of every table that is no area how long its rows are kept', async () => {
  const [, section = ''] = /## What is kept how long\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')) ?? [];
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]));
  const areas = new Set([...AREAS.values()].map(({ table }) => getTableName(table)));
  const tables = (await query(`select tablename as name from pg_tables where schemaname = 'public'`)).map(({ name }) => String(name));
  expect(tables.filter((name) => !areas.has(name) && !named.has(name))).toEqual([]);
  expect(EXPIRING.filter((name) => !named.has(name))).toEqual([]);
});
