import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import { ROOT } from '../../server/core/paths.ts';
import { eachAtOnce } from '../support/at-once.ts';
import { figure } from '../support/figure.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Whom each route is for, decided by people and checked in: a new route without a line fails. */
const POLICY = JSON.parse(readFileSync(join(ROOT, 'tests/conformance/policy.json'), 'utf8')) as Record<string, string>;
const ROLES = ['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'] as const;
const MISSING = '01890000-0000-7000-8000-000000000000';
/** Would end the session the other probes use. */
const ENDS_SESSION = ['GET /v0/auth/logout'];

const mayCall = (role: string, access: string): boolean => {
  if (!access.startsWith('privilege:')) return true;
  const privileges = new Set(BUILT_IN_ROLES.find((one) => one.key === role)?.privileges);
  return allows(privileges, access.slice('privilege:'.length));
};

describe('every route x every role (P17, P18)', () => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const routes = (): { name: string; method: string; url: string }[] =>
    server.app.routeTable.filter(({ url }) => url.startsWith('/v0/')).map(({ method, url }) => ({ name: `${method} ${url}`, method, url }));
  const probe = async (method: string, url: string, token: string | undefined) => {
    const path = url.replace(/:(id|file|token)/g, MISSING);
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(token ? { 'x-token': token } : {}), 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"bogusField":1}' }),
    });
    return { status: response.status, body: await response.text() };
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    for (const role of ROLES) tokens.set(role, await server.signIn(role));
  });
  afterAll(() => server.close());

  it('the registered routes are exactly those of the policy table', () => {
    const registered = Object.fromEntries(
      server.app.routeTable.filter(({ url }) => url.startsWith('/v0/')).map(({ method, url, access }) => [`${method} ${url}`, access]),
    );
    expect(registered).toEqual(POLICY);
    figure(`${Object.keys(registered).length} routes, ${ROLES.length} roles`);
  });

  it('without a session every route but the public ones answers 403 NoSession', async () => {
    const open: string[] = [];
    const closed = routes().filter(({ name }) => POLICY[name] !== 'public');
    await eachAtOnce(closed, async ({ name, method, url }) => {
      for (const token of [undefined, 'x'.repeat(43)]) {
        const { status, body } = await probe(method, url, token);
        if (status !== 403 || !body.includes('"NoSession"')) open.push(`${name}: ${status}`);
      }
    });
    expect(open).toEqual([]);
  });

  it.each(ROLES)('%s is refused where the table says so, and nowhere else; nothing answers 5xx', async (role) => {
    const wrong: string[] = [];
    const probed = routes().filter(({ name }) => !ENDS_SESSION.includes(name));
    await eachAtOnce(probed, async ({ name, method, url }) => {
      const { status, body } = await probe(method, url, tokens.get(role));
      const refused = body.includes('"NotAllowed"');
      const access = POLICY[name] ?? '';
      if (status >= 500) wrong.push(`${name}: ${status} ${body}`);
      if (!mayCall(role, access) && !refused) wrong.push(`${name}: open (${status})`);
      if (mayCall(role, access) && access.startsWith('privilege:') && refused) wrong.push(`${name}: closed`);
    });
    expect(wrong).toEqual([]);
  });
});
