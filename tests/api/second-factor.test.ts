import * as OTPAuth from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/access/session';
import { readMails } from '../support/mail.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
});
afterAll(() => server.close());

const login = (account: string, passwd: string, more: object = {}) =>
  server.call<{ token: string }>('POST', '/v0/auth/login', { account, passwd, ...more });
/** More failures of those that have failed, so that they wait longer than a slow machine takes for the next try. */
const failMore = () =>
  server.pool.query(
    `insert into login_failures (subject) select f.subject from (select distinct subject from login_failures) f, generate_series(1, 6)`,
  );
const stat = (token: string) => server.call<UserInfo>('GET', '/v0/auth/stat', undefined, token);

describe('the second factor (P19)', () => {
  let token: string;
  let secret: string;
  /** The code of a step from now. It counts once, until `forgetCodes`. */
  const code = (step = 0) =>
    new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  const factor = (method: string, body: object) => server.call<{ secret: string }>(method, '/v0/auth/totp', body, token);
  const withCode = (totp: string) => login('manager@kontor.example', 'kontor-sample', { totp });
  const forgetCodes = () => server.pool.query('delete from spent_codes; delete from login_failures');

  it('is set up with the password, and asked for once it was proven', async () => {
    token = await server.signIn('manager');
    expect(await factor('POST', { passwd: 'wrong' })).toMatchObject({ code: 'PasswordWrong' });
    secret = (await factor('POST', { passwd: 'kontor-sample' })).data.secret;
    expect(await login('manager@kontor.example', 'kontor-sample')).toMatchObject({ code: 'OK' });
    expect(await factor('PUT', { code: '000000' })).toMatchObject({ code: 'TotpWrong' });
    expect(await factor('PUT', { code: code() })).toMatchObject({ code: 'OK' });
    expect(await login('manager@kontor.example', 'kontor-sample')).toMatchObject({ code: 'TotpRequired' });
  });

  it('a code is valid once, also for two sign-ins at once on two nodes', async () => {
    await forgetCodes();
    const second = await startServer({ beside: server });
    const now = code();
    const body = { account: 'manager@kontor.example', passwd: 'kontor-sample', totp: now };
    const answers = await Promise.all([withCode(now), second.call('POST', '/v0/auth/login', body)]);
    await second.close();
    expect(answers.map((answer) => answer.code).sort()).toEqual(['OK', 'TotpWrong']);
    expect(await withCode(now)).toMatchObject({ code: 'TotpWrong' });
  });

  it('wrong codes are slowed down', async () => {
    await forgetCodes();
    for (let i = 0; i < 5; i += 1) expect(await withCode('000000')).toMatchObject({ code: 'TotpWrong' });
    await failMore();
    const answer = await withCode(code());
    expect(answer).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is replaced and removed only with the password and a current code', async () => {
    await forgetCodes();
    for (const method of ['POST', 'DELETE'])
      expect(await factor(method, { passwd: 'kontor-sample' }), method).toMatchObject({ code: 'TotpRequired' });
    expect(await factor('DELETE', { passwd: 'kontor-sample', code: '000000' })).toMatchObject({ code: 'TotpWrong' });
    // Made at one moment: between two calls the next step may begin.
    const [now, next] = [code(), code(1)];
    expect(await factor('DELETE', { passwd: 'wrong', code: now })).toMatchObject({ code: 'PasswordWrong' });
    expect(await factor('POST', { passwd: 'kontor-sample', code: now })).toMatchObject({ code: 'OK' });
    expect(await factor('DELETE', { passwd: 'kontor-sample', code: now }), 'the same code again').toMatchObject({ code: 'TotpWrong' });
    expect(await factor('DELETE', { passwd: 'kontor-sample', code: next })).toMatchObject({ code: 'OK' });
    expect(await login('manager@kontor.example', 'kontor-sample')).toMatchObject({ code: 'OK' });
  });
});

describe('recovery codes and the help of an administrator (P19)', () => {
  const account = 'merchant@kontor.example';
  const password = 'kontor-sample';
  let token: string;
  let codes: string[];
  let userId: string;
  let secret: string;
  const app = (step = 0) =>
    new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  const withCode = (totp: string) => login(account, password, { totp });
  const make = (code: string) => server.call<{ codes: string[] }>('POST', '/v0/auth/totp/recovery', { passwd: password, code }, token);
  const left = async () => (await server.call<UserInfo>('GET', '/v0/auth/stat', undefined, token)).data.recoveryCodes;
  /** The newest row of the audit log about this account. */
  const audited = async () => {
    const { rows } = await server.pool.query(
      `select user_id as by, before, after from audit_log where area = 'users' and row_id = $1 and (after ? 'recovery_codes_left' or after ? 'totp_reset_reason') order by id desc limit 1`,
      [userId],
    );
    return rows[0];
  };
  const events = async (event: string) =>
    (await server.pool.query('select account, detail from security_events where event = $1 order by at desc', [event])).rows;
  async function turnOn(): Promise<void> {
    await server.pool.query('delete from spent_codes; delete from login_failures');
    token = await server.signIn('merchant');
    userId = (await server.call<UserInfo>('GET', '/v0/auth/stat', undefined, token)).data.id;
    secret = (await server.call<{ secret: string }>('POST', '/v0/auth/totp', { passwd: password }, token)).data.secret;
    codes = (await server.call<{ codes: string[] }>('PUT', '/v0/auth/totp', { code: app() }, token)).data.codes;
  }

  it('ten are shown when the factor is turned on, and none is stored as it is', async () => {
    await turnOn();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(await left()).toBe(10);
    const { rows } = await server.pool.query('select users::text as row from users where id = $1', [userId]);
    const { rows: log } = await server.pool.query('select audit_log::text as row from audit_log where row_id = $1', [userId]);
    const stored = [...rows, ...log].map(({ row }) => row).join();
    for (const code of codes) expect(stored.includes(code) || stored.includes(code.replaceAll('-', ''))).toBe(false);
  });

  it('one signs in once in place of the code, typed as people type; each use is in the audit log', async () => {
    expect(await withCode(` ${codes[0]?.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({ code: 'OK' });
    expect(await left()).toBe(9);
    expect(await audited()).toMatchObject({ by: userId, before: { recovery_codes_left: 10 }, after: { recovery_codes_left: 9 } });
    expect((await events('recovery.used'))[0]).toEqual({ account, detail: '9 left' });
    expect(await withCode(codes[0] ?? '')).toMatchObject({ code: 'TotpWrong' });
  });

  it('one counts once, also for two sign-ins at once on two nodes', async () => {
    const second = await startServer({ beside: server });
    const body = { account, passwd: password, totp: codes[1] };
    const answers = await Promise.all([withCode(codes[1] ?? ''), second.call('POST', '/v0/auth/login', body)]);
    await second.close();
    expect(answers.map((answer) => answer.code).sort()).toEqual(['OK', 'TotpWrong']);
    expect(await left()).toBe(8);
  });

  it('a new set needs password and code, and replaces the old one', async () => {
    expect(await server.call('POST', '/v0/auth/totp/recovery', { passwd: 'wrong', code: app() }, token)).toMatchObject({
      code: 'PasswordWrong',
    });
    expect(await server.call('POST', '/v0/auth/totp/recovery', { passwd: password }, token)).toMatchObject({ code: 'TotpRequired' });
    const old = codes[2] ?? '';
    codes = (await make(codes[3] ?? '')).data.codes;
    expect(await left()).toBe(10);
    expect(await withCode(old)).toMatchObject({ code: 'TotpWrong' });
    expect(await withCode(codes[0] ?? '')).toMatchObject({ code: 'OK' });
  });

  it('guesses are slowed down like codes of the app', async () => {
    await server.pool.query('delete from login_failures');
    for (let i = 0; i < 5; i += 1) expect(await withCode('0000-0000-0000-0000')).toMatchObject({ code: 'TotpWrong' });
    await failMore();
    expect(await withCode(codes[1] ?? '')).toMatchObject({ status: 429, code: 'TooManyRequests' });
    await server.pool.query('delete from login_failures');
    expect(await withCode(codes[1] ?? '')).toMatchObject({ code: 'OK' });
  });

  it('an administrator sees the sessions of a user and ends one or all of them', async () => {
    const admin = await server.signIn('admin');
    const list = async () =>
      (await server.call<{ id: string; userAgent: string }[]>('GET', `/v0/users/${userId}/sessions`, undefined, admin)).data;
    const before = await list();
    const [newest] = before;
    expect(before.length).toBeGreaterThan(1);
    expect(await server.call('DELETE', `/v0/users/${userId}/sessions/${newest?.id}`, undefined, admin)).toMatchObject({ code: 'OK' });
    expect((await list()).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
    expect(await server.call('DELETE', `/v0/users/${userId}/sessions`, undefined, admin)).toMatchObject({ code: 'OK' });
    expect(await list()).toEqual([]);
    expect((await stat(token)).status).toBe(403);
    expect((await events('session.ended')).map(({ detail }) => detail)).toEqual([`users ${userId}`, `users ${userId}`]);
    const manager = await server.signIn('manager');
    expect(await server.call('GET', `/v0/users/${userId}/sessions`, undefined, manager)).toMatchObject({ code: 'NotAllowed' });
  });

  it('an administrator resets a factor once, with a reason in the audit row; not the own one; the person gets a mail and a message in the own language', async () => {
    await server.pool.query(`update users set locale = 'de' where id = $1`, [userId]);
    const admin = await server.signIn('admin');
    const { id: adminId } = (await server.call<UserInfo>('GET', '/v0/auth/stat', undefined, admin)).data;
    const reset = (id: string, reason: string) => server.call('POST', `/v0/users/${id}/totp/reset`, { reason }, admin);
    token = (await withCode(codes[2] ?? '')).data.token;
    expect(await reset(userId, ' ')).toMatchObject({ code: 'InvalidInput' });
    expect(await reset(adminId, 'Phone lost')).toMatchObject({ code: 'NotAllowed' });
    expect(await reset(userId, 'Phone lost')).toMatchObject({ code: 'OK' });
    expect(await audited()).toMatchObject({
      by: adminId,
      after: { totp_secret: null, totp_reset_reason: 'Phone lost', recovery_codes_left: 0 },
    });
    expect((await events('totp.reset'))[0]?.detail).toBe(`users ${userId}`);
    const mailed = async () =>
      (await readMails(server)).filter(({ to, text }) => to.includes(account) && text.includes('Grund: Phone lost'));
    await expect.poll(async () => (await mailed()).length).toBe(1);
    expect((await mailed())[0]?.text).toMatch(/Der zweite Faktor Ihres Kontor-Kontos wurde .* entfernt/);
    const told = await server.pool.query('select title, text from messages where to_id = $1', [userId]);
    expect(told.rows).toEqual([{ title: 'Zweiter Faktor zurückgesetzt', text: expect.stringContaining('Grund: Phone lost') }]);
    expect(await reset(userId, 'Phone lost')).toMatchObject({ code: 'StateRefused' });
    expect((await stat(token)).status).toBe(403);
    expect(await login(account, password)).toMatchObject({ code: 'OK' });
    await turnOn();
    expect(await reset(userId, 'Phone lost'), 'the same reason again').toMatchObject({ code: 'OK' });
    expect(await audited()).toMatchObject({ by: adminId, after: { totp_reset_reason: 'Phone lost' } });
  });
});
