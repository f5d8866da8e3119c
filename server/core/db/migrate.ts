import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { prepareJobs } from '../jobs/schema.ts';
import { MIGRATIONS } from '../paths.ts';
import { type Declarations, derive, dropViews } from './derive.ts';
import { ensureRoles } from './ensure-roles.ts';
import { again } from './retry.ts';
import { runMigrations } from './run-migrations.ts';

/** Advisory lock: nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 72_401;

const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });

/** Tries of `deriveAll` beside nodes that work. */
const ATTEMPTS = 30;

/** After a change it locks many tables in one transaction, so a deadlock with a working node is possible. It is then repeated. */
async function deriveAll(client: pg.ClientBase, declarations: Declarations): Promise<void> {
  await client.query('begin');
  try {
    await derive(client, declarations);
    await ensureRoles(client, declarations.areas);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** What the tables need before the first one is created. */
async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query('create extension if not exists pg_trgm');
  await client.query('create extension if not exists pgcrypto');
  // Tables use it as a default before derived.sql, which defines it, can run.
  await client.query(
    `do $do$ begin if to_regprocedure('kontor_uuid7()') is null then create function kontor_uuid7() returns uuid language sql volatile as 'select gen_random_uuid()'; end if; end $do$`,
  );
}

/** Creates the tables of the first `count` migrations in an empty database, for loading a backup of that version. */
export async function migrateUpTo(client: pg.Client, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-migrations-'));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const journal = join(folder, 'meta/_journal.json');
    const content = Journal.parse(JSON.parse(await readFile(journal, 'utf8')));
    await writeFile(journal, JSON.stringify({ ...content, entries: content.entries.slice(0, count) }));
    await prepare(client);
    await runMigrations(client, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The migrations of this code, oldest first, as their creation time in milliseconds, which identifies them. */
export async function knownMigrations(): Promise<number[]> {
  const journal = Journal.parse(JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')));
  return journal.entries.map(({ when }) => when);
}

/** The migrations applied to a database; none if it is empty. */
export async function appliedMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<{ at: number }>('select created_at::float8 as at from drizzle.__drizzle_migrations order by 1');
  return rows.map(({ at }) => at);
}

/** The first migration creates all tables. A database from before it cannot be migrated. @throws Error */
async function requireStart(client: pg.ClientBase): Promise<void> {
  const newest = (await appliedMigrations(client)).at(-1);
  const [first = 0] = await knownMigrations();
  if (newest !== undefined && newest < first)
    throw new Error('The database was made by a development version that this version cannot update. Start with an empty database.');
}

/**
 * Runs the migrations, then `derive`. Safe to repeat, also after an interruption.
 * @param meanwhile called when the database works and this process has little to do
 */
export async function migrate(pool: pg.Pool, declarations: Declarations, meanwhile = () => {}): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireStart(client);
    await prepare(client);
    const pending = (await knownMigrations()).length > (await appliedMigrations(client)).length;
    if (pending) for (const statement of dropViews(declarations.areas)) await client.query(statement);
    const changing = runMigrations(client, MIGRATIONS).then(() => again(() => deriveAll(client, declarations), ATTEMPTS));
    meanwhile();
    await changing;
    await prepareJobs(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release(true);
  }
}
