import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedError, type Log } from './error.ts';
import { isEmptyFolder, makePrivate, type Place, type RunAs } from './place.ts';

export const SUPERUSER = 'kontor';

/** Environment of PostgreSQL's programs. The caller's PGPORT, PGDATA or locale must not affect them. */
export const CLEAN_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the database folder if it does not exist. It is created under a temporary name and renamed when complete, so that a killed
 * start does not leave a partial database.
 */
export async function prepareCluster(place: Place, log: Log): Promise<void> {
  const { cluster, binaries, runAs } = place;
  if (isComplete(cluster) && !existsSync(fillingMark(cluster))) return checkVersion(cluster, binaries.version);
  // Nobody has worked with it: its server did not answer yet.
  if (isComplete(cluster)) moveAside(cluster, log);
  const draft = `${cluster}.new`;
  for (const folder of [draft, cluster]) setAside(folder, log);
  rmSync(cluster, { recursive: true, force: true });
  makePrivate(draft, runAs);
  await run(binaries.bin('initdb'), initArguments(draft), runAs);
  renameSync(draft, cluster);
}

// Access is protected by the folder: only PostgreSQL's user can enter the folder of the socket, and there is no TCP port.
const initArguments = (folder: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${SUPERUSER}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/** A file in the database folder while the first start loads the sample into it. */
const fillingMark = (cluster: string): string => join(cluster, 'sample.unfinished');

/** Marks a new database as not filled yet. If this process is killed now, the next start begins anew. */
export const beginFilling = (cluster: string): void => writeFileSync(fillingMark(cluster), '', { flush: true });
export const endFilling = (cluster: string): void => rmSync(fillingMark(cluster), { force: true });

const isComplete = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION')) && existsSync(join(cluster, 'global/pg_control'));

function setAside(folder: string, log: Log): void {
  if (isEmptyFolder(folder)) return;
  const base = join(folder, 'base');
  // A new folder has three databases. A fourth one was ours: creating an empty database here would hide the loss.
  if (existsSync(base) && readdirSync(base).length > 3) {
    throw new EmbeddedError(
      `${folder} holds a database, but parts of it are missing. Restore it from a backup, or move it away to start empty.`,
    );
  }
  moveAside(folder, log);
}

function moveAside(folder: string, log: Log): void {
  const aside = `${folder}.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, '')}`;
  renameSync(folder, aside);
  log.warn(`${folder} was not made to the end by an earlier start: it was moved to ${aside} and is made anew.`);
}

function checkVersion(cluster: string, version: string): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (made === version.split('.')[0]) return;
  throw new EmbeddedError(
    `${cluster} was made by PostgreSQL ${made}, this server brings ${version}. Dump it with the old version and restore it, or set DATABASE_URL.`,
  );
}

function run(program: string, args: string[], runAs: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs, cwd: dirname(program), env: CLEAN_ENV, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => reject(cannotRun(program, error.message)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(cannotRun(program, output.trim()))));
  });
}

export const cannotRun = (program: string, reason: string): EmbeddedError =>
  new EmbeddedError(`${program} does not run here: ${reason}\nSet DATABASE_URL to a PostgreSQL 15 or newer to do without it.`);
