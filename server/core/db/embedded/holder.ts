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

const HEARTBEAT = 2_000;

export type Holder = { release: () => void };

/**
 * Locks the data folder for this process, or reports who has locked it (reliability.md P40). PostgreSQL's own lock is a second safeguard:
 * it cannot name the server, and it is checked only after an orphan would have been stopped.
 */
export async function holdFolder(dataDir: string, address: string): Promise<Holder> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'holder.lock');
  const mine: Lock = { ...ownIdentity(), since: new Date().toISOString(), address };
  // Written to a draft and linked, so that nobody can read an incomplete lock.
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
  const beat = setInterval(() => touch(file), HEARTBEAT).unref();
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

/** Two starts that find the same stale lock must not both take it. The claim admits one of them, which then checks again. */
async function takeOver(file: string, draft: string, stale: Lock | undefined): Promise<void> {
  const claim = `${file}.claim`;
  if (!tryLink(draft, claim)) {
    const claimer = readLock(claim);
    const isLeft = claimer && isSamePidSpace(claimer) ? !isAlive(claimer) : age(claim) > 5 * HEARTBEAT;
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
  // The lock is from another container or machine: its pid means nothing here, so its heartbeat is observed.
  const seen = heartbeatOf(file);
  for (let waited = 0; waited < 5 * HEARTBEAT; waited += HEARTBEAT / 2) {
    await wait(HEARTBEAT / 2);
    if (heartbeatOf(file) !== seen) return true;
  }
  return false;
}

const heartbeatOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const age = (file: string): number => Date.now() - heartbeatOf(file);

/** Called by a timer, where an exception would end the process. A single missed heartbeat does not count as death. */
function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The file was removed, or the disk refuses the write at the moment.
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
  // The file system has no hard links.
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
