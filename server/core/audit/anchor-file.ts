import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../db/client.ts';
import { type Anchor, NO_FOLDER, nextAnchor, readAnchors, signature } from './anchors.ts';
import { lockAudit } from './chain.ts';

/** The file in a node's data folder with a second copy of the anchors. It is append-only and never rotated. */
export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchor.log');

const Line = z.object({
  seq: z.int(),
  at: z.string(),
  auditId: z.int(),
  count: z.int(),
  hash: z.string(),
  unkeyedUntil: z.int(),
  folder: z.string(),
  previous: z.string(),
  mac: z.string(),
});
const Head = z.object({ folder: z.uuid() });

/** Content of an anchor file: its folder and its lines. A line that cannot be read is null. */
export type AnchorLines = { folder: string; lines: (Anchor | null)[] };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The text of the file without the anchors after `seq`. */
export async function anchorLinesUpTo(path: string, seq: number): Promise<string> {
  const [head = '', ...rest] = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  const kept = rest.filter((line) => {
    const { data } = Line.safeParse(parse(line));
    return data === undefined || data.seq <= seq;
  });
  return `${[head, ...kept].join('\n')}\n`;
}

/** Null if the file does not exist. */
export async function readAnchorFile(path: string): Promise<AnchorLines | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const [head = '', ...rest] = text.split('\n').filter(Boolean);
  return { folder: Head.safeParse(parse(head)).data?.folder ?? '', lines: rest.map((line) => Line.safeParse(parse(line)).data ?? null) };
}

/** Appends a line and syncs it to disk before it returns. */
async function append(path: string, line: object): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.write(`${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function folderOf(dataDir: string): Promise<AnchorLines> {
  const path = anchorFile(dataDir);
  const there = await readAnchorFile(path);
  if (there) return there;
  await mkdir(dataDir, { recursive: true });
  const folder = randomUUID();
  await append(path, { folder });
  return { folder, lines: [] };
}

export type Anchoring = { db: Db; key: Buffer; dataDir: string; log: { info: (data: object, text: string) => void } };

/**
 * Writes an anchor to the database, then to the file and the log. If a node stopped in between, a row has no line; the next call writes
 * that line if its signature is valid. Returns the lines written.
 */
export async function anchorAudit({ db, key, dataDir, log }: Anchoring): Promise<Anchor[]> {
  return db.transaction(async (inner) => {
    await lockAudit(inner);
    const { folder, lines } = await folderOf(dataDir);
    // In a separate transaction, so that the row is committed before its line is written.
    await db.transaction((tx) => nextAnchor(tx, key, folder));
    const written = lines.at(-1)?.seq ?? 0;
    const missing = (await readAnchors(db, written)).filter(
      ({ mac, ...anchor }) => anchor.folder === folder && folder !== NO_FOLDER && signature(key, anchor) === mac,
    );
    for (const anchor of missing) {
      await append(anchorFile(dataDir), anchor);
      log.info({ audit: anchor }, 'audit anchor');
    }
    return missing;
  });
}
