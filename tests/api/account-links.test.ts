import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/access/session';
import { readMails, secretOf } from '../support/mail.ts';
import { startServer, type TestServer } from '../support/server.ts';

type User = { id: string; version: number; account: string; type: number; pendingAccount: string | null; hasPassword: boolean };

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

/** The newest mail to an address, once it is there. */
async function mailTo(address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await readMails(server)).filter(({ to }) => to === address).length).toBe(count);
  return (await readMails(server)).filter(({ to }) => to === address).at(-1)?.text ?? '';
}
const create = async (account: string, more: object = {}): Promise<User> =>
  (await server.call<User>('POST', '/v0/users', { account, name: 'New Person', ...more }, admin)).data;
const accept = (email: string, secret: string, passwd: string) => server.call('PUT', '/v0/auth/invitation', { email, secret, passwd });
const invite = (id: string, by: 'mail' | 'link', token = admin) =>
  server.call<{ link: string | null; expiresAt: string }>('POST', `/v0/users/${id}/invitation`, { by }, token);
const PASSWORD = 'Regenschirm-Kaffee-Amsel';

describe('a new account gets its first password by an invitation', () => {
  it('by mail, for one use, with a good password, and then signs in', async () => {
    const { rows } = await server.pool.query(`select id from roles where key = 'employee'`);
    const user = await create('erna@kontor.example', { roleIds: [rows[0].id] });
    expect(user).toMatchObject({ type: 120, hasPassword: false });
    const secret = secretOf(await mailTo('erna@kontor.example'));
    expect(await accept('erna@kontor.example', secret, 'password123')).toMatchObject({ code: 'PasswordWeak', data: 'common' });
    expect(await accept('erna@kontor.example', secret, 'NewPerson2026')).toMatchObject({ code: 'PasswordWeak', data: 'personal' });
    const twice = await Promise.all([accept('erna@kontor.example', secret, PASSWORD), accept('erna@kontor.example', secret, PASSWORD)]);
    expect(twice.map(({ code }) => code).sort()).toEqual(['LinkExpired', 'OK']);
    expect(await server.signIn('erna', PASSWORD)).toBeTruthy();
    expect(await invite(user.id, 'link'), 'who has a password resets it by mail').toMatchObject({ code: 'StateRefused' });
  });

  it('by a link to pass on; a newer one kills the older, seven days kill any, and none is stored in the clear', async () => {
    const user = await create('egon@kontor.example');
    const mailed = secretOf(await mailTo('egon@kontor.example'));
    const first = secretOf((await invite(user.id, 'link')).data.link ?? '');
    const { data } = await invite(user.id, 'link');
    expect(data.link?.startsWith(`${server.config.KONTOR_ORIGIN}/invitation?email=egon`)).toBe(true);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const last = secretOf(data.link ?? '');
    for (const old of [mailed, first]) expect((await accept('egon@kontor.example', old, PASSWORD)).code).toBe('LinkExpired');
    const { rows } = await server.pool.query('select invitations::text as row from invitations');
    for (const { row } of rows) expect(row).not.toContain(last);
    expect((await accept('other@kontor.example', last, PASSWORD)).code, 'another account').toBe('LinkExpired');
    await server.pool.query(`update invitations set ended_at = null, expires_at = now() - interval '1 second' where user_id = $1`, [
      user.id,
    ]);
    expect((await accept('egon@kontor.example', last, PASSWORD)).code).toBe('LinkExpired');
  });

  it('is made only by who has the rights of the account', async () => {
    const { rows } = await server.pool.query(`select id from roles where key = 'admin'`);
    const user = await create('chef@kontor.example', { roleIds: [rows[0].id] });
    const manager = await server.signIn('manager');
    expect(await invite(user.id, 'link', manager)).toMatchObject({ code: 'RightsExceeded' });
    expect((await server.call('PUT', `/v0/users/${user.id}`, { version: user.version, account: 'x@x.example' }, manager)).code).toBe(
      'RightsExceeded',
    );
  });

  it('the type follows from the role, whatever the form says', async () => {
    const { rows } = await server.pool.query(`select id from roles where key = 'merchant'`);
    expect(await create('mixed@kontor.example', { type: 200, roleIds: [rows[0].id] })).toMatchObject({ type: 10 });
  });
});

describe('a new e-mail address waits until it is confirmed there', () => {
  const account = async (id: string): Promise<User> => (await server.call<User>('GET', `/v0/users/${id}`, undefined, admin)).data;
  const idOf = async (address: string): Promise<string> =>
    (await server.pool.query('select id from users where account = $1', [address])).rows[0].id;
  const open = (what: 'confirm' | 'cancel', secret: string) =>
    server.call<{ account: string }>('PUT', `/v0/auth/email/${what}`, { secret });

  it('of the own account: with the password; the old address is told and can stop it', async () => {
    const token = await server.signIn('finance');
    const ask = (email: string, passwd: string) => server.call<UserInfo>('PUT', '/v0/auth/email', { email, passwd }, token);
    expect(await ask('frank@new.example', 'wrong')).toMatchObject({ code: 'PasswordWrong' });
    expect((await ask('frank@new.example', 'kontor-sample')).data).toMatchObject({
      account: 'finance@kontor.example',
      pendingAccount: 'frank@new.example',
    });
    const confirm = secretOf(await mailTo('frank@new.example'));
    const warning = await mailTo('finance@kontor.example');
    expect(warning).toContain('frank@new.example');
    expect(await server.signIn('finance'), 'until then the old address signs in').toBeTruthy();
    expect(await open('cancel', secretOf(warning))).toMatchObject({ code: 'OK', data: { account: 'finance@kontor.example' } });
    for (const what of ['confirm', 'cancel'] as const) expect(await open(what, confirm)).toMatchObject({ code: 'LinkExpired' });
    expect(await account(await idOf('finance@kontor.example'))).toMatchObject({ pendingAccount: null });
  });

  it('of somebody else: an administrator’s correction waits just the same, and the link works once', async () => {
    const id = await idOf('warehouse@kontor.example');
    const { version } = await account(id);
    const change = await server.call<User>('PUT', `/v0/users/${id}`, { version, account: 'willi@new.example' }, admin);
    expect(change.data).toMatchObject({ account: 'warehouse@kontor.example', pendingAccount: 'willi@new.example' });
    const secret = secretOf(await mailTo('willi@new.example'));
    await mailTo('warehouse@kontor.example');
    const stored = await server.pool.query('select email_changes::text as row from email_changes');
    for (const { row } of stored.rows) expect(row).not.toContain(secret);
    const twice = await Promise.all([open('confirm', secret), open('confirm', secret)]);
    expect(twice.map(({ code }) => code).sort()).toEqual(['LinkExpired', 'OK']);
    expect(await account(id)).toMatchObject({ account: 'willi@new.example', pendingAccount: null });
    expect(await server.signIn('willi@new.example')).toBeTruthy();
  });

  it('is refused where the address is taken, and dies after a day', async () => {
    const id = await idOf('carrier@kontor.example');
    const { version } = await account(id);
    const put = (address: string, at: number) => server.call('PUT', `/v0/users/${id}`, { version: at, account: address }, admin);
    expect(await put('admin@kontor.example', version)).toMatchObject({ code: 'Duplicate' });
    expect(await put('carla@new.example', version)).toMatchObject({ code: 'OK' });
    const secret = secretOf(await mailTo('carla@new.example'));
    await server.pool.query(`update email_changes set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    expect(await open('confirm', secret)).toMatchObject({ code: 'LinkExpired' });
  });

  it('an account that nobody can sign in to yet changes at once, and is invited at the new address', async () => {
    const user = await create('tipo@kontor.example');
    const old = secretOf(await mailTo('tipo@kontor.example'));
    const change = await server.call<User>('PUT', `/v0/users/${user.id}`, { version: user.version, account: 'typo@kontor.example' }, admin);
    expect(change.data).toMatchObject({ account: 'typo@kontor.example', pendingAccount: null });
    const secret = secretOf(await mailTo('typo@kontor.example'));
    expect((await accept('typo@kontor.example', old, PASSWORD)).code).toBe('LinkExpired');
    expect((await accept('typo@kontor.example', secret, PASSWORD)).code).toBe('OK');
  });
});
