import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READER_SCOPE, SCOPES, TOKEN_SCOPES } from '#contract/access/oauth-clients';
import { LOCALES } from '#contract/core/limits';
import { textIn } from '../../server/core/http/texts.ts';
import { makePerson, type Person } from '../support/people.ts';
import { askToken, basicOf, makeProgram, type Program } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Client = Program;

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  // The address of a caller is told by a proxy, so that one test has several.
  server = await startServer({ env: { TRUST_PROXY: '1' } });
  admin = await makePerson(server.pool, ['admin']);
});
afterAll(() => server.close());

const make = (scopes: readonly string[] = []): Promise<Client> => makeProgram(server, admin.token, { scopes });

/** The token call, told as the other calls are. */
async function tokenCall(client: Client, ip: string) {
  const { status, body, headers } = await askToken(
    server.url,
    { grant_type: 'client_credentials' },
    { 'x-forwarded-for': ip, authorization: basicOf(client) },
  );
  const code = status === 429 ? 'TooManyRequests' : body.error === 'invalid_client' ? 'LoginError' : (body.error ?? 'OK');
  return { status, code, headers };
}

/** The ways in which a program shows its secret, each from an address. */
const WAYS = {
  'POST /v0/oauthClients/check': (client: Client, ip: string) =>
    server.call('POST', '/v0/oauthClients/check', { clientId: client.clientId, secret: client.secret }, undefined, {
      'x-forwarded-for': ip,
    }),
  'POST /v0/rfid': (client: Client, ip: string) =>
    server.call('POST', '/v0/rfid', { reader: 'R-1', tags: ['T'] }, undefined, { 'x-forwarded-for': ip, authorization: basicOf(client) }),
  'POST /v0/oauth/token': tokenCall,
};

describe.each(Object.entries(WAYS))('the secret of a program at %s (P19)', (_, call) => {
  const known = async (client: Client) =>
    (await server.pool.query('select last_used_at as at, version from oauth_clients where id = $1', [client.id])).rows[0];

  it('is not guessed: wrong secrets from one address wait, and the right one of another address works', async () => {
    const client = await make(['rfid.send']);
    const wrong = { ...client, secret: 'wrong' };
    for (let n = 0; n < 5; n++) expect((await call(wrong, '198.51.100.1')).code).toBe('LoginError');
    const refused = await call(client, '198.51.100.1');
    expect(refused).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(client, '198.51.100.2')).code).not.toMatch(/LoginError|TooManyRequests/);
    // The other way is no way round.
    for (const other of Object.values(WAYS)) expect((await other(client, '198.51.100.1')).code).toBe('TooManyRequests');
  });

  it('notes its use once a minute at most, and keeps the audit log free of it', async () => {
    const client = await make(['rfid.send']);
    const before = await known(client);
    await call(client, '198.51.100.3');
    const first = await known(client);
    expect(first.at).not.toBeNull();
    await call(client, '198.51.100.3');
    expect(await known(client)).toEqual(first);
    await server.pool.query(`update oauth_clients set last_used_at = now() - interval '61 seconds' where id = $1`, [client.id]);
    const older = await known(client);
    await call(client, '198.51.100.3');
    expect((await known(client)).at.getTime()).toBeGreaterThan(older.at.getTime());
    expect(before.at).toBeNull();
    const { rows } = await server.pool.query(
      `select after from audit_log where row_id = $1 and after ? 'last_used_at' and action = 'update'`,
      [client.id],
    );
    expect(rows).toEqual([]);
  });

  it('opens nothing once the program is switched off', async () => {
    const client = await make(['rfid.send']);
    await server.pool.query('update oauth_clients set active = false where id = $1', [client.id]);
    expect((await call(client, '198.51.100.4')).code).toBe('LoginError');
  });
});

describe('people read what a scope opens', () => {
  it('each scope opens at least one call, and each call of a program has one that people can give', () => {
    const opening = server.app.routeTable.flatMap(({ scope }) => scope ?? []);
    expect([...new Set(opening)].sort()).toEqual([...TOKEN_SCOPES].sort());
    expect(SCOPES.filter((scope) => !TOKEN_SCOPES.includes(scope))).toEqual([READER_SCOPE]);
  });

  it.each(LOCALES)('each is told in words, and the note beside the list says how a program signs in (%s)', async (locale) => {
    for (const scope of SCOPES) expect(textIn(locale, `oauthClients.scopes.${scope.replace('.', '-')}`)).not.toMatch(/^oauthClients/);
    expect(textIn(locale, 'oauthClients.help.scopes')).toContain('POST /v0/oauth/token');
  });

  it('a reader of the house has the scope of readers, and no other is enough', async () => {
    const send = async (client: Client) =>
      server.call('POST', '/v0/rfid', { reader: 'R-1', tags: ['T'] }, undefined, { authorization: basicOf(client) });
    expect(await send(await make(TOKEN_SCOPES))).toMatchObject({ code: 'NotAllowed', data: READER_SCOPE });
    expect((await send(await make([READER_SCOPE]))).code).not.toMatch(/NotAllowed|LoginError/);
  });
});
