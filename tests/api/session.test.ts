import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/access/session';
import { readMails, secretOf } from '../support/mail.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Login = { token: string; loginEnvId: string };

describe('signing in (specification, points 3, 5, 6, 7)', () => {
  let server: TestServer;
  const login = (account: string, passwd: string, more: object = {}) =>
    server.call<Login>('POST', '/v0/auth/login', { account, passwd, ...more });
  const stat = (token: string) => server.call<UserInfo>('GET', '/v0/auth/stat', undefined, token);
  /** Answers are never stored in the clear, so the test plants one it knows. */
  const knownCaptcha = async (): Promise<string> =>
    (
      await server.pool.query(
        `insert into captchas (answer_hash, expires_at) values (sha256('right'), now() + interval '5 minutes') returning id`,
      )
    ).rows[0].id;

  beforeAll(async () => {
    server = await startServer({ sample: true });
  });
  afterAll(() => server.close());

  it.each(['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'])(
    'the sample account of %s signs in and reads its user info',
    async (role) => {
      const token = await server.signIn(role);
      const { data } = await stat(token);
      expect(data).toMatchObject({ account: `${role}@kontor.example`, roles: [role], sample: true, subId: null });
      expect(data.unfinishedTasks === null).toBe(data.type <= 100);
    },
  );

  it('the account is trimmed and lower-cased', async () => {
    expect(await login('  Admin@Kontor.Example ', 'kontor-sample')).toMatchObject({ code: 'OK' });
  });

  it('unknown account, wrong password and disabled account read alike (P19)', async () => {
    await server.pool.query(`update users set disabled_at = now() where account = 'carrier@kontor.example'`);
    const answers = await Promise.all([
      login('nobody@kontor.example', 'x'),
      login('finance@kontor.example', 'x'),
      login('carrier@kontor.example', 'kontor-sample'),
    ]);
    for (const { status, code, data, error } of answers)
      expect({ status, code, data, error }).toEqual({ status: 400, code: 'LoginError', data: null, error: 'LoginError' });
    await server.pool.query(`update users set disabled_at = null where account = 'carrier@kontor.example'`);
  });

  it('a captcha is asked for after three failures, is good for one try, and does not lock the owner out (P19)', async () => {
    for (const data of [null, null, 'CaptchaRequired'])
      expect(await login('employee@kontor.example', 'wrong')).toMatchObject({ code: 'LoginError', data });
    expect(await login('employee@kontor.example', 'kontor-sample')).toMatchObject({ code: 'LoginError', data: 'CaptchaRequired' });
    const { data: picture } = await server.call<{ xxs: string; svg: string }>('GET', '/v0/captcha/');
    expect(picture.svg).toContain('<svg');
    expect(await login('employee@kontor.example', 'kontor-sample', { xxs: picture.xxs, captcha: 'no' })).toMatchObject({
      code: 'CaptchaNotMatchError',
    });
    const xxs = await knownCaptcha();
    expect(await login('employee@kontor.example', 'kontor-sample', { xxs, captcha: ' RIGHT ' })).toMatchObject({ code: 'OK' });
    expect(await login('nobody2@kontor.example', 'x', { xxs, captcha: 'right' })).toMatchObject({ code: 'LoginError' });
    expect((await server.pool.query('select used_at from captchas where id = $1', [xxs])).rows[0].used_at).not.toBeNull();
  });

  it('the browser keeps its environment id; a foreign one is replaced', async () => {
    const first = await login('admin@kontor.example', 'kontor-sample');
    expect((await login('admin@kontor.example', 'kontor-sample', { eid: first.data.loginEnvId })).data.loginEnvId).toBe(
      first.data.loginEnvId,
    );
    expect((await login('manager@kontor.example', 'kontor-sample', { eid: first.data.loginEnvId })).data.loginEnvId).not.toBe(
      first.data.loginEnvId,
    );
    expect(
      await server.call('POST', '/v0/auth/_ci', { login: 'admin@kontor.example', envId: first.data.loginEnvId }, first.data.token),
    ).toMatchObject({ code: 'OK' });
  });

  describe('a session (P27)', () => {
    it('is stored hashed and dies at once on logout', async () => {
      const token = await server.signIn('admin');
      const { rows } = await server.pool.query(`select count(*)::int as n from sessions where encode(token_hash, 'escape') like $1`, [
        `%${token}%`,
      ]);
      expect(rows[0].n).toBe(0);
      expect(await server.call('GET', '/v0/auth/logout', undefined, token)).toMatchObject({ code: 'OK' });
      expect(await stat(token)).toMatchObject({ status: 403, code: 'NoSession' });
    });

    it('ends after 40 idle minutes and after 12 hours in any case', async () => {
      const [idle, old] = [await server.signIn('admin'), await server.signIn('manager')];
      await server.pool.query(`update sessions set seen_at = now() - interval '41 minutes' where token_hash = sha256($1::bytea)`, [
        Buffer.from(idle),
      ]);
      await server.pool.query(`update sessions set expires_at = now() - interval '1 second' where token_hash = sha256($1::bytea)`, [
        Buffer.from(old),
      ]);
      expect((await stat(idle)).status).toBe(403);
      expect((await stat(old)).status).toBe(403);
    });

    it('stays alive by use and by keep-me-in-session, not by polling', async () => {
      const token = await server.signIn('admin');
      const age = () =>
        server.pool.query(`update sessions set seen_at = now() - interval '30 minutes' where token_hash = sha256($1::bytea)`, [
          Buffer.from(token),
        ]);
      await age();
      const idleAt = async (headers: Record<string, string>) =>
        Date.parse((await server.call<UserInfo>('GET', '/v0/auth/stat', undefined, token, headers)).data.idleAt);
      expect((await idleAt({ 'x-kontor-passive': '1' })) - Date.now()).toBeLessThan(11 * 60_000);
      const { data } = await server.call<UserInfo>('GET', '/v0/auth/refresh', undefined, token);
      expect(Date.parse(data.idleAt) - Date.now()).toBeGreaterThan(39 * 60_000);
    });

    it('people see their sessions and end another one', async () => {
      const [one, two] = [await server.signIn('finance'), await server.signIn('finance')];
      const { data } = await server.call<{ id: string; current: boolean }[]>('GET', '/v0/auth/sessions', undefined, one);
      const other = data.find((session) => !session.current);
      expect(await server.call('DELETE', `/v0/auth/sessions/${other?.id}`, undefined, one)).toMatchObject({ code: 'OK' });
      expect((await stat(two)).status).toBe(403);
      const admin = await server.signIn('admin');
      const mine = data.find((session) => session.current);
      expect(await server.call('DELETE', `/v0/auth/sessions/${mine?.id}`, undefined, admin)).toMatchObject({ code: 'NotFound' });
    });

    it('a role taken away, a disabled account: held from the next call on', async () => {
      const token = await server.signIn('warehouse');
      expect((await server.call('GET', '/v0/items', undefined, token)).code).toBe('OK');
      await server.pool.query(`update users set role_ids = '{}' where account = 'warehouse@kontor.example'`);
      expect(await server.call('GET', '/v0/items', undefined, token)).toMatchObject({ status: 400, code: 'NotAllowed' });
      await server.pool.query(`update users set disabled_at = now() where account = 'warehouse@kontor.example'`);
      expect((await stat(token)).status).toBe(403);
      await server.pool.query(
        `update users set disabled_at = null, role_ids = array(select id from roles where key = 'warehouse') where account = 'warehouse@kontor.example'`,
      );
    });

    it('a cookie alone opens no call that answers data (P27, P32)', async () => {
      const token = await server.signIn('admin');
      const response = await fetch(`${server.url}/v0/users`, { headers: { cookie: `kontor-token=${token}` } });
      expect(response.status).toBe(403);
    });
  });

  describe('the sub-account selector', () => {
    it('lets an admin act as a merchant, seeing only what the merchant sees, and back (P17, P18)', async () => {
      const token = await server.signIn('admin');
      const merchant = (await server.pool.query(`select id from users where account = 'merchant@kontor.example'`)).rows[0].id;
      expect((await server.call<UserInfo>('PUT', `/v0/auth/__subId?q=${merchant}`, undefined, token)).data).toMatchObject({
        subId: merchant,
        roles: ['merchant'],
        account: 'admin@kontor.example',
      });
      expect((await server.call<unknown[]>('GET', '/v0/merchants', undefined, token)).data).toHaveLength(1);
      expect((await server.call('GET', '/v0/users', undefined, token)).code).toBe('NotAllowed');
      expect((await server.call<UserInfo>('PUT', '/v0/auth/__subId?q=', undefined, token)).data).toMatchObject({
        subId: null,
        roles: ['admin'],
      });
      const { rows } = await server.pool.query(
        `select count(*)::int as n from security_events where event in ('actAs.begin', 'actAs.end')`,
      );
      expect(rows[0].n).toBe(2);
    });

    it('is closed to everybody else (P18)', async () => {
      const token = await server.signIn('manager');
      expect(await server.call('PUT', '/v0/auth/__subId?q=', undefined, token)).toMatchObject({ code: 'NotAllowed' });
    });
  });

  describe('passwords', () => {
    it('are changed with the old one, refused when weak, and end the other sessions (P19, P27)', async () => {
      const [here, there] = [await server.signIn('finance'), await server.signIn('finance')];
      const change = (passwd: string, newPasswd: string) => server.call('PUT', '/v0/auth/chpasswd', { passwd, newPasswd }, here);
      expect(await change('wrong', 'Lagerhaus am Kai')).toMatchObject({ code: 'PasswordWrong' });
      for (const weak of ['password1!', 'Warehouse2026', 'finance123', '88888888'])
        expect(await change('kontor-sample', weak), weak).toMatchObject({ code: 'PasswordWeak' });
      expect(await change('kontor-sample', 'Lagerhaus am Kai')).toMatchObject({ code: 'OK' });
      expect((await stat(here)).status).toBe(200);
      expect((await stat(there)).status).toBe(403);
      expect(await login('finance@kontor.example', 'Lagerhaus am Kai')).toMatchObject({ code: 'OK' });
    });

    it('are reset by a mailed secret, once, whoever asks reading the same answer (P31)', async () => {
      const ask = async (email: string) =>
        server.call('POST', '/v0/auth/resetPassword', { email, xxs: await knownCaptcha(), captcha: 'right' }, undefined, {
          host: 'evil.test',
        });
      const [known, unknown] = [await ask('employee@kontor.example'), await ask('nobody@kontor.example')];
      expect({ status: known.status, code: known.code, data: known.data }).toEqual({
        status: unknown.status,
        code: unknown.code,
        data: unknown.data,
      });
      await expect.poll(() => readMails(server)).toHaveLength(1);
      const [mail] = await readMails(server);
      expect(mail?.text).not.toContain('evil.test');
      const secret = secretOf(mail?.text ?? '');
      const session = await server.signIn('employee');
      const complete = (passwd: string, email = 'employee@kontor.example') =>
        server.call('PUT', '/v0/auth/resetPassword', { email, secret, passwd });
      expect(await complete('short-one', 'finance@kontor.example')).toMatchObject({ code: 'LinkExpired' });
      expect(await complete('password123')).toMatchObject({ code: 'PasswordWeak' });
      const twice = await Promise.all([complete('Speicherstadt 7'), complete('Speicherstadt 8')]);
      expect(twice.map((answer) => answer.code).sort()).toEqual(['LinkExpired', 'OK']);
      expect((await stat(session)).status).toBe(403);
      expect(
        await server.call('PUT', '/v0/auth/resetPassword', { email: 'employee@kontor.example', passwd: 'Speicherstadt 9' }),
      ).toMatchObject({ code: 'InvalidInput' });
    });
  });

  it('permitted routes: everything for an admin, the role’s prefixes for others', async () => {
    const routes = async (role: string) =>
      (await server.call<string[]>('GET', '/v0/role/route', undefined, await server.signIn(role))).data;
    expect(await routes('admin')).toEqual(['*']);
    expect(await routes('warehouse')).toContain('/wEP');
    expect(await routes('warehouse')).not.toContain('/settings');
  });
});
