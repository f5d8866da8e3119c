import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '#contract/access/oauth-clients';
import { askToken, asProgram, basicOf, makeProgram, type Program, renewSecret, tokenOf } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: string;
let merchant: string;
let other: string;
let program: Program;

const GRANT = { grant_type: 'client_credentials' };
const make = (scopes: readonly string[] = TOKEN_SCOPES, merchantId: string | null = merchant) =>
  makeProgram(server, admin, { scopes, merchantId });
const items = async (token: string) => (await asProgram(server.url, token)('GET', '/v0/items?l=1')).status;

beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
  const { rows } = await server.pool.query(`select id from merchants where no in ('M-1001', 'M-1002') order by no`);
  [merchant = '', other = ''] = rows.map((row: { id: string }) => row.id);
  program = await make();
});
afterAll(() => server.close());

describe('the token call (RFC 6749, section 4.4)', () => {
  it('takes the credentials in the header or in the form, and answers in the shape that libraries read', async () => {
    const answers = [
      await askToken(server.url, GRANT, { authorization: basicOf(program) }),
      await askToken(server.url, { ...GRANT, client_id: program.clientId, client_secret: program.secret, unknown: 'is ignored' }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: TOKEN_SCOPES.join(' '),
      });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await items(body.access_token ?? '')).toBe(200);
    }
    // A token is stored as a hash only.
    const { rows } = await server.pool.query(`select t::text as row from program_tokens t`);
    expect(rows.filter(({ row }: { row: string }) => answers.some(({ body }) => row.includes(body.access_token ?? '-')))).toEqual([]);
  });

  it('gives fewer scopes where fewer are asked for, and never more than the client has', async () => {
    const few = await askToken(server.url, { ...GRANT, scope: 'items.read' }, { authorization: basicOf(program) });
    expect(few.body.scope).toBe('items.read');
    const reader = await make(['items.read']);
    const more = await askToken(server.url, { ...GRANT, scope: 'items.read items.write' }, { authorization: basicOf(reader) });
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
  });

  it.each([
    ['a wrong secret', 401, 'invalid_client', () => ({ ...GRANT, client_id: program.clientId, client_secret: 'wrong' }), {}],
    ['no credentials', 401, 'invalid_client', () => GRANT, {}],
    ['another grant', 400, 'unsupported_grant_type', () => ({ grant_type: 'password', client_id: 'x', client_secret: 'x' }), {}],
    ['no grant', 400, 'invalid_request', () => ({ client_id: 'x', client_secret: 'x' }), {}],
    ['a grant twice', 400, 'invalid_request', () => 'grant_type=client_credentials&grant_type=client_credentials', {}],
    ['another body', 400, 'invalid_request', () => '{"grant_type":"client_credentials"}', { 'content-type': 'text/plain' }],
    ['broken JSON', 400, 'invalid_request', () => '{', { 'content-type': 'application/json' }],
    ['no body', 400, 'invalid_request', () => '', {}],
  ])('refuses %s with %i %s', async (_, status, error, form, headers) => {
    const answer = await askToken(server.url, form(), headers);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.body.error_description).toMatch(/^[A-Z].*\.$/);
  });

  it('refuses a secret in both places, a client without a merchant, and one that has no scope for tokens', async () => {
    const both = await askToken(server.url, { ...GRANT, client_secret: program.secret }, { authorization: basicOf(program) });
    expect(both.body.error).toBe('invalid_request');
    const house = await askToken(server.url, GRANT, { authorization: basicOf(await make(TOKEN_SCOPES, null)) });
    expect([house.status, house.body.error]).toEqual([400, 'unauthorized_client']);
    const none = await askToken(server.url, GRANT, { authorization: basicOf(await make(['rfid.send'])) });
    expect(none.body.error).toBe('invalid_scope');
    const wrong = await askToken(server.url, GRANT, { authorization: basicOf({ ...program, secret: 'wrong' }) });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Kontor"']);
  });
});

describe('an access token', () => {
  it('opens the calls of its scopes and no other (P17)', async () => {
    const call = asProgram(server.url, await tokenOf(server.url, await make(['items.read'])));
    expect((await call('GET', '/v0/items?l=1')).status).toBe(200);
    const write = await call('POST', '/v0/items', { sku: 'P-1', name: 'Not mine to write' });
    expect([write.status, write.code, write.data]).toEqual([403, 'ScopeMissing', 'items.write']);
    expect(write.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="items.write"');
    const closed = server.app.routeTable.filter(
      ({ access, scope, url }) => access !== 'public' && scope === null && url.startsWith('/v0/'),
    );
    expect(closed.length).toBeGreaterThan(500);
    for (const { method, url } of closed.filter((_, n) => n % 20 === 0)) {
      const path = url.replace(/:\w+/g, crypto.randomUUID());
      const { status, code } = await call(method, path, method === 'GET' ? undefined : {});
      expect([method, url, status, code]).toEqual([method, url, 403, 'ScopeMissing']);
    }
  });

  it('sees and writes the rows of its merchant only, and the history names the program (P18)', async () => {
    const call = asProgram(server.url, await tokenOf(server.url, program));
    const { rows } = await server.pool.query(`select id from items where merchant_id = $1 limit 1`, [other]);
    expect((await call('GET', `/v0/items/${rows[0].id}`)).status).toBe(404);
    const list = await call<{ merchantId: string | null }[]>('GET', '/v0/items?l=1000');
    expect([...new Set(list.data.map(({ merchantId }) => merchantId))].filter((id) => id !== null)).toEqual([merchant]);
    expect((await call('POST', '/v0/items', { sku: 'P-2', name: 'Foreign', merchantId: other })).code).toBe('InvalidInput');
    const made = await call<{ id: string; merchantId: string; version: number }>('POST', '/v0/items', { sku: 'P-3', name: 'By a program' });
    expect(made.data.merchantId).toBe(merchant);
    const { id, version } = made.data;
    expect((await call('PUT', `/v0/items/${id}`, { version, name: 'Changed by a program' })).code).toBe('OK');
    const history = await server.call<{ byName: string | null }[]>('GET', `/v0/items/${id}/history`, undefined, admin);
    expect(history.data.map(({ byName }) => byName)).toEqual(['Program', 'Program']);
  });

  it.each([
    ['expired', () => server.pool.query(`update program_tokens set expires_at = now()`)],
    ['of a client that was switched off', ({ id }: Program) => change(id, { active: false })],
    ['of a deleted client', ({ id }: Program) => server.call('DELETE', `/v0/oauthClients/${id}`, undefined, admin)],
    ['of a client with a new secret', ({ id }: Program) => renewSecret(server, admin, id)],
    ['of a client that now belongs to another merchant', ({ id }: Program) => change(id, { merchantId: other })],
  ])('is refused with 401 at once when it is %s', async (_, end) => {
    const mine = await make();
    const token = await tokenOf(server.url, mine);
    expect(await items(token)).toBe(200);
    await end(mine);
    const { status, code, headers } = await asProgram(server.url, token)('GET', '/v0/items?l=1');
    expect([status, code]).toEqual([401, 'TokenInvalid']);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('stays revoked when its client is switched on again, and loses a scope that is taken from the client', async () => {
    const mine = await make();
    const token = await tokenOf(server.url, mine);
    await change(mine.id, { scopes: ['items.write'] });
    expect(await items(token)).toBe(403);
    await change(mine.id, { scopes: TOKEN_SCOPES });
    expect(await items(token)).toBe(200);
    await change(mine.id, { active: false });
    await change(mine.id, { active: true });
    expect(await items(token)).toBe(401);
  });

  it.each(['', 'x', 'a b', 'é', 'x'.repeat(4000)])('is not made up: “%s” is refused', async (text) => {
    const response = await fetch(`${server.url}/v0/items`, { headers: { authorization: `Bearer ${encodeURI(text)}` } });
    expect(response.status).toBe(401);
  });

  it('notes its use once a minute at most', async () => {
    const mine = await make();
    const token = await tokenOf(server.url, mine);
    const used = async () => (await server.pool.query('select last_used_at as at from oauth_clients where id = $1', [mine.id])).rows[0].at;
    const first = await used();
    await items(token);
    expect(await used()).toEqual(first);
    await server.pool.query(`update oauth_clients set last_used_at = now() - interval '61 seconds' where id = $1`, [mine.id]);
    await items(token);
    expect((await used()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  });
});

async function change(id: string, values: object): Promise<void> {
  const { data } = await server.call<{ version: number }>('GET', `/v0/oauthClients/${id}`, undefined, admin);
  const { code } = await server.call('PUT', `/v0/oauthClients/${id}`, { version: data.version, ...values }, admin);
  expect(code).toBe('OK');
}
