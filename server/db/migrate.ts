import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { AREAS } from '../areas/index.ts';
import { prepareJobs } from '../jobs/schema.ts';
import { MIGRATIONS } from '../paths.ts';
import { derive } from './derive.ts';
import { ensureRoles } from './ensure-roles.ts';
import { again } from './retry.ts';

/** Two nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 72_401;

/** In one transaction, which takes table after table and so may meet a node at work crosswise: then it is tried again. */
async function deriveAll(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  try {
    await derive(client, AREAS);
    await ensureRoles(client, AREAS);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Forward migrations, then everything that follows from the area declarations. Safe to run again, also after it was cut off. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('create extension if not exists pg_trgm');
    await client.query('create extension if not exists pgcrypto');
    // Tables name it as a default before derived.sql, which holds the real one, can run.
    await client.query(
      `do $do$ begin if to_regprocedure('kontor_uuid7()') is null then create function kontor_uuid7() returns uuid language sql volatile as 'select gen_random_uuid()'; end if; end $do$`,
    );
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
    await again(() => deriveAll(client));
    await prepareJobs(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release(true);
  }
}
