import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** Either the pool or a transaction: every store function takes it first and uses it for every statement. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export const createDb = (pool: pg.Pool): Db => drizzle(pool, { casing: 'snake_case' });

/** Settings that every connection needs: UTC on the wire, and no statement that waits for ever. */
export const POOL_OPTIONS = {
  options: '-c timezone=UTC -c statement_timeout=60000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000',
};
