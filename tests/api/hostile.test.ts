import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#contract/core/errors';
import { eachAtOnce } from '../support/at-once.ts';
import { figure } from '../support/figure.ts';
import { NASTY } from '../support/hostile-input.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Bounded: some thirty inputs a route, a few thousand calls in all. */
const RUNS_PER_ROUTE = 15;
const SEED = 20_261_121;
const CODES = new Set<string>(['OK', 'ContinueWithoutOK', ...Object.keys(ERRORS)]);
/** Would end the session of the probe, or only answers a page, or answers in another shape (tests/api/programs.test.ts). */
const LEFT_OUT = ['POST /v0/oauth/token', 'GET /v0/auth/logout', 'GET /v0/openapi.json', 'PUT /v0/auth/chpasswd'];

const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 30 }));
const hostile = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    nasty,
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(nasty, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const NAMES = [
  'name',
  'code',
  'account',
  'passwd',
  'q',
  'id',
  'ids',
  'version',
  'mask',
  'fields',
  'filters',
  'fileId',
  'merchantId',
  'roleIds',
  'type',
  '__proto__',
  'constructor',
  'l',
  'o',
  's',
  'address',
  'email',
  'value',
  'action',
  'key',
  'definition',
  'settings',
  'price',
];
const body = fc.oneof(fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), nasty), hostile, { maxKeys: 8 }), hostile);
const query = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom(
        'l',
        'o',
        'q',
        's',
        'd',
        'trash',
        'fields',
        'id',
        'name.in',
        'name.like',
        'createdAt.gte',
        'version.gt',
        'id.null',
        'sortAt',
      ),
      nasty,
    ),
    nasty,
  ),
  { maxLength: 5 },
);

describe('no input makes the server fall over or talk (P22)', () => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    token = await server.signIn('admin');
  });
  afterAll(() => server.close());

  it('hostile bodies and parameters on every route get a code of the catalogue, never a 5xx, never SQL or a stack (P21, P22)', async () => {
    const faults: string[] = [];
    let calls = 0;
    // Every route gets the same samples.
    const samples = fc.sample(fc.tuple(body, query, nasty), { numRuns: RUNS_PER_ROUTE, seed: SEED });
    const routes = server.app.routeTable.filter(({ method, url }) => url.startsWith('/v0/') && !LEFT_OUT.includes(`${method} ${url}`));
    await eachAtOnce(routes, async ({ method, url }) => {
      const name = `${method} ${url}`;
      for (const [payload, params, segment] of samples) {
        const path = url.replace(/:\w+/g, () => encodeURIComponent(!/\p{Cs}/u.test(segment) ? segment.slice(0, 200) || 'x' : 'x'));
        const search = new URLSearchParams(params.map(([key, value]): [string, string] => [key, value.slice(0, 500)]));
        const response = await fetch(`${server.url}${path}?${search}`, {
          method,
          headers: { 'x-token': token, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
          ...(method === 'GET' ? {} : { body: JSON.stringify(payload) ?? 'undefined' }),
        });
        const text = await response.text();
        calls += 1;
        const code = /^\{"code":"(\w+)"/.exec(text)?.[1] ?? '';
        const silent = !/\bat \/|node_modules|syntax error at|relation "|SELECT |stack/.test(
          text.replace(JSON.stringify(payload) ?? '', ''),
        );
        if (response.status >= 500 || !CODES.has(code) || !silent)
          faults.push(
            `${name} ${response.status} ${text.slice(0, 160)} ← ${JSON.stringify(payload)?.slice(0, 120)} ${search.toString().slice(0, 120)}`,
          );
      }
    });
    expect(faults).toEqual([]);
    figure(`${calls} calls, ${RUNS_PER_ROUTE} on each route`);
  });

  it.each([
    ['a body that is no JSON', '{"a":', 'application/json'],
    ['a body of another kind', '<a/>', 'text/xml'],
    ['a body too large', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json'],
  ])('%s is refused in the envelope (P22, P35)', async (_, text, type) => {
    const response = await fetch(`${server.url}/v0/lookup`, {
      method: 'POST',
      headers: { 'x-token': token, 'content-type': type },
      body: text,
    });
    expect(response.status).toBeLessThan(500);
    expect(CODES.has((await response.json()).code)).toBe(true);
  });

  it('every header class is set: no sniffing, no framing, no caching of answers (P30)', async () => {
    const response = await fetch(`${server.url}/v0/config`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});
