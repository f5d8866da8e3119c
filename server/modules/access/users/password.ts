import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { guess, LIMITS } from '../throttle.ts';
import { users } from './table.ts';

/** OWASP's minimum for Argon2id (reliability.md P19): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Hashing uses both cores. Further logins wait in a queue, so that a flood does not block the server. */
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(job: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await job();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, PARAMETERS));

/** A hash that matches nothing, so that unknown accounts take the same time as known ones. */
let nobody: Promise<string> | null = null;
const nobodyHash = (): Promise<string> => (nobody ??= hash(randomBytes(32), PARAMETERS));

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodyHash());
  return limited(() => verify(against, password).catch(() => false));
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(PREFIX);

/** Verifies the password of a signed-in user; guesses are throttled. @throws DomainError PasswordWrong, TooManyRequests */
export async function requirePassword(db: Db, userId: string, passwd: string): Promise<void> {
  const isRight = await guess(db, { [`password:${userId}`]: LIMITS.password }, async () => {
    const [user] = await db.select({ hash: users.passwdHash }).from(users).where(eq(users.id, userId));
    return verifyPassword(user?.hash ?? null, passwd);
  });
  if (!isRight) throw new DomainError('PasswordWrong');
}
