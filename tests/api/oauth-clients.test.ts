import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, WORKING_SCOPES } from '#contract/access/oauth-clients';
import { LOCALES } from '#contract/core/limits';
import { textIn } from '../../server/core/http/texts.ts';
import { makePerson, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Client = { id: string; clientId: string; secret: string };

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  // The address of a caller is told by a proxy, so that one test has several.
  server = await startServer({ env: { TRUST_PROXY: '1' } });
  admin = await makePerson(server.pool, ['admin']);
});
afterAll(() => server.close());

const make = async (scopes: readonly string[] = []): Promise<Client> => {
  const made = await server.call<{ id: string }>('POST', '/v0/oauthClients', { name: 'Program', scopes }, admin.token);
  const { data } = await server.call<{ clientId: string; secret: string }>(
    'POST',
    `/v0/oauthClients/${made.data.id}/secret`,
    {},
    admin.token,
  );
  return { id: made.data.id, ...data };
};
const basic = ({ clientId, secret }: Client) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

/** The two ways in which a program shows its secret, each from an address. */
const WAYS = {
  'POST /v0/oauthClients/check': (client: Client, ip: string) =>
    server.call('POST', '/v0/oauthClients/check', { clientId: client.clientId, secret: client.secret }, undefined, {
      'x-forwarded-for': ip,
    }),
  'POST /v0/rfid': (client: Client, ip: string) =>
    server.call('POST', '/v0/rfid', { reader: 'R-1', tags: ['T'] }, undefined, { 'x-forwarded-for': ip, authorization: basic(client) }),
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

describe('people read which scopes open a call today', () => {
  it.each(Object.entries(WORKING_SCOPES))('the call of %s asks for exactly this scope: %s', async (scope, call) => {
    const [method = '', path = ''] = call.split(' ');
    const send = async (client: Client) =>
      server.call(method, path, { reader: 'R-1', tags: ['T'] }, undefined, { authorization: basic(client) });
    expect(await send(await make(SCOPES.filter((one) => one !== scope)))).toMatchObject({ code: 'NotAllowed', data: scope });
    expect((await send(await make([scope]))).code).not.toMatch(/NotAllowed|LoginError/);
  });

  it.each(LOCALES)('the note above the list and beside the field names exactly these scopes and calls (%s)', async (locale) => {
    const mask = await server.call<{ fields: { scopes: { help?: string } } }>(
      'GET',
      '/v0/masken/?q=sys.oauth2.list',
      undefined,
      admin.token,
    );
    expect(mask.data.fields.scopes.help).toBe('oauthClients.help.scopes');
    const note = textIn(locale, 'oauthClients.help.scopes');
    expect(note).not.toBe('oauthClients.help.scopes');
    expect(SCOPES.filter((scope) => note.includes(scope))).toEqual(Object.keys(WORKING_SCOPES));
    expect(note.match(/(GET|POST|PUT|DELETE) \/v0\/[\w/:]+/g)).toEqual(Object.values(WORKING_SCOPES));
  });
});
