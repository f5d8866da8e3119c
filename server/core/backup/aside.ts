import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { clusterFolder } from '../db/embedded/place.ts';
import { BackupError } from './error.ts';
import { ident } from './snapshot.ts';

/**
 * The parts of a data folder that belong to the installation. Backups, logs and locks are excluded; the secret is moved if the backup
 * has one.
 */
const FILES = ['files', 'exports', 'imports', 'mail', 'audit-anchor.log'];
const DATABASE = ['postgres', 'postgres.path', 'postgres.new'];

const refusal = (where: string, kept: string): BackupError =>
  new BackupError(`${where} is not empty. Restore into an empty place, or add --replace: what is there is kept as ${kept}.`);

/** Empties the data folder by moving its content to a folder beside it. Returns that folder, or null if it was empty. */
export function clearFolder(config: Config, stamp: string, replace: boolean): string | null {
  const folder = config.KONTOR_DATA;
  const holds = (name: string): boolean =>
    existsSync(join(folder, name)) && (statSync(join(folder, name)).isFile() || readdirSync(join(folder, name)).length > 0);
  const hasDatabase = config.DATABASE_URL === undefined && existsSync(join(clusterFolder(folder), 'PG_VERSION'));
  const parts = [...FILES, ...(config.DATABASE_URL === undefined ? DATABASE : [])].filter(holds);
  if (!hasDatabase && parts.length === 0) return null;
  const aside = join(folder, `before-restore-${stamp}`);
  if (!replace) throw refusal(folder, aside);
  mkdirSync(aside, { mode: 0o755 });
  for (const name of parts) renameSync(join(folder, name), join(aside, basename(name)));
  return aside;
}

/** Whether a database contains tables of an installation. */
export async function isUsed(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'drizzle', 'jobs')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  return rows[0].n > 0;
}

/** Empties a database by renaming its schemas. Returns the new name of the schema `public`, or null if it was empty. */
export async function clearDatabase(client: Client, stamp: string, replace: boolean): Promise<string | null> {
  if (!(await isUsed(client))) return null;
  const suffix = `before_restore_${stamp.toLowerCase()}`;
  if (!replace) throw refusal('The database', `schema public_${suffix}`);
  await client.query('begin');
  for (const schema of ['public', 'drizzle', 'jobs']) {
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount) await client.query(`alter schema ${ident(schema)} rename to ${ident(`${schema}_${suffix}`)}`);
  }
  await client.query('create schema public');
  // The extensions are needed by old and new tables and must stay in `public`.
  for (const extension of ['pg_trgm', 'pgcrypto']) {
    const { rowCount } = await client.query('select from pg_extension where extname = $1', [extension]);
    if (rowCount) await client.query(`alter extension ${extension} set schema public`);
  }
  await client.query('commit');
  return `public_${suffix}`;
}
