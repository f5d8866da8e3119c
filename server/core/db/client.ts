import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { outageOf } from './outage.ts';

/** Either the pool or a transaction: every store function takes it first and uses it for every statement. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * The queries of a pool. Its transactions take and give back their connection here: drizzle 0.45 keeps a connection for ever whose `begin`
 * fails, which a database that ends and comes back does until none is left.
 */
export function createDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool, { casing: 'snake_case' });
  // A drizzle of a connection remembers names of columns, so it is kept as long as the connection.
  const known = new WeakMap<pg.PoolClient, Db>();
  const transaction: Db['transaction'] = async (run, config) => {
    const client = await pool.connect();
    const onClient: Db = known.get(client) ?? drizzle(client, { casing: 'snake_case' });
    known.set(client, onClient);
    let broken = false;
    try {
      return await onClient.transaction(run, config);
    } catch (error) {
      broken = outageOf(error) === 'DatabaseUnavailable';
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return Object.assign(db, { transaction });
}

/** Settings that every connection needs: UTC on the wire, and no statement that waits for ever. */
export const POOL_OPTIONS = {
  options: '-c timezone=UTC -c statement_timeout=60000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000',
};

/**
 * The one way to make a pool. A connection that breaks while a transaction holds it tells so by an 'error' event, and pg-pool listens to
 * idle connections only: without a listener of its own that event would end the process.
 */
export function createPool(connectionString: string, options: pg.PoolConfig, onBroken: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true, ...POOL_OPTIONS, ...options });
  return guardPool(pool, onBroken);
}

/** Adds the listeners of `createPool` to a pool that was made elsewhere. */
export function guardPool(pool: pg.Pool, onBroken: (error: Error) => void): pg.Pool {
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    prepareSelects(client);
  });
  pool.on('error', onBroken);
  return pool;
}

/** More texts than these are not kept prepared: combinations of filters are endless, and each costs memory on every connection. */
const MAX_PREPARED = 300;
/** A text is prepared once it came back: lists of any length and rare filters would only fill the table. */
const WORTH = 3;
const MAX_SEEN = 5_000;
const names = new Map<string, string>();
const seen = new Map<string, number>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < WORTH) {
    if (seen.size < MAX_SEEN) seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * A search, and a page or a count of a list with values: which way is best depends on how many rows hold the value. After five executions
 * PostgreSQL may plan a prepared statement once for all values, taking every word to be rare: a common one then sorts a third of the table.
 */
const DEPENDS_ON_VALUES = /\blike \$\d|\blimit \$\d/i;
const WORTH_PREPARING = /^\s*(select|with|insert|update|delete)\b/i;
const isPreparable = (text: string): boolean => WORTH_PREPARING.test(text) && !DEPENDS_ON_VALUES.test(text);

type Statement = { text: string; name?: string };
const isOpen = (config: unknown): config is Statement =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('name' in config && config.name);

/**
 * Planning the statement behind a session takes four times as long as running it: what drizzle sends again and again is prepared once
 * on a connection, unless its plan depends on the values.
 */
function prepareSelects(client: pg.ClientBase): void {
  const run: (...args: unknown[]) => unknown = client.query.bind(client);
  const query = (config: unknown, ...rest: unknown[]): unknown => {
    const name = isOpen(config) && isPreparable(config.text) ? nameOf(config.text) : undefined;
    return run(name === undefined ? config : { ...(config as Statement), name }, ...rest);
  };
  Object.assign(client, { query });
}
