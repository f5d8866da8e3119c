import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_ZONE } from '#contract/core/house-day';
import { silent } from '../../server/core/backup/progress.ts';
import { checkBackup } from '../../server/core/backup/write.ts';
import { createLog } from '../../server/core/http/log.ts';
import { createJobs } from '../../server/core/jobs/jobs.ts';
import { JOB_CHANNEL, JOBS_SCHEMA } from '../../server/core/jobs/schema.ts';
import { startServer, type TestServer } from '../support/server.ts';

const TOKEN = 'a token of the monitoring';
const lines: string[] = [];
const log = createLog('info', new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }));

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ log, env: { METRICS_TOKEN: TOKEN, BACKUP_AT: '02:30' } });
});
afterAll(() => server.close());

const metrics = (authorization?: string) =>
  fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

describe('the measurements are read', () => {
  it('with METRICS_TOKEN by who sends it, also through a proxy, and by nobody else, also on this machine', async () => {
    expect((await metrics(`Bearer ${TOKEN}`)).status).toBe(200);
    const passedOn = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' };
    expect((await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: passedOn })).statusCode).toBe(200);
    const wrong = [
      undefined,
      '',
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Bearer ${'x'.repeat(TOKEN.length)}`,
      `Basic ${TOKEN}`,
      TOKEN,
    ];
    for (const authorization of wrong) {
      const answer = await metrics(authorization);
      expect(answer.status, authorization).toBe(404);
      expect(await answer.text()).not.toContain('kontor_');
    }
  });

  it('without it by programs of this machine that ask directly', async () => {
    // With the same BACKUP_AT: a node without it would end the schedule for all.
    const open = await startServer({ beside: server, env: { BACKUP_AT: '02:30' } });
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await open.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect([await ask('127.0.0.1'), await ask('::1'), await ask('::ffff:127.0.0.1')]).toEqual([200, 200, 200]);
    for (const address of ['203.0.113.7', '192.168.1.10', '::ffff:10.0.0.1', '2001:db8::127'])
      expect(await ask(address), address).toBe(404);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await ask('127.0.0.1', { [name]: '127.0.0.1' }), name).toBe(404);
    // A token that nobody set opens nothing.
    expect(await ask('203.0.113.7', { authorization: 'Bearer undefined' })).toBe(404);
    await open.close();
  });
});

describe('the daily backup (P39)', () => {
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await (await metrics(`Bearer ${TOKEN}`)).text())?.[1] ?? 0);
  const schedule = async () => (await server.pool.query(`select cron, timezone from ${JOBS_SCHEMA}.schedule where name = 'backup'`)).rows;
  const folder = () => server.config.BACKUP_FOLDER;
  const OLD_DAYS = ['05', '06', '07', '08', '09', '10', '11', '12', '13', '14'];
  const dayOf = (day: string) => `daily-202401${day}T013000Z.backup`;
  const OLD = OLD_DAYS.map(dayOf);

  it('BACKUP_AT is in the schedule in the time of the house', async () => {
    expect(await schedule()).toEqual([{ cron: '30 2 * * *', timezone: HOUSE_ZONE }]);
  });

  // Real: the schedule's row, the scheduler's look at it, queue, worker, backup, retention, metric and log. Only the hour is not waited for:
  // the row is said to be due every minute, and a scheduler beside the server looks at once instead of within half a minute.
  it('is made when it is due, is whole, replaces old ones, and is told by metric and log', async () => {
    mkdirSync(folder(), { recursive: true });
    for (const name of [...OLD, 'by-hand.backup']) writeFileSync(join(folder(), name), 'old');
    expect(await metric('kontor_backup_last_success_timestamp_seconds')).toBe(0);
    await server.pool.query(
      `update ${JOBS_SCHEMA}.schedule set cron = '* * * * *' where name = 'backup'; update ${JOBS_SCHEMA}.version set cron_on = null`,
    );
    const db = { executeSql: (text: string, values: unknown[]) => server.pool.query(text, values) };
    const scheduler = new PgBoss({ db, schema: JOBS_SCHEMA, migrate: false, supervise: false, cronWorkerIntervalSeconds: 1 });
    await scheduler.start();
    const queued = () => server.pool.query(`select 1 from ${JOBS_SCHEMA}.job where name = 'backup'`);
    await expect.poll(async () => (await queued()).rowCount, { interval: 100 }).toBeGreaterThan(0);
    // One is enough: a minute later another would be due.
    await server.pool.query(`update ${JOBS_SCHEMA}.schedule set cron = '30 2 * * *' where name = 'backup'`);
    await expect
      .poll(
        async () => {
          await server.pool.query(`select pg_notify('${JOB_CHANNEL}', 'backup')`);
          return lines.some((line) => line.includes('backup made'));
        },
        { interval: 200 },
      )
      .toBe(true);
    await scheduler.stop({ graceful: false, close: false, wait: false });
    const [made = '', ...others] = readdirSync(folder()).filter((name) => name.startsWith('daily-') && !OLD.includes(name));
    expect(others).toEqual([]);
    await checkBackup(join(folder(), made), undefined, silent);
    // The newest of seven days, and of the weeks before: of these, all but three. What people made is never removed.
    const kept = OLD.filter((name) => !['05', '06', '08'].map(dayOf).includes(name));
    await expect.poll(() => readdirSync(folder()).toSorted()).toEqual(['by-hand.backup', ...kept, made].toSorted());
    expect(await metric('kontor_backup_last_success_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 120);
    expect(await metric('kontor_backup_failures_total')).toBe(0);
  });

  it('that fails is told by metric and log, and leaves the old ones', async () => {
    const before = readdirSync(folder());
    renameSync(folder(), `${folder()}-away`);
    writeFileSync(folder(), 'no folder');
    const jobs = createJobs(server.appPool, server.app.log);
    await jobs.start();
    await jobs.send('backup', {});
    await expect.poll(() => metric('kontor_backup_failures_total')).toBe(1);
    await jobs.stop();
    expect(lines.some((line) => line.includes('the backup failed'))).toBe(true);
    rmSync(folder());
    renameSync(`${folder()}-away`, folder());
    expect(readdirSync(folder())).toEqual(before);
  });
});
