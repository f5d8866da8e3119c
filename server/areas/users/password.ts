import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for Argon2id (reliability.md P19): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Hashing uses both cores; a login flood must wait in a queue, not stop the house. */
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

/** A hash that nothing matches: unknown accounts must cost the same time as known ones. */
let nobody: Promise<string> | null = null;
const nobodyHash = (): Promise<string> => (nobody ??= hash(randomBytes(32), PARAMETERS));

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodyHash());
  return limited(() => verify(against, password).catch(() => false));
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(PREFIX);

/** Passwords that fall first in every attack. Lower-case, checked with trailing digits and marks cut off too. */
const COMMON = new Set(
  `password passwort passwd 12345678 123456789 1234567890 qwertyui qwertyuiop qwertz qwertzui iloveyou princess football baseball superman batman dragon monkey letmein welcome willkommen
  sunshine starwars whatever trustno1 trustno master michael jennifer jordan hunter shadow ashley charlie donald freedom computer internet liverpool chelsea arsenal hamburg berlin muenchen frankfurt schalke
  bayern borussia fussball schatz sommer winter herbst fruehling hallo hallowelt geheim admin administrator root test testtest testing guest default changeme secret access login abcdefgh abc12345 a1b2c3d4
  1q2w3e4r 1qaz2wsx zaq12wsx qazwsxedc asdfghjk asdfghjkl yxcvbnm zxcvbnm zxcvbnm1 11111111 00000000 88888888 66666666 12121212 87654321 98765432 11223344 woaini woaini1314 wang1234 5201314 1314520
  kontor warehouse lager logistik logistics shipping versand pallet palette container`.split(/\s+/),
);

/** Eight characters or more and not one of the usual ones; no rules of composition (NIST SP 800-63B 5.1.1.2). */
export function isWeak(password: string, account: string): boolean {
  const lower = password.toLowerCase();
  const stem = lower.replace(/[\d\W_]+$/, '');
  const name = account.split('@')[0] ?? '';
  return password.length < 8 || COMMON.has(lower) || COMMON.has(stem) || /^(.)\1+$/.test(password) || (name.length > 3 && stem === name);
}
