import { createHash, randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { RECOVERY_CODES } from '#contract/access/session';
import type { Db } from '../../../core/db/client.ts';
import { securityEvent } from '../security-log.ts';
import { users } from './table.ts';

/** Crockford's base32: no I, L, O and U, so that a code can be read from paper. 16 characters hold 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A plain hash suffices for 80 random bits (docs/adr/0023-recovery-codes.md). */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** The code as it is hashed: without separators, with letters that are mistaken for digits replaced. Null if the text is no recovery code. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** A new set, which replaces the old one: the codes to show once, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { codes: codes.map(grouped), hashes: codes.map(hashOf) };
}

/**
 * Uses up a code. The update removes the hash, so a code counts once, also for two sign-ins at the same time. The audit row is of the
 * owner, although nobody is signed in yet.
 */
export async function spendRecoveryCode(db: Db, person: { userId: string; account: string; ip: string }, code: string): Promise<boolean> {
  const hash = hashOf(code);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.user', ${person.userId}, true)`);
    const [user] = await tx
      .update(users)
      .set({ recoveryHashes: sql`array_remove(${users.recoveryHashes}, ${hash})` })
      .where(and(eq(users.id, person.userId), sql`${hash} = any(${users.recoveryHashes})`))
      .returning({ left: users.recoveryCodesLeft });
    if (!user) return false;
    await securityEvent(tx, 'recovery.used', { ...person, detail: `${user.left} left` });
    return true;
  });
}
