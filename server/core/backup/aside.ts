import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { clusterFolder } from '../db/embedded/place.ts';
import { BackupError } from './error.ts';
import { ident } from './snapshot.ts';

/** What makes a house out of a data folder. Backups, logs and locks are no part of it; the secret goes where the backup brings one. */
const FILES = ['files', 'exports', 'imports', 'mail', 'audit-anchor.log'];
const DATABASE = ['postgres', 'postgres.path', 'postgres.new'];

const refusal = (where: string, kept: string): BackupError =>
  new BackupError(`${where} is not empty. Restore into an empty place, or add --replace: what is there is kept as ${kept}.`);

/** Makes room in the data folder; what was there is moved into a folder beside it. Answers its path, null where it was empty. */
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

/** Whether a database holds tables of a house. */
export async function isUsed(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'drizzle', 'jobs')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  return rows[0].n > 0;
}

/** Makes room in a given database: its schemas are renamed. Answers the new name, null where it was empty. */
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
  // They serve both, and are found where the tables are.
  for (const extension of ['pg_trgm', 'pgcrypto']) {
    const { rowCount } = await client.query('select from pg_extension where extname = $1', [extension]);
    if (rowCount) await client.query(`alter extension ${extension} set schema public`);
  }
  await client.query('commit');
  return `public_${suffix}`;
}
