import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import PgBoss from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { anchorFile } from '../audit/anchor-file.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/client.ts';
import type { Declarations } from '../db/derive.ts';
import { knownMigrations, migrate, migrateUpTo } from '../db/migrate.ts';
import { connectOwner } from '../db/owner.ts';
import { ANCHOR_ENTRY, type Entry, type Head, readArchive, type Sequence, type Sum, summed } from './archive.ts';
import { BackupError } from './error.ts';
import type { Progress } from './progress.ts';
import { ident, rowsOf } from './snapshot.ts';
import { readChecked } from './write.ts';

export type Start = Extract<Head, { kind: 'start' }>;
type Table = Extract<Head, { kind: 'table' }>;
type Options = { config: Config; declarations: Declarations; url: string; path: string; progress: Progress };
export type Loaded = { tables: number; rows: number; files: number };

/** Reads the head of a backup. @throws BackupError if this version cannot load it */
export async function readStart(path: string, passphrase: string | undefined): Promise<Start> {
  const known = await knownMigrations();
  for await (const { head } of readArchive(path, passphrase)) {
    if (head.kind !== 'start') break;
    if (known.includes(head.lastMigration)) return head;
    throw new BackupError('The backup was made by a newer version of Kontor: update first, then restore it.');
  }
  throw new BackupError('The backup is damaged: its beginning is missing.');
}

/**
 * Loads a backup into an empty database: creates the tables of its version, loads the rows in one transaction and compares them with the
 * manifest; then runs newer migrations and creates triggers and keys, which must not process rows that they handled before.
 */
export async function loadBackup({ config, declarations, url, path, progress }: Options): Promise<Loaded> {
  const start = await readStart(path, config.BACKUP_PASSPHRASE);
  const client = await connectOwner(url);
  let loaded: Loaded;
  let sequences: Sequence[] = [];
  let done: ReadonlySet<string>;
  try {
    await migrateUpTo(client, (await knownMigrations()).indexOf(start.lastMigration) + 1);
    await client.query('begin');
    const triggered = await disableTriggers(client);
    const keys = await dropForeignKeys(client);
    const tables: Table[] = [];
    const sums = await readChecked(path, config.BACKUP_PASSPHRASE, async ({ head, content }) => {
      if (head.kind === 'end') sequences = head.sequences;
      else if (head.kind === 'secret') await keepSecret(config, content);
      else if (head.kind === 'file') await keepFile(config, head.name, content);
      else if (head.kind === 'jobs') await loadJobs(client, content);
      else if (head.kind === 'table') {
        tables.push(head);
        progress(`Restore: table ${tables.length} ${head.name}`);
        await loadTable(client, head, content);
      }
    });
    for (const { table, name, definition } of keys)
      await client.query(`alter table public.${ident(table)} add constraint ${ident(name)} ${definition}`);
    for (const table of triggered) await client.query(`alter table public.${ident(table)} enable trigger user`);
    for (const table of tables) await compare(client, table, sums, progress);
    done = await setSequences(client, sequences, new Set());
    await client.query('commit');
    const ofTables = sums.filter(({ name }) => tables.some((table) => table.name === name));
    loaded = {
      tables: tables.length,
      rows: ofTables.reduce((sum, { rows }) => sum + rows, 0),
      files: sums.filter(({ name }) => name.includes('/')).length,
    };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  progress('Restore: keys, triggers and search columns');
  const pool = createPool(url, { max: 1 }, () => undefined);
  try {
    await migrate(pool, declarations);
  } finally {
    await pool.end();
  }
  const after = await connectOwner(url);
  try {
    await setSequences(after, sequences, done);
    await after.query('analyze');
  } finally {
    await after.end();
  }
  return loaded;
}

const loadTable = (client: Client, { name, columns }: Table, content: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(Readable.from(content), client.query(copyFrom(`copy public.${ident(name)} (${columns.map(ident).join(', ')}) from stdin`)));

/** Disables the triggers of migrations, because their effects are already in the backup. Returns the tables that have any. */
async function disableTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`alter table public.${ident(name)} disable trigger user`);
  return rows.map(({ name }) => name);
}

/** Drops foreign keys, because tables are loaded by name. They are created again afterwards, which checks all rows. */
async function dropForeignKeys(client: Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table public.${ident(table)} drop constraint ${ident(name)}`);
  return rows;
}

/** Reads a table back the same way as for the backup. */
async function compare(client: Client, table: Table, sums: readonly Sum[], progress: Progress): Promise<void> {
  const { name, columns } = table;
  progress(`Restore: comparing ${name}`);
  const wanted = sums.find((sum) => sum.name === name);
  let found: Sum | null = null;
  for await (const _chunk of summed(table, rowsOf(client, name, columns), (sum) => (found = sum))) continue;
  if (!isDeepStrictEqual(found, wanted)) throw new BackupError(`The rows of ${name} are not those of the backup.`);
}

/**
 * Sets the sequences that exist and are not in `done`; returns those set so far. Some are created only with the triggers that use them.
 */
async function setSequences(client: Client, sequences: readonly Sequence[], done: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const set = new Set(done);
  for (const { name, value, isCalled } of sequences) {
    if (set.has(name)) continue;
    const { rows } = await client.query(
      `select setval(c.oid, $2::bigint, $3) from pg_class c where c.relname = $1 and c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
      [name, value, isCalled],
    );
    if (rows.length > 0) set.add(name);
  }
  return set;
}

/** Restores waiting jobs. Their tables are created by pg-boss. */
async function loadJobs(client: Client, content: AsyncIterable<Buffer>): Promise<void> {
  await client.query('create temp table waiting_job (name text, data jsonb, start_after timestamptz) on commit drop');
  await pipeline(Readable.from(content), client.query(copyFrom('copy waiting_job (name, data, start_after) from stdin')));
  const { rows } = await client.query<{ name: string }>('select distinct name from waiting_job');
  if (rows.length === 0) return;
  // The construction plan contains its own transaction.
  const plan = PgBoss.getConstructionPlans('jobs')
    .replace(/^\s*begin;/i, '')
    .replace(/commit;\s*$/i, '');
  await client.query(plan);
  // The plan sets limits for the rest of the transaction, which runs much longer.
  await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const options = { policy: 'standard' };
  for (const { name } of rows) await client.query('select jobs.create_queue($1, $2)', [name, options]);
  await client.query(
    `insert into jobs.job (name, data, start_after, retry_delay, retry_backoff, expire_in) select name, data, start_after, 5, true, interval '1 hour' from waiting_job`,
  );
}

async function keepFile(config: Config, name: string, content: Entry['content']): Promise<void> {
  const path = name === ANCHOR_ENTRY ? anchorFile(config.KONTOR_DATA) : join(config.KONTOR_DATA, 'files', name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Replaces the secret created at the start of this command. A secret from the settings is kept. */
async function keepSecret(config: Config, content: Entry['content']): Promise<void> {
  let text = '';
  for await (const chunk of content) text += chunk.toString();
  await writeFile(join(config.KONTOR_DATA, 'secret'), text, { mode: 0o600 });
}
