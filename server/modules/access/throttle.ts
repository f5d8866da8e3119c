import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { loginFailures } from './users/table.ts';

/**
 * Throttling of guesses (docs/adr/0013-accounts.md). Failures are stored in the database, so they count across nodes and restarts. After
 * `free` failures of a subject within the window, the next attempt must wait FIRST_WAIT seconds, doubled after each further failure up to
 * LONGEST_WAIT, counted from the last failure. A refused attempt is not evaluated and does not count as a failure, so a wait always ends.
 */
export const WINDOW_MINUTES = 15;
const FIRST_WAIT = 5;
const LONGEST_WAIT = 300;

export const LIMITS = {
  /** An account, as tried from one address. */
  pair: 5,
  /** The same while the address is in a storm (see below). */
  pairInStorm: 1,
  /** Failures of one address over all accounts that count as a storm. From then on a wrong password from there answers 429. */
  storm: 30,
  /** The current password, when requested again in the personal settings. */
  password: 5,
  /** Codes of the second factor: of an account from one address, and of the account in total. */
  totpPair: 5,
  totpAccount: 30,
  /** Wrong captchas from one address. */
  captcha: 20,
  /** Password resets: mails to one account, and requests from one address. */
  resetAccount: 3,
  resetAddress: 20,
} as const;

/** Seconds until the next attempt is allowed; 0 if it is allowed now. `failures` are those within the window. */
export function waitSeconds(failures: number, free: number, secondsSinceLast: number): number {
  if (failures < free) return 0;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures - free, 10));
  return Math.max(0, Math.ceil(wait - secondsSinceLast));
}

type Failures = { count: number; secondsSinceLast: number };

const countFailures = statement(
  { count: cell.integer, age: orNull(cell.double) },
  ({
    subject,
  }: {
    subject: string;
  }) => sql`select count(*)::int as count, extract(epoch from clock_timestamp() - max(at))::float8 as age from login_failures
    where subject = ${subject} and at > now() - make_interval(mins => ${WINDOW_MINUTES})`,
);
export async function failuresOf(db: Db, subject: string): Promise<Failures> {
  const { count, age } = await countFailures.one(db, { subject });
  return { count, secondsSinceLast: age ?? 0 };
}

export const addFailures = (db: Db, subjects: string[]): Promise<unknown> =>
  db.insert(loginFailures).values(subjects.map((subject) => ({ subject })));

export const clearFailures = (db: Db, subjects: string[]): Promise<unknown> =>
  db.delete(loginFailures).where(inArray(loginFailures.subject, subjects));

/** The answer has a `Retry-After` header (http/errors.ts). */
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

/** Serialises attempts on one subject within a node. In parallel, each attempt would read the count before the others have failed. */
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
 * Runs a guess (password, code) for subjects with their numbers of free failures: enforces waits, counts a wrong guess, and clears the
 * failures after a right one. `run` returns whether the guess was right.
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
