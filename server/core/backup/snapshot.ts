import { createHmac } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { anchorFile, anchorLinesUpTo } from '../audit/anchor-file.ts';
import type { Config } from '../config.ts';
import { ANCHOR_ENTRY, type Entry, nothing, type Sequence, type Sum, summed } from './archive.ts';
import type { Progress } from './progress.ts';

export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Identifies the secret of an installation without revealing it. */
export const secretMark = (config: Config): string => createHmac('sha256', config.KONTOR_SECRET).update('kontor backup').digest('hex');

/** Creates an entry whose checksum is added to the manifest. */
type Noted = (head: Entry['head'], content: AsyncIterable<Buffer>) => Entry;
type Options = { client: Client; config: Config; withFiles: boolean; progress: Progress };

/**
 * All data of an installation at one moment: the tables in one snapshot transaction, waiting jobs, sequences and uploaded files. What the
 * code can create again (migrations, derive()) is omitted. The secret is included only if the backup is encrypted.
 */
export async function* snapshot({ client, config, withFiles, progress }: Options): AsyncGenerator<Entry> {
  const sums: Sum[] = [];
  const noted: Noted = (head, content) => ({ head, content: summed(head, content, (sum) => sums.push(sum)) });
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows: applied } = await client.query(
      'select count(*)::int as n, max(created_at)::float8 as last from drizzle.__drizzle_migrations',
    );
    const madeAt = new Date().toISOString();
    const head = { migrations: Number(applied[0].n), lastMigration: Number(applied[0].last), secretMark: secretMark(config) };
    yield { head: { kind: 'start', madeAt, ...head }, content: nothing() };
    if (withFiles && config.BACKUP_PASSPHRASE !== undefined) yield { head: { kind: 'secret' }, content: one(config.KONTOR_SECRET) };
    const tables = await readTables(client);
    for (const [i, { name, columns }] of tables.entries()) {
      progress(`Backup: table ${i + 1} of ${tables.length}`);
      yield noted({ kind: 'table', name, columns }, rowsOf(client, name, columns));
    }
    if (await hasTable(client, 'jobs.job')) yield noted({ kind: 'jobs' }, client.query(copyTo(JOBS)));
    const sequences = await readSequences(client);
    const lastAnchor = await readLastAnchor(client);
    await client.query('commit');
    // After the rows: a file is written to disk before the row that refers to it is committed, and never changes.
    if (withFiles) yield* files(config, noted, progress);
    if (withFiles) yield* anchors(config, noted, lastAnchor);
    yield { head: { kind: 'end', sums, sequences }, content: nothing() };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The rows of a table in COPY text format, which PostgreSQL 15 to 18 read alike. */
export const rowsOf = (client: Client, table: string, columns: readonly string[]): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy public.${ident(table)} (${columns.map(ident).join(', ')}) to stdout`));

/** Tables with their stored columns. Generated columns are omitted. */
export async function readTables(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** Sequences are not transactional. They are read after the rows, so that the next value is above every used one. */
async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query(`select last_value::text as value, is_called as "isCalled" from public.${ident(name)}`);
    sequences.push({ name, value: state[0].value, isCalled: state[0].isCalled });
  }
  return sequences;
}

const JOBS = `copy (select name, data, start_after from jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%') to stdout`;
const hasTable = async (client: Client, name: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as there', [name])).rows[0].there === true;

/** 0 before the first anchor, and in databases of versions without anchors. */
async function readLastAnchor(client: Client): Promise<number> {
  if (!(await hasTable(client, 'audit_anchor'))) return 0;
  return Number((await client.query<{ seq: string }>('select coalesce(max(seq), 0)::text as seq from audit_anchor')).rows[0]?.seq ?? 0);
}

/** The anchor file up to the last anchor in the backup. Later lines would refer to anchors that the backup does not contain. */
async function* anchors(config: Config, noted: Noted, lastAnchor: number): AsyncGenerator<Entry> {
  const path = anchorFile(config.KONTOR_DATA);
  if (!existsSync(path)) return;
  yield noted({ kind: 'file', name: ANCHOR_ENTRY }, one(await anchorLinesUpTo(path, lastAnchor)));
}

async function* files(config: Config, noted: Noted, progress: Progress): AsyncGenerator<Entry> {
  const folder = join(config.KONTOR_DATA, 'files');
  if (!existsSync(folder)) return;
  let count = 0;
  for (const part of (await readdir(folder)).sort())
    for (const id of (await readdir(join(folder, part))).sort()) {
      // The upload is not finished.
      if (id.endsWith('.part')) continue;
      progress(`Backup: file ${(count += 1)}`);
      const name = `${part}/${id}`;
      yield noted({ kind: 'file', name }, createReadStream(join(folder, part, id)));
    }
}
