import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './client.ts';
import { outageOf } from './outage.ts';
import { pgErrorOf } from './pg-error.ts';

const sqlState = (error: unknown): string => pgErrorOf(error)?.code ?? '';

/** Deadlock, serialisation, lock wait, shutdown, lost connection, full disk: a retry may succeed. PostgreSQL, appendix A. */
export const isPassing = (error: unknown): boolean => /^(40|55P03|57|53|08)/.test(sqlState(error)) || outageOf(error) !== null;

const ATTEMPTS = 6;
/** Milliseconds of the longest wait. */
const LONGEST_WAIT = 1_500;

/**
 * Repeats a transaction after a temporary error; the failed one was rolled back. The waits grow and are random, so that two callers do
 * not collide again.
 */
export async function again<T>(run: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!/^(40|55P03)/.test(sqlState(error)) || attempt >= attempts) throw error;
      await wait(Math.random() * Math.min(20 * 2 ** attempt, LONGEST_WAIT));
    }
  }
}

/** Runs a transaction, and repeats it after a deadlock. `run` may be called several times: it may change only what is in the database. */
export const inTransaction = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => again(() => db.transaction(run));
