import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { LoginAnswer, LoginBody } from '#contract/access/session';
import { CAPTCHA_AFTER_FAILURES, SESSION_HOURS } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { securityEvent } from '../security-log.ts';
import { addFailures, clearFailures, failuresOf, inTurn, LIMITS, requireTurn, tooMany, waitSeconds } from '../throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import { requireSecondFactor } from './second-factor.ts';
import { captchas, loginEnvs, sessions, users } from './table.ts';

export type Caller = { ip: string; userAgent: string };

const hashAnswer = (answer: string): Buffer => createHash('sha256').update(answer.trim().toLowerCase()).digest();

/** Stores the answer of a captcha. It is valid for five minutes, once. */
export async function storeCaptcha(db: Db, answer: string): Promise<string> {
  const [row] = await db
    .insert(captchas)
    .values({ answerHash: hashAnswer(answer), expiresAt: sql`now() + interval '5 minutes'` })
    .returning({ id: captchas.id });
  if (!row) throw new DomainError('InternalError');
  return row.id;
}

/** @throws DomainError CaptchaNotMatchError; the captcha is used up in any case */
async function checkCaptcha(db: Db, xxs: string | undefined, answer: string | undefined): Promise<void> {
  const valid = xxs !== undefined && /^[0-9a-f-]{36}$/i.test(xxs);
  const [row] = valid
    ? await db
        .update(captchas)
        .set({ usedAt: sql`now()` })
        .where(and(eq(captchas.id, xxs), isNull(captchas.usedAt), gt(captchas.expiresAt, sql`now()`)))
        .returning({ answerHash: captchas.answerHash })
    : [];
  if (!row || !row.answerHash.equals(hashAnswer(answer ?? ''))) throw new DomainError('CaptchaNotMatchError');
}

/** Checks a captcha; wrong answers from one address are throttled. @throws DomainError CaptchaNotMatchError, TooManyRequests */
export async function guessCaptcha(db: Db, ip: string, xxs: string | undefined, answer: string | undefined): Promise<void> {
  const subject = `captcha:${ip}`;
  await requireTurn(db, { [subject]: LIMITS.captcha });
  try {
    await checkCaptcha(db, xxs, answer);
  } catch (error) {
    await addFailures(db, [subject]);
    throw error;
  }
}

type Subjects = { account: string; address: string; pair: string };

const subjectsOf = (account: string, ip: string): Subjects => ({
  account: `account:${account}`,
  address: `address:${ip}`,
  pair: `pair:${account}|${ip}`,
});

/**
 * Waits apply to an account as tried from one address. Neither the owner elsewhere nor a colleague behind the same address is locked out.
 */
async function requireLoginTurn(
  db: Db,
  subjects: Subjects,
  body: LoginBody,
  ip: string,
): Promise<{ needsCaptcha: boolean; storm: number }> {
  const [pair, account, address] = await Promise.all([
    failuresOf(db, subjects.pair),
    failuresOf(db, subjects.account),
    failuresOf(db, subjects.address),
  ]);
  const isStorm = address.count >= LIMITS.storm;
  const wait = waitSeconds(pair.count, isStorm ? LIMITS.pairInStorm : LIMITS.pair, pair.secondsSinceLast);
  if (wait > 0) {
    await securityEvent(db, 'login.throttled', { account: body.account, ip });
    throw tooMany(wait);
  }
  // `storm`: seconds to wait after a wrong password from this address; 0 without a storm.
  return { needsCaptcha: account.count >= CAPTCHA_AFTER_FAILURES, storm: waitSeconds(address.count + 1, LIMITS.storm + 1, 0) };
}

/**
 * Signs in. Unknown account, wrong password and disabled account give the same answer in the same time.
 * @throws DomainError LoginError (data `CaptchaRequired` after three failures), CaptchaNotMatchError, TotpRequired, TotpWrong,
 * TooManyRequests
 */
export function login(db: Db, body: LoginBody, caller: Caller): Promise<LoginAnswer> {
  const subjects = subjectsOf(body.account, caller.ip);
  return inTurn(subjects.pair, () => attempt(db, body, caller, subjects));
}

async function attempt(db: Db, body: LoginBody, caller: Caller, subjects: Subjects): Promise<LoginAnswer> {
  const { needsCaptcha, storm } = await requireLoginTurn(db, subjects, body, caller.ip);
  if (needsCaptcha && !body.xxs) throw new DomainError('LoginError', 'CaptchaRequired');
  if (needsCaptcha) await guessCaptcha(db, caller.ip, body.xxs, body.captcha);
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.account, body.account), isNull(users.deletedAt)));
  const right = await verifyPassword(user?.passwdHash ?? null, body.passwd);
  if (!user || !right || user.disabledAt !== null) {
    await addFailures(db, Object.values(subjects));
    await securityEvent(db, 'login.failed', { account: body.account, ip: caller.ip });
    if (storm > 0) throw tooMany(storm);
    throw new DomainError(
      'LoginError',
      (await failuresOf(db, subjects.account)).count >= CAPTCHA_AFTER_FAILURES ? 'CaptchaRequired' : null,
    );
  }
  if (user.totpSecret !== null) {
    if (!body.totp) throw new DomainError('TotpRequired');
    await requireSecondFactor(db, { userId: user.id, account: user.account, ip: caller.ip }, user.totpSecret, body.totp);
  }
  const answer = await openSession(db, { id: user.id, hash: user.passwdHash ?? '' }, body, caller);
  await clearFailures(db, [subjects.account, subjects.pair]);
  return answer;
}

async function openSession(db: Db, user: { id: string; hash: string }, body: LoginBody, caller: Caller): Promise<LoginAnswer> {
  const token = newToken();
  const rehashed = needsRehash(user.hash) ? await hashPassword(body.passwd) : null;
  return db.transaction(async (tx) => {
    const envId = await environment(tx, user.id, body.eid, caller);
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      userId: user.id,
      envId,
      ip: caller.ip,
      userAgent: caller.userAgent.slice(0, 300),
      expiresAt: sql`now() + make_interval(hours => ${SESSION_HOURS})`,
    });
    await tx
      .update(users)
      .set({ lastSeenAt: sql`now()`, ...(rehashed ? { passwdHash: rehashed } : {}) })
      .where(eq(users.id, user.id));
    await securityEvent(tx, 'login.ok', { userId: user.id, account: body.account, ip: caller.ip });
    return { token, loginEnvId: envId };
  });
}

/** Returns the environment of the browser. An unknown id, or one of another user, is replaced by a new one. */
async function environment(tx: Db, userId: string, eid: string | undefined, caller: Caller): Promise<string> {
  if (eid && /^[0-9a-f-]{36}$/i.test(eid)) {
    const [known] = await tx
      .update(loginEnvs)
      .set({ lastSeen: sql`now()`, userAgent: caller.userAgent.slice(0, 300) })
      .where(and(eq(loginEnvs.id, eid), eq(loginEnvs.userId, userId)))
      .returning({ id: loginEnvs.id });
    if (known) return known.id;
  }
  const [made] = await tx
    .insert(loginEnvs)
    .values({ userId, userAgent: caller.userAgent.slice(0, 300) })
    .returning({ id: loginEnvs.id });
  if (!made) throw new DomainError('InternalError');
  return made.id;
}
