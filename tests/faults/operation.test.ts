import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { type ChildServer, startReadyChild } from '../support/child.ts';
import { houseFolder } from '../support/house-folder.ts';
import { type OtherPostgres, query, startPostgres } from '../support/postgres.ts';

/** What supervisors, monitoring and people who look for a fault rely on. */
const folder = houseFolder('operation');
const data = join(folder, 'data');
let other: OtherPostgres;
let server: ChildServer;
let token = '';

beforeAll(async () => {
  other = await startPostgres();
  const env = { KONTOR_DATA: data, DATABASE_URL: other.url, LOG_FILE_MB: '0.002', LOG_FILES: '3' };
  server = await startReadyChild({ env });
  const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
  token = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data.token;
});
afterAll(async () => {
  await server.end('SIGKILL');
  await other.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const ready = async () => {
  const answer = await get('/readyz');
  return { http: answer.status, ...(await answer.json()) };
};

describe('health', () => {
  it('a supervisor learns whether the process lives, and whether it can work', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect(await ready()).toEqual({ http: 200, status: 'ready', checks: { database: 'ok', migrations: 'ok', disk: 'ok' } });
  });

  it('without its database it lives and is not ready; with it, it is ready again (P49)', async () => {
    await other.kill();
    expect((await get('/healthz')).status).toBe(200);
    expect(await ready()).toMatchObject({ http: 503, status: 'unavailable', checks: { database: 'unavailable' } });
    expect((await get('/metrics')).status).toBe(200);
    await other.start();
    await expect.poll(async () => (await ready()).status).toBe('ready');
  });

  it('with tables older than its code it is not ready (P45)', async () => {
    await query(other.url, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
    expect((await ready()).checks).toEqual({ database: 'ok', migrations: 'missing', disk: 'ok' });
    await query(other.url, 'update drizzle.__drizzle_migrations set created_at = created_at + 1');
  });
});

describe('metrics', () => {
  it('calls by route and status, connections, jobs, events, sockets, memory and the event loop are measured', async () => {
    await server.call('GET', '/v0/items?l=25', undefined, token);
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await answer.text();
    expect(text).toMatch(/kontor_http_request_duration_seconds_count\{method="GET",route="\/v0\/items",status="200"\} [1-9]/);
    expect(text).toMatch(/kontor_http_request_duration_seconds_bucket\{method="GET",route="\/v0\/items",status="200",le="\+Inf"\} [1-9]/);
    for (const name of [
      'kontor_database_up 1',
      'kontor_database_connections{state="idle"}',
      'kontor_live_sockets 0',
      'kontor_live_event_lag_seconds',
      'kontor_disk_free_bytes',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_delay_seconds{quantile="0.99"}',
    ])
      expect(text).toContain(name);
    // Each line is a comment or a name with a value.
    const odd = text.split('\n').filter((line) => line !== '' && !/^(#.*|[a-z_]+(\{[^}]*(\/:[^}]*)*\})? \S+)$/.test(line));
    expect(odd).toEqual([]);
  });

  it('nobody reads them through a proxy', async () => {
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
  });
});

describe('addresses', () => {
  const html = { accept: 'text/html' };
  it.each([
    '/',
    '/home',
    '/wms/item',
    '/wms/item/018f0000-0000-7000-8000-000000000000',
    '/login',
    '/redirect/wms/item',
    '/maske/edit?key=a.b',
  ])('%s is a page', async (path) => {
    expect((await get(path, html)).status).toBe(200);
  });

  it.each(['/nowhere', '/wms/nowhere', '/wms/item/1/2', '/readyz2', '/homes'])(
    '%s is none: 404, with the application for a browser',
    async (path) => {
      const page = await get(path, html);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain('<div id="root">');
      const program = await get(path, { accept: '*/*' });
      expect(program.status).toBe(404);
      expect(await program.json()).toMatchObject({ code: 'NotFound' });
    },
  );
});

describe('the log', () => {
  it('an answer carries the number by which the log names its error', async () => {
    await query(other.url, 'alter table storehouses rename to storehouses_away');
    const answer = await server.call('GET', '/v0/storehouses?l=25', undefined, token);
    await query(other.url, 'alter table storehouses_away rename to storehouses');
    expect(answer.code).toBe('InternalError');
    const id = answer.headers.get('x-request-id') ?? 'none';
    await server.said(`"reqId":"${id}"`);
    const other404 = await get('/v0/nowhere');
    expect(other404.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(other404.headers.get('x-request-id')).not.toBe(id);
  });

  it('is kept in files of a set size and number', async () => {
    await query(other.url, 'alter table storehouses rename to storehouses_away');
    for (let n = 0; n < 6; n++) await server.call('GET', '/v0/storehouses?l=25', undefined, token);
    await query(other.url, 'alter table storehouses_away rename to storehouses');
    const logs = join(data, 'logs');
    await expect.poll(() => readdirSync(logs).sort((a, b) => a.localeCompare(b))).toEqual(['kontor.1.log', 'kontor.2.log', 'kontor.log']);
    // One line may be longer than the size.
    for (const name of readdirSync(logs)) {
      const lines = readFileSync(join(logs, name), 'utf8').trimEnd().split('\n');
      if (lines.length > 1) expect(statSync(join(logs, name)).size).toBeLessThanOrEqual(0.002 * 1024 * 1024);
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level');
    }
  });
});
