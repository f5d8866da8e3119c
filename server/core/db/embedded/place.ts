import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binaries, binariesIn } from './binaries.ts';
import { EmbeddedError, type Log } from './error.ts';

/** User for PostgreSQL, which refuses to run as root. Undefined: the current user. */
export type RunAs = { uid: number; gid: number } | undefined;

export type Place = {
  binaries: Binaries;
  /** The data directory of PostgreSQL. */
  cluster: string;
  runAs: RunAs;
};

/** A folder that PostgreSQL's user can read and write, independent of the permissions of the clone. */
const SYSTEM_FOLDER = '/var/lib/kontor';

/** The database folder of a data folder that was used before. */
export function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.path');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
}

/** Chooses the user and folder for PostgreSQL. Copies files that its user could not reach. */
export function choosePlace({ dataDir, binaries, log }: { dataDir: string; binaries: Binaries; log: Log }): Place {
  const cluster = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { binaries, cluster, runAs: undefined };

  const pointer = join(dataDir, 'postgres.path');
  const elsewhere = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  const existing = [elsewhere, cluster].find((folder) => folder && existsSync(join(folder, 'PG_VERSION')));
  const runAs = userFor(existing);
  const reachable = canReach(dataDir, runAs);
  if (existing === cluster && !reachable) {
    throw new EmbeddedError(
      `PostgreSQL cannot run as root, and its user (id ${runAs.uid}) cannot enter ${dataDir}. Give the folders above it the right to be entered (chmod o+x), start the server as another user, or set KONTOR_DATA or DATABASE_URL.`,
    );
  }
  return {
    binaries: canReach(join(binaries.native, 'bin'), runAs) ? binaries : copyBinaries(binaries, log),
    cluster: existing ?? (reachable ? cluster : moveCluster({ dataDir, pointer, log })),
    runAs,
  };
}

/** PostgreSQL requires that its folder belongs to the user it runs as, so the owner of an existing folder is used. */
function userFor(existing: string | undefined): { uid: number; gid: number } {
  const owner = existing ? statSync(existing) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', '_postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted);
    if (user) return { uid: Number(user[2]) >>> 0, gid: Number(user[3]) >>> 0 };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Tests access as that user, because mode bits do not include access control lists. */
function canReach(folder: string, runAs: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyBinaries(binaries: Binaries, log: Log): Binaries {
  const target = join(SYSTEM_FOLDER, `postgresql-${binaries.version}`);
  if (!existsSync(target)) {
    log.info(
      `PostgreSQL runs as an unprivileged user that cannot enter ${dirname(binaries.native)}: its programs are copied to ${target}.`,
    );
    makeSystemFolder();
    const draft = `${target}.${process.pid}`;
    cpSync(binaries.native, draft, { recursive: true, verbatimSymlinks: true });
    openTree(draft);
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another start made the same copy at the same time.
      if (!existsSync(target)) throw error;
    }
  }
  return binariesIn(target, binaries.version);
}

/** The pointer file connects the two folders. If the data folder was deleted to start again, the old cluster is not used. */
function moveCluster({ dataDir, pointer, log }: { dataDir: string; pointer: string; log: Log }): string {
  const name = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-${randomBytes(3).toString('hex')}`;
  const cluster = join(SYSTEM_FOLDER, name);
  log.info(`PostgreSQL runs as an unprivileged user that cannot enter ${dataDir}: it keeps its files in ${cluster}.`);
  makeSystemFolder();
  writeFileSync(pointer, `${cluster}\n`);
  return cluster;
}

function makeSystemFolder(): void {
  mkdirSync(SYSTEM_FOLDER, { recursive: true });
  openTree(SYSTEM_FOLDER, false);
}

/** Independent of the umask: everybody may read the programs, only the owner may change them. */
function openTree(path: string, deep = true): void {
  const mode = deep ? ['-R', 'a+rX,go-w'] : ['a+rx,go-w'];
  spawnSync('chmod', [...mode, path], { stdio: 'ignore' });
}

/** Creates a folder that only PostgreSQL's user (and root) can enter. */
export function makePrivate(folder: string, runAs: RunAs): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
}

export const isEmptyFolder = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;
