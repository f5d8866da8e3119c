import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import { connectOwner } from '../db/owner.ts';
import { archiveOf, type Entry, readArchive, type Sum, summed } from './archive.ts';
import { BackupError } from './error.ts';
import { type Progress, silent, sizeText } from './progress.ts';
import { snapshot } from './snapshot.ts';

export type Made = { path: string; size: number; rows: number; files: number };

/** `20261122T140509Z`. Sorts by time. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

type Options = {
  config: Config;
  /** URL of the database with the owner's rights (server/core/db/owner.ts). */
  url: string;
  path: string;
  withFiles?: boolean;
  progress?: Progress;
};

/**
 * Makes a backup while the system is in use. The file is written under a temporary name, synced and read back completely before it is
 * renamed, so every file with the name of a backup is complete.
 */
export async function createBackup({ config, url, path, withFiles = true, progress = silent }: Options): Promise<Made> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
  const client = await connectOwner(url);
  try {
    const entries = snapshot({ client, config, withFiles, progress });
    await pipeline(archiveOf(entries, config.BACKUP_PASSPHRASE), createWriteStream(draft, { mode: 0o600 }));
    await sync(draft);
    const sums = await checkBackup(draft, config.BACKUP_PASSPHRASE, progress);
    await rename(draft, path);
    await sync(dirname(path));
    const files = sums.filter(({ name }) => name.includes('/')).length;
    return {
      path,
      size: (await stat(path)).size,
      rows: sums.reduce((sum, { rows, name }) => sum + (name.includes('/') ? 0 : rows), 0),
      files,
    };
  } catch (error) {
    // A partial backup would keep a full disk full.
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A file name is durable only after its folder is synced. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a backup, passes each entry to `take` and compares the result with the manifest. @throws BackupError if anything is missing or
 * changed
 */
export async function readChecked(path: string, passphrase: string | undefined, take: (entry: Entry) => Promise<void>): Promise<Sum[]> {
  const read: Sum[] = [];
  let manifest: Sum[] | null = null;
  for await (const { head, content } of readArchive(path, passphrase)) {
    if (head.kind === 'end') manifest = head.sums;
    const isCounted = head.kind === 'table' || head.kind === 'file' || head.kind === 'jobs';
    await take({ head, content: isCounted ? summed(head, content, (sum) => read.push(sum)) : content });
  }
  if (!isDeepStrictEqual(read, manifest)) throw new BackupError('The backup is damaged: its content is not that of its manifest.');
  return read;
}

/** Reads and checks a complete backup. */
export function checkBackup(path: string, passphrase: string | undefined, progress: Progress): Promise<Sum[]> {
  let size = 0;
  return readChecked(path, passphrase, async ({ content }) => {
    for await (const chunk of content) {
      size += chunk.length;
      progress(`Backup: ${sizeText(size)} read back`);
    }
  });
}
