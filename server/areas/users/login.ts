import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import * as OTPAuth from 'otpauth';
import { CAPTCHA_AFTER_FAILURES, SESSION_HOURS } from '#contract/limits';
import type { LoginAnswer, LoginBody } from '#contract/session';
import type { Db } from '../../db/client.ts';
import { DomainError } from '../../http/errors.ts';
import { hashToken, newToken } from '../../http/token.ts';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import { captchas, loginEnvs, loginFailures, securityEvents, sessions, users } from './table.ts';

export type Caller = { ip: string; userAgent: string };

const hashAnswer = (answer: string): Buffer => createHash('sha256').update(answer.trim().toLowerCase()).digest();

/** Hard limit per address and account in ten minutes; an owner with the right captcha is only slowed, never locked out. */
const FAILURES_PER_ADDRESS = 100;

/** Stores the answer of a picture. Valid five minutes, once. */
export async function storeCaptcha(db: Db, answer: string): Promise<string> {
  const [row] = await db
    .insert(captchas)
    .values({ answerHash: hashAnswer(answer), expiresAt: sql`now() + interval '5 minutes'` })
    .returning({ id: captchas.id });
  if (!row) throw new DomainError('InternalError');
  return row.id;
}

/** @throws DomainError CaptchaNotMatchError; the picture is used up either way */
export async function checkCaptcha(db: Db, xxs: string | undefined, answer: string | undefined): Promise<void> {
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

async function failures(db: Db, subject: string): Promise<number> {
  return db.$count(loginFailures, and(eq(loginFailures.subject, subject), gt(loginFailures.at, sql`now() - interval '10 minutes'`)));
}

export async function securityEvent(
  db: Db,
  event: string,
  values: { userId?: string; account?: string; ip?: string; detail?: string },
): Promise<void> {
  const clean = (text: string | undefined) => text?.replace(/[\p{Cc}]/gu, ' ').slice(0, 300) ?? null;
  await db
    .insert(securityEvents)
    .values({ event, userId: values.userId ?? null, account: clean(values.account), ip: clean(values.ip), detail: clean(values.detail) });
}

/** A code of the authenticator app, one step early or late allowed. */
export const totpMatches = (secret: string, code: string): boolean =>
  new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).validate({ token: code.replace(/\s/g, ''), window: 1 }) !== null;

/**
 * Signs in. Unknown account, wrong password and disabled account read and cost the same.
 * @throws DomainError LoginError (data `CaptchaRequired` after three failures), CaptchaNotMatchError, TotpRequired, TotpWrong, TooManyRequests
 */
export async function login(db: Db, body: LoginBody, caller: Caller): Promise<LoginAnswer> {
  const account = `account:${body.account}`;
  const address = `address:${caller.ip}`;
  const [byAccount, byAddress] = await Promise.all([failures(db, account), failures(db, address)]);
  if (byAddress >= FAILURES_PER_ADDRESS) throw new DomainError('TooManyRequests');
  const captchaNeeded = byAccount >= CAPTCHA_AFTER_FAILURES;
  if (captchaNeeded && !body.xxs) throw new DomainError('LoginError', 'CaptchaRequired');
  if (captchaNeeded) await checkCaptcha(db, body.xxs, body.captcha);
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.account, body.account), isNull(users.deletedAt)));
  const right = await verifyPassword(user?.passwdHash ?? null, body.passwd);
  if (!user || !right || user.disabledAt !== null) {
    await db.insert(loginFailures).values([{ subject: account }, { subject: address }]);
    await securityEvent(db, 'login.failed', { account: body.account, ip: caller.ip });
    throw new DomainError('LoginError', byAccount + 1 >= CAPTCHA_AFTER_FAILURES ? 'CaptchaRequired' : null);
  }
  if (user.totpSecret !== null) {
    if (!body.totp) throw new DomainError('TotpRequired');
    if (!totpMatches(user.totpSecret, body.totp)) {
      await db.insert(loginFailures).values([{ subject: account }, { subject: address }]);
      throw new DomainError('TotpWrong');
    }
  }
  return openSession(db, { id: user.id, hash: user.passwdHash ?? '' }, body, caller);
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
    await tx.delete(loginFailures).where(inArray(loginFailures.subject, [`account:${body.account}`]));
    await securityEvent(tx, 'login.ok', { userId: user.id, account: body.account, ip: caller.ip });
    return { token, loginEnvId: envId };
  });
}

/** The browser keeps its id; one that is unknown or another person's gets a new one. */
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

/** Ends sessions at once; sockets of them are cut by the caller. */
export async function revokeSessions(db: Db, userId: string, except: string | null): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), except ? sql`${sessions.id} <> ${except}` : sql`true`));
}
