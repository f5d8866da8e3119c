import { randomBytes } from 'node:crypto';
import { Client, Pool, type PoolConfig } from 'pg';
import { inject } from 'vitest';
import { POOL_OPTIONS } from '../../server/core/db/client.ts';
import { APP_ROLE } from '../../server/core/db/role-names.ts';

export const EMPTY_TEMPLATE = 'kontor_empty';
export const SAMPLE_TEMPLATE = 'kontor_sample';

/** `pool` is the owner's, who may do everything; `appPool` is what the application works with (docs/adr/0014-database-roles.md). */
export type TestDatabase = { pool: Pool; appPool: Pool; url: string; drop: () => Promise<void> };

/** Of the application's role, for a given server that asks for one. */
export const APP_PASSWORD = 'kontor-test';

/** The same database, as the application signs in. */
export function appUrl(url: string): string {
  const app = new URL(url);
  app.username = APP_ROLE;
  app.password = APP_PASSWORD;
  return app.href;
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A pool whose database may be dropped or stopped by the test. A connection that PostgreSQL ends emits an error, also while it is being
 * closed, and an error without a listener fails the run.
 */
export function openPool(options: PoolConfig): Pool {
  const pool = new Pool(options);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** A fresh, migrated database; with `sample`, the sample business is in it. */
export async function createDatabase({ sample = false }: { sample?: boolean } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `kontor_${randomBytes(6).toString('hex')}`;
  // Copies the files: the other way writes them to the log as well.
  await onServer(server, `create database ${name} template ${sample ? SAMPLE_TEMPLATE : EMPTY_TEMPLATE} strategy file_copy`);
  const url = databaseUrl(server, name);
  const pool = openPool({ connectionString: url, max: 10, ...POOL_OPTIONS });
  const appPool = openPool({ connectionString: appUrl(url), max: 10, ...POOL_OPTIONS });
  return {
    pool,
    appPool,
    url,
    async drop() {
      await Promise.all([pool.end(), appPool.end()]);
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(server, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
