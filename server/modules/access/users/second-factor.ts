import { createHash } from 'node:crypto';
import * as OTPAuth from 'otpauth';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { securityEvent } from '../security-log.ts';
import { spentCodes } from '../tables.ts';
import { guess, LIMITS } from '../throttle.ts';

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

/** @throws DomainError TotpWrong for a wrong or used code; TooManyRequests after too many of them */
export async function requireCode(db: Db, { userId, account, ip }: Person, secret: string, code: string): Promise<void> {
  const subjects = { [`totp:${userId}|${ip}`]: LIMITS.totpPair, [`totp:${userId}`]: LIMITS.totpAccount };
  if (await guess(db, subjects, () => spend(db, secret, code))) return;
  await securityEvent(db, 'totp.failed', { userId, account, ip });
  throw new DomainError('TotpWrong');
}
