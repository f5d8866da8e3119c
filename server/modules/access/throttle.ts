import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { DomainError } from '../../core/http/errors.ts';
import { rowsOf } from '../../core/http/select.ts';
import { loginFailures } from './users/table.ts';

/**
 * The one rule for guessing (docs/adr/0013-accounts.md). Failures are rows of the database, so the rule holds over nodes and restarts. After `free`
 * failures of a subject within the window the next attempt waits: FIRST_WAIT seconds, twice as long after each further failure, LONGEST_WAIT at
 * most, counted from the last failure. A refused attempt is not looked at and counts as no failure, so a wait always ends.
 */
export const WINDOW_MINUTES = 15;
const FIRST_WAIT = 5;
const LONGEST_WAIT = 300;

export const LIMITS = {
  /** An account as one address tries it. */
  pair: 5,
  /** The same while the address is in a storm (see below). */
  pairInStorm: 1,
  /** Failures of one address over all accounts that make a storm: from then on a wrong password there answers 429. */
  storm: 30,
  /** The old password, asked again in the personal settings. */
  password: 5,
  /** Codes of the second factor: of an account as one address tries it, and of the account in all. */
  totpPair: 5,
  totpAccount: 30,
  /** Wrong captchas of one address. */
  captcha: 20,
  /** Requests for a reset: mails to one account, and requests from one address. */
  resetAccount: 3,
  resetAddress: 20,
} as const;

/** Seconds that the next attempt has to wait; 0 when it may go ahead. `failures` are those of the window. */
export function waitSeconds(failures: number, free: number, secondsSinceLast: number): number {
  if (failures < free) return 0;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures - free, 10));
  return Math.max(0, Math.ceil(wait - secondsSinceLast));
}

type Failures = { count: number; secondsSinceLast: number };

export async function failuresOf(db: Db, subject: string): Promise<Failures> {
  const [row] = rowsOf(
    await db.execute(sql`select count(*)::int as n, extract(epoch from clock_timestamp() - max(at))::float8 as age from login_failures
      where subject = ${subject} and at > now() - make_interval(mins => ${WINDOW_MINUTES})`),
  );
  return { count: Number(row?.['n'] ?? 0), secondsSinceLast: Number(row?.['age'] ?? 0) };
}

export const addFailures = (db: Db, subjects: string[]): Promise<unknown> =>
  db.insert(loginFailures).values(subjects.map((subject) => ({ subject })));

export const clearFailures = (db: Db, subjects: string[]): Promise<unknown> =>
  db.delete(loginFailures).where(inArray(loginFailures.subject, subjects));

/** The answer carries `Retry-After` (http/errors.ts). */
export const tooMany = (seconds: number): DomainError => new DomainError('TooManyRequests', Math.max(1, seconds));

/** @throws DomainError TooManyRequests while one of the subjects has to wait */
export async function requireTurn(db: Db, subjects: Record<string, number>): Promise<void> {
  const waits = await Promise.all(
    Object.entries(subjects).map(async ([subject, free]) => {
      const { count, secondsSinceLast } = await failuresOf(db, subject);
      return waitSeconds(count, free, secondsSinceLast);
    }),
  );
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw tooMany(wait);
}

const queues = new Map<string, Promise<unknown>>();

/** Attempts on one subject run one after the other on a node: in parallel each would count the failures before the others have failed. */
export async function inTurn<T>(subject: string, run: () => Promise<T>): Promise<T> {
  const before = queues.get(subject) ?? Promise.resolve();
  const mine = before.then(run, run);
  const settled = mine.catch(() => undefined);
  queues.set(subject, settled);
  try {
    return await mine;
  } finally {
    if (queues.get(subject) === settled) queues.delete(subject);
  }
}

/**
 * Runs a guess (password, code) of these subjects, each with its number of free failures: waits are enforced, a wrong guess is counted, a right
 * one forgets the failures. `run` answers whether the guess was right.
 */
export async function guess(db: Db, subjects: Record<string, number>, run: () => Promise<boolean>): Promise<boolean> {
  const names = Object.keys(subjects);
  return inTurn(names[0] ?? '', async () => {
    await requireTurn(db, subjects);
    const isRight = await run();
    if (isRight) await clearFailures(db, names);
    else await addFailures(db, names);
    return isRight;
  });
}
