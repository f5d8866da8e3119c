import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { HeldError } from './error.ts';
import { Identity, isAlive, isSamePidSpace, ownIdentity } from './process-identity.ts';

const Lock = Identity.extend({ since: z.string(), address: z.string() });
type Lock = z.infer<typeof Lock>;

const BEAT = 2_000;

export type Holder = { release: () => void };

/**
 * Takes the data folder for this process, or says who has it (reliability.md P40). PostgreSQL's own lock is the second net: it
 * cannot say which server holds the folder, and it would be too late to learn it after an orphan was stopped.
 */
export async function holdFolder(dataDir: string, address: string): Promise<Holder> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'holder.lock');
  const mine: Lock = { ...ownIdentity(), since: new Date().toISOString(), address };
  // Written beside and linked: nobody can read a lock that is half written.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    while (!tryLink(draft, file)) {
      const first = readLock(file);
      if (first && (await isHeld(first, file))) throw new HeldError(heldBy(first, dataDir));
      await takeOver(file, draft, first);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const beat = setInterval(() => touch(file), BEAT).unref();
  return {
    release() {
      clearInterval(beat);
      const now = readLock(file);
      if (now && now.pid === mine.pid && now.start === mine.start) rmSync(file, { force: true });
    },
  };
}

const heldBy = (lock: Lock, dataDir: string): string =>
  `The data folder ${dataDir} is in use by process ${lock.pid} on ${lock.host} since ${lock.since}, at ${lock.address}. ` +
  'Stop that server first, or set KONTOR_DATA to another folder.';

/** Two starts that find the same stale lock must not both take it: the claim lets one of them in, which looks again. */
async function takeOver(file: string, draft: string, stale: Lock | undefined): Promise<void> {
  const claim = `${file}.claim`;
  if (!tryLink(draft, claim)) {
    const claimer = readLock(claim);
    const isLeft = claimer && isSamePidSpace(claimer) ? !isAlive(claimer) : age(claim) > 5 * BEAT;
    if (isLeft) rmSync(claim, { force: true });
    await wait(50);
    return;
  }
  try {
    const now = readLock(file);
    const isSame = now?.pid === stale?.pid && now?.start === stale?.start;
    if (isSame) renameSync(file, `${file}.stale`);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  } finally {
    rmSync(claim, { force: true });
    rmSync(`${file}.stale`, { force: true });
  }
}

async function isHeld(lock: Lock, file: string): Promise<boolean> {
  if (isSamePidSpace(lock)) return isAlive(lock);
  if (lock.host === ownIdentity().host) return false;
  // Another container or machine: its pids mean nothing here, its heartbeat does.
  const seen = beatOf(file);
  for (let waited = 0; waited < 5 * BEAT; waited += BEAT / 2) {
    await wait(BEAT / 2);
    if (beatOf(file) !== seen) return true;
  }
  return false;
}

const beatOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const age = (file: string): number => Date.now() - beatOf(file);

/** A timer calls it, where an exception would end the process. A missed sign of life is told apart from death by the next ones. */
function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Removed, or the disk does not take it at the moment.
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    if (!isCode(error, 'EPERM') && !isCode(error, 'ENOTSUP')) throw error;
  }
  // A file system without hard links.
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readLock(file: string): Lock | undefined {
  try {
    return Lock.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
