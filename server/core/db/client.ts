import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { outageOf } from './outage.ts';

/** The pool or a transaction. Every store function takes it as first argument and uses it for every statement. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * Creates the query interface of a pool. Transactions acquire and release their connection here: drizzle 0.45 never releases a connection
 * whose `begin` fails, so a restarting database would use up the pool.
 */
export function createDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool, { casing: 'snake_case' });
  // drizzle caches column names for each instance, so the instance is kept as long as the connection.
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

/** Settings of every connection: UTC, and limits for waiting and running statements. */
export const POOL_OPTIONS = {
  options: '-c timezone=UTC -c statement_timeout=60000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000',
};

/**
 * Creates a pool. All pools must be created here: a connection that breaks during a transaction emits an 'error' event, but pg-pool
 * listens only to idle connections. Without a listener the event would end the process.
 */
export function createPool(connectionString: string, options: pg.PoolConfig, onBroken: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true, ...POOL_OPTIONS, ...options });
  return guardPool(pool, onBroken);
}

/** Adds the listeners of `createPool` to an existing pool. */
export function guardPool(pool: pg.Pool, onBroken: (error: Error) => void): pg.Pool {
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    prepareSelects(client);
  });
  pool.on('error', onBroken);
  return pool;
}

/** Maximum number of prepared statements. Combinations of filters are unlimited, and each uses memory on every connection. */
const MAX_PREPARED = 300;
/** A text is prepared after it was sent this often, so that rare filters and lists do not fill the table. */
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
 * Searches, and list pages or counts with values, have a best plan that depends on the number of matching rows. After five executions
 * PostgreSQL may use one generic plan that assumes rare values; for a frequent value it then sorts a third of the table.
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
 * Planning the session statement takes four times as long as running it. Statements that are repeated are prepared once for each
 * connection, unless their plan depends on the values.
 */
function prepareSelects(client: pg.ClientBase): void {
  const run: (...args: unknown[]) => unknown = client.query.bind(client);
  const query = (config: unknown, ...rest: unknown[]): unknown => {
    const name = isOpen(config) && isPreparable(config.text) ? nameOf(config.text) : undefined;
    return run(name === undefined ? config : { ...(config as Statement), name }, ...rest);
  };
  Object.assign(client, { query });
}
