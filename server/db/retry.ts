import { setTimeout as wait } from 'node:timers/promises';

type PgError = { code?: string; cause?: unknown };

/** SQLSTATE of the database error behind an error, '' where there is none. */
export function sqlState(error: unknown): string {
  for (let e = error as PgError | undefined; e; e = e.cause as PgError | undefined)
    if (typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  return '';
}

/** Deadlock, serialisation, lock wait, shutdown, lost connection: the same may succeed in a moment. PostgreSQL, appendix A. */
export const isPassing = (error: unknown): boolean => /^(40|55P03|57|53|08)/.test(sqlState(error));

const ATTEMPTS = 6;

/** Runs a transaction again after a passing error: nothing of the failed one was kept. The waits grow and differ, so that two do not meet again. */
export async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!/^(40|55P03)/.test(sqlState(error)) || attempt >= ATTEMPTS) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}
