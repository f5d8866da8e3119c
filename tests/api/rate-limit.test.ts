import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { type Answer, startServer, type TestServer } from '../support/server.ts';

const MOST = { session: 40, address: 30, signIn: 6, search: 5, export: 3 };
/** Each test has addresses of its own; the server believes the header of one proxy in front. */
const from = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });
const STATIC = '/locales/en/common.json';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    sample: true,
    env: {
      TRUST_PROXY: '1',
      RATE_LIMITS: Object.entries(MOST)
        .map(([name, calls]) => `${name}=${calls}`)
        .join(','),
    },
  });
});
afterAll(() => server.close());

const get = (path: string, token?: string, ip = '203.0.113.1') => server.call('GET', path, undefined, token, from(ip));
const times = (count: number, call: () => Promise<Answer<unknown>>): Promise<Answer<unknown>[]> =>
  Promise.all(Array.from({ length: count }, () => call()));
const statuses = (answers: Answer<unknown>[]): number[] => [...new Set(answers.map(({ status }) => status))];

/** The envelope of every refusal, and when to come back: within the minute. */
function expectRefused({ status, code, data, error, headers }: Answer<unknown>): void {
  expect({ status, code, error }).toEqual({ status: 429, code: 'TooManyRequests', error: 'TooManyRequests' });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBe(data);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
}

describe('one caller cannot take the time of all others', () => {
  it('a session that floods is told when to come back, and a colleague behind the same address works on', async () => {
    const [flood, colleague] = await Promise.all([server.signIn('employee'), server.signIn('manager')]);
    expect(statuses(await times(MOST.session, () => get('/v0/auth/stat', flood)))).toEqual([200]);
    expectRefused(await get('/v0/auth/stat', flood));
    // A list proves its session by its own statement, and is counted like every other call.
    expectRefused(await get('/v0/items?l=1', flood));
    expect((await get('/v0/items?l=1', colleague)).code).toBe('OK');
  });

  it('calls without a session are counted by their address, and signed-in people there work on', async () => {
    const [ip, elsewhere] = ['203.0.113.2', '203.0.113.3'];
    const colleague = await server.signIn('manager');
    expect(statuses(await times(MOST.address / 2, () => get('/v0/config', undefined, ip)))).toEqual([200]);
    expect(statuses(await times(MOST.address / 2, () => get('/v0/auth/stat', 'no-such-token', ip)))).toEqual([403]);
    expectRefused(await get('/v0/config', undefined, ip));
    expectRefused(await get('/v0/auth/stat', 'another-token', ip));
    expectRefused(await get('/v0/items?l=1', undefined, ip));
    expect((await get('/v0/auth/stat', colleague, ip)).code).toBe('OK');
    expect((await get('/v0/config', undefined, elsewhere)).code).toBe('OK');
  });

  it('an IPv6 network counts as one address', async () => {
    await times(MOST.address, () => get('/v0/config', undefined, '2001:db8:1:2::1'));
    expectRefused(await get('/v0/config', undefined, '2001:db8:1:2:ffff::2'));
    expect((await get('/v0/config', undefined, '2001:db8:1:3::1')).code).toBe('OK');
  });

  it('a flood of the sign-in page keeps no right password of the office out (P19)', async () => {
    const ip = '203.0.113.4';
    const login = (account: string) =>
      server.call('POST', '/v0/auth/login', { account: `${account}@kontor.example`, passwd: 'kontor-sample' }, undefined, from(ip));
    expect(statuses(await times(MOST.signIn, () => get('/v0/captcha/', undefined, ip)))).toEqual([200]);
    expectRefused(await get('/v0/captcha/', undefined, ip));
    expect(statuses(await times(MOST.signIn, () => login('finance')))).toEqual([200]);
    expectRefused(await login('FINANCE'));
    expect((await login('warehouse')).code).toBe('OK');
  });

  it('searches and exports have limits of their own, and other work of the session goes on', async () => {
    const token = await server.signIn('admin');
    expect(statuses(await times(MOST.search, () => get('/v0/search?q=oak', token)))).toEqual([200]);
    expectRefused(await get('/v0/search?q=oak', token));
    const order = () => server.call('POST', '/v0/exports', { mask: 'none' }, token);
    expect(statuses(await times(MOST.export, order))).not.toContain(429);
    expectRefused(await order());
    expect((await get('/v0/items?l=1', token)).code).toBe('OK');
  });

  it.each(['/healthz', '/readyz', '/v0/health', STATIC, '/fonts/regular/0'])('%s is never refused', async (path) => {
    const answers = await Promise.all(
      Array.from({ length: MOST.session + 1 }, () => fetch(server.url + path, { headers: from('203.0.113.5') })),
    );
    expect(answers.map(({ status }) => status)).not.toContain(429);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });
});

describe('people and stations do not meet the limits that come with the product', () => {
  it('50 scans a second of one session, for a whole minute, are fewer than it may call', () =>
    expect(readConfig({ KONTOR_DATA: server.config.KONTOR_DATA }).RATE_LIMITS?.session).toBeGreaterThan(50 * 60));

  it.each(['session', 'session=0', 'stations=5', 'session=5;export=3'])('%j is no setting of them, and the start says so', (text) =>
    expect(() => readConfig({ KONTOR_DATA: server.config.KONTOR_DATA, RATE_LIMITS: text })).toThrow(
      /RATE_LIMITS is not usable: on, off, or/,
    ),
  );

  it('200 calls of one session at once are answered', async () => {
    const node = await startServer({ beside: server, env: { RATE_LIMITS: 'on' } });
    try {
      const token = await node.signIn('warehouse');
      expect(statuses(await times(200, () => node.call('GET', '/v0/auth/stat', undefined, token)))).toEqual([200]);
    } finally {
      await node.close();
    }
  });
});
