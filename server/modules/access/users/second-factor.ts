import { createHash } from 'node:crypto';
import * as OTPAuth from 'otpauth';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { securityEvent } from '../security-log.ts';
import { spentCodes } from '../tables.ts';
import { guess, LIMITS } from '../throttle.ts';
import { readRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';

/** The time step of a code; one step early or late is accepted. Null for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const timestamp = Date.now();
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1, timestamp });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Accepts a code once: the primary key of used codes refuses a replay, also a simultaneous one on another node. */
async function spend(db: Db, secret: string, code: string): Promise<boolean> {
  const step = stepOf(secret, code);
  if (step === null) return false;
  const codeHash = createHash('sha256').update(`${secret}:${step}`).digest();
  const spent = await db.insert(spentCodes).values({ codeHash }).onConflictDoNothing().returning({ codeHash: spentCodes.codeHash });
  return spent.length > 0;
}

type Person = { userId: string; account: string; ip: string };

async function requireGuess(db: Db, person: Person, run: () => Promise<boolean>): Promise<void> {
  const { userId, ip } = person;
  const subjects = { [`totp:${userId}|${ip}`]: LIMITS.totpPair, [`totp:${userId}`]: LIMITS.totpAccount };
  if (await guess(db, subjects, run)) return;
  await securityEvent(db, 'totp.failed', person);
  throw new DomainError('TotpWrong');
}

/** @throws DomainError TotpWrong for a wrong or used code; TooManyRequests after too many of them */
export const requireCode = (db: Db, person: Person, secret: string, code: string): Promise<void> =>
  requireGuess(db, person, () => spend(db, secret, code));

/** As `requireCode`, but accepts a recovery code in place of the code. Both share the limit of failures. */
export function requireSecondFactor(db: Db, person: Person, secret: string, code: string): Promise<void> {
  const recovery = readRecoveryCode(code);
  return recovery === null
    ? requireCode(db, person, secret, code)
    : requireGuess(db, person, () => spendRecoveryCode(db, person, recovery));
}
