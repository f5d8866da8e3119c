import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/client.ts';
import { outageOf } from '../db/outage.ts';
import { command, statement } from '../db/statement.ts';
import { folderFiles } from '../db/tables.ts';

/**
 * Files that another program puts into a folder. They wait in `in`, and are moved to `done` or `bad` with a report beside them. Each content
 * is taken once: what was made of it is stored in the same transaction as what was made.
 */

/** Milliseconds between two looks into a folder. Every node looks, because each has its own data folder. */
export const LOOK_EVERY = 15_000;
/** Milliseconds for which a file must be unchanged: the program that writes it may not have finished. */
const SETTLED = 10_000;
/** Files of one look, so that a flood does not hold up everything else. */
const MOST = 50;
/** Names that programs give to files that they have not finished. */
const UNFINISHED = /^\.|\.(part|tmp|partial|filepart)$/i;

export type Outcome = { isGood: boolean; report: string };
export type WatchedFolder = {
  /** What taken files are remembered under. It stays the same when the folder is moved. */
  name: string;
  path: string;
  /** The end of the names of files that are taken, such as `.eml`. Others are bad. */
  ending: string;
  maxBytes: number;
  /** Reports of the engine. `{{max}}` is in megabytes. */
  words: Record<'empty' | 'tooLarge' | 'otherKind' | 'failed' | 'again', string>;
  take: (tx: Db, file: { name: string; bytes: Buffer }) => Promise<Outcome>;
  /** Tells the sender how it went, after the file was taken and before it is moved away. Repeated if the process ended in between. */
  acknowledge?: (file: Taken) => Promise<void>;
};
type Context = { db: Db; log: FastifyBaseLogger };
export type Taken = Outcome & { name: string };

const lock = command(({ key }: { key: string }) => sql`select pg_advisory_xact_lock(hashtext(${key}))`);
const findTaken = statement(
  { name: folderFiles.name, report: folderFiles.report },
  ({ folder, checksum }: { folder: string; checksum: string }) =>
    sql`select name, report from folder_files where folder = ${folder} and checksum = ${checksum} and is_good`,
);
type Kept = { folder: string; checksum: string; name: string; isGood: boolean; report: string };
const keep = command(
  ({ folder, checksum, name, isGood, report }: Kept) =>
    sql`insert into folder_files (folder, checksum, name, is_good, report) values (${folder}, ${checksum}, ${name}, ${isGood}, ${report})
      on conflict (folder, checksum) do update set name = excluded.name, is_good = excluded.is_good, report = excluded.report, taken_at = excluded.taken_at`,
);

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The bytes of a file that nobody writes any more; `tooLarge` without reading it; null if it has to wait. Links are not followed. */
async function readSettled(path: string, maxBytes: number, settled: number): Promise<Buffer | 'tooLarge' | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const before = await file.stat();
    // The file system counts parts of milliseconds, the clock does not.
    const changedAt = Math.floor(Math.max(before.mtimeMs, before.ctimeMs));
    if (!before.isFile() || Date.now() - changedAt < settled) return null;
    if (before.size > maxBytes) return 'tooLarge';
    const bytes = await file.readFile();
    const after = await file.stat();
    return after.mtimeMs === before.mtimeMs && bytes.length === after.size ? bytes : null;
  } finally {
    await file.close();
  }
}

/** A name that is safe in every file system, and unique for a content. */
const keptName = (name: string, checksum: string): string =>
  `${checksum.slice(0, 12)}-${name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(-80)}`;

/** The report is written first: if the process ends in between, the file is still in `in`. */
async function moveAway(folder: WatchedFolder, name: string, checksum: string, { isGood, report }: Outcome): Promise<void> {
  const target = join(folder.path, isGood ? 'done' : 'bad', keptName(name, checksum));
  await writeFile(`${target}.txt`, `${report}\n`);
  try {
    await rename(join(folder.path, 'in', name), target);
  } catch (error) {
    // Another node took it.
    if (!isMissing(error)) throw error;
  }
}

async function takeOne({ db }: Context, folder: WatchedFolder, name: string, bytes: Buffer, checksum: string): Promise<Outcome> {
  return db.transaction(async (tx) => {
    await lock(tx, { key: `${folder.name} ${checksum}` });
    const known = await findTaken.first(tx, { folder: folder.name, checksum });
    if (known) return { isGood: true, report: `${folder.words.again.replaceAll('{{name}}', () => known.name)}\n${known.report}` };
    const outcome = await folder.take(tx, { name, bytes });
    await keep(tx, { folder: folder.name, checksum, name, ...outcome });
    return outcome;
  });
}

async function handle(context: Context, folder: WatchedFolder, name: string, settled: number): Promise<Taken | null> {
  const found = await readSettled(join(folder.path, 'in', name), folder.maxBytes, settled);
  if (found === null) return null;
  const isRead = found !== 'tooLarge';
  const checksum = createHash('sha256')
    .update(isRead ? found : name)
    .digest('hex');
  const refusal = refusalOf(folder, name, found);
  let outcome: Outcome = { isGood: false, report: refusal ?? '' };
  try {
    if (isRead && refusal === null) outcome = await takeOne(context, folder, name, found, checksum);
  } catch (error) {
    // The database or the disk is not available: the file waits.
    if (outageOf(error) !== null) throw error;
    context.log.error({ err: error, folder: folder.name, file: name }, 'file of a folder');
    outcome = { isGood: false, report: folder.words.failed };
  }
  await folder.acknowledge?.({ ...outcome, name });
  await moveAway(folder, name, checksum, outcome);
  return { ...outcome, name };
}

function refusalOf({ words, ending, maxBytes }: WatchedFolder, name: string, found: Buffer | 'tooLarge'): string | null {
  if (found === 'tooLarge') return words.tooLarge.replaceAll('{{max}}', String(Math.floor(maxBytes / 1024 / 1024)));
  if (!name.toLowerCase().endsWith(ending)) return words.otherKind;
  return found.length === 0 ? words.empty : null;
}

/**
 * Takes what waits in the folder, and returns it. A bad file may be put into `in` again, where it is taken anew.
 * @param settled milliseconds for which a file must be unchanged
 */
export async function takeFiles(context: Context, folder: WatchedFolder, settled = SETTLED): Promise<Taken[]> {
  for (const part of ['in', 'done', 'bad']) await mkdir(join(folder.path, part), { recursive: true });
  const entries = await readdir(join(folder.path, 'in'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name);
  const taken: Taken[] = [];
  for (const name of names.sort().slice(0, MOST)) {
    try {
      const one = await handle(context, folder, name, settled);
      if (one) taken.push(one);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return taken;
}
