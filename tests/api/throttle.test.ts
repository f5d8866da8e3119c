import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, waitSeconds } from '../../server/modules/access/throttle.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  // The address of a caller is told by a proxy, so that one test has several.
  server = await startServer({ sample: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => server.close());

const login = (account: string, passwd: string, ip: string, more: object = {}) =>
  server.call<{ token: string }>('POST', '/v0/auth/login', { account, passwd, ...more }, undefined, { 'x-forwarded-for': ip });
const captcha = async () => ({
  xxs: (
    await server.pool.query(
      `insert into captchas (answer_hash, expires_at) values (sha256('right'), now() + interval '5 minutes') returning id`,
    )
  ).rows[0].id,
  captcha: 'right',
});
/** Failures beyond the free ones, so that the wait is longer than a slow machine takes for the next try. */
const MORE = 6;
const fail = (subjects: string, count: number) =>
  server.pool.query(`insert into login_failures (subject) select s from unnest(string_to_array($1, ' ')) s, generate_series(1, $2)`, [
    subjects,
    count,
  ]);

describe('guessing is slowed down, and nobody is locked out (P19)', () => {
  it('waits begin after the free failures, double, and end', () => {
    expect(waitSeconds(4, 5, 0)).toBe(0);
    expect([5, 6, 7, 8].map((failures) => waitSeconds(failures, 5, 0))).toEqual([5, 10, 20, 40]);
    expect(waitSeconds(50, 5, 0)).toBe(300);
    expect(waitSeconds(50, 5, 300)).toBe(0);
  });

  it('after 300 failed sign-ins over many accounts from one address a colleague’s right password enters at once', async () => {
    const ip = '198.51.100.7';
    // Most of the storm is planted; the last ones are real.
    await fail(`address:${ip}`, 290);
    const storm = await Promise.all(Array.from({ length: 10 }, (_, i) => login(`victim${i}@kontor.example`, 'wrong', ip)));
    for (const answer of storm) expect(answer).toMatchObject({ status: 429, code: 'TooManyRequests' });
    for (const answer of storm) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login('finance@kontor.example', 'kontor-sample', ip)).code).toBe('OK');
    expect((await login('warehouse@kontor.example', 'kontor-sample', ip)).code).toBe('OK');
    // A known and an unknown account read alike in a storm, too.
    const [known, unknown] = [await login('carrier@kontor.example', 'wrong', ip), await login('nobody@kontor.example', 'wrong', ip)];
    expect([known.status, known.code]).toEqual([unknown.status, unknown.code]);
  });

  it('guesses on one account are told when to come again, and its owner still enters from another address', async () => {
    const [attacker, home] = ['198.51.100.8', '198.51.100.9'];
    const account = 'manager@kontor.example';
    for (let i = 0; i < 3; i += 1) expect((await login(account, 'wrong', attacker)).code).toBe('LoginError');
    for (let i = 3; i < LIMITS.pair; i += 1) expect((await login(account, 'wrong', attacker, await captcha())).code).toBe('LoginError');
    await fail(`pair:${account}|${attacker}`, MORE);
    const refused = await login(account, 'kontor-sample', attacker, await captcha());
    expect(refused).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await login(account, 'kontor-sample', home, await captcha())).code).toBe('OK');
  });

  it('an unknown account, one that is disabled and a wrong password are slowed down alike', async () => {
    await server.pool.query(`update users set disabled_at = now() where account = 'merchant@kontor.example'`);
    const ip = '198.51.100.10';
    const accounts = ['nobody9@kontor.example', 'merchant@kontor.example', 'employee@kontor.example'];
    for (const account of accounts) await fail(`pair:${account}|${ip}`, LIMITS.pair + MORE);
    const answers = await Promise.all(accounts.map((account) => login(account, 'wrong', ip)));
    for (const { status, code, error } of answers)
      expect({ status, code, error }).toEqual({ status: 429, code: 'TooManyRequests', error: 'TooManyRequests' });
  });

  it('holds on every node and after a restart', async () => {
    const ip = '127.0.0.1';
    await fail(`pair:employee@kontor.example|${ip}`, LIMITS.pair + MORE);
    const second = await startServer({ beside: server });
    const answer = await second.call('POST', '/v0/auth/login', { account: 'employee@kontor.example', passwd: 'kontor-sample' });
    await second.close();
    expect(answer).toMatchObject({ status: 429 });
  });

  it('guesses that arrive at once on a node are counted one by one', async () => {
    const ip = '198.51.100.11';
    const answers = await Promise.all(Array.from({ length: 9 }, () => login('crowd@kontor.example', 'wrong', ip)));
    const looked = answers.filter(({ status, data }) => status === 400 && (data as unknown) !== 'CaptchaRequired');
    expect(looked.length).toBeLessThanOrEqual(LIMITS.pair);
    const { rows } = await server.pool.query('select count(*)::int as n from login_failures where subject = $1', [
      `pair:crowd@kontor.example|${ip}`,
    ]);
    expect(rows[0].n).toBeLessThanOrEqual(LIMITS.pair);
  });

  it('the old password is not guessed by a stolen session', async () => {
    const { data } = await login('admin@kontor.example', 'kontor-sample', '198.51.100.12');
    const change = (passwd: string) =>
      server.call('PUT', '/v0/auth/chpasswd', { passwd, newPasswd: 'Regenschirm-Kaffee-Amsel' }, data.token);
    for (let i = 0; i < LIMITS.password; i += 1) expect((await change('wrong')).code).toBe('PasswordWrong');
    const { rows } = await server.pool.query(`select id from users where account = 'admin@kontor.example'`);
    await fail(`password:${rows[0].id}`, MORE);
    const answer = await change('kontor-sample');
    expect(answer).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(answer.headers.get('retry-after')).toBeTruthy();
  });

  it('captchas are not guessed, and nobody is flooded with reset mails', async () => {
    const ip = '198.51.100.13';
    const reset = (email: string, body: object) =>
      server.call('POST', '/v0/auth/resetPassword', { email, ...body }, undefined, { 'x-forwarded-for': ip });
    await fail(`captcha:${ip}`, LIMITS.captcha + MORE);
    expect(await reset('finance@kontor.example', { xxs: 'x', captcha: 'no' })).toMatchObject({ status: 429 });
    await server.pool.query('delete from login_failures where subject = $1', [`captcha:${ip}`]);
    for (let i = 0; i < LIMITS.resetAccount + 2; i += 1)
      expect((await reset('finance@kontor.example', await captcha())).code, 'the same answer as ever').toBe('OK');
    const made = async () =>
      (
        await server.pool.query(
          `select count(*)::int as n from security_events where event = 'reset.asked' and account = 'finance@kontor.example'`,
        )
      ).rows[0].n;
    await expect.poll(made).toBe(LIMITS.resetAccount + 2);
    const { rows } = await server.pool.query(
      `select count(*)::int as n from password_resets r join users u on u.id = r.user_id where u.account = 'finance@kontor.example'`,
    );
    expect(rows[0].n).toBeLessThanOrEqual(LIMITS.resetAccount);
    await fail(`reset:${ip}`, LIMITS.resetAddress + MORE);
    expect(await reset('employee@kontor.example', await captcha())).toMatchObject({ status: 429, code: 'TooManyRequests' });
  });
});
