import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { CLEAN_ENV, cannotRun } from './cluster.ts';
import type { Log } from './error.ts';
import type { Place } from './place.ts';
import { commandLine, processesNamed } from './process-identity.ts';

export type ServerSettings = Record<string, string>;

export type Postmaster = {
  child: ChildProcess;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  /** The last lines of its output. */
  lastWords: () => string;
};

const SOCKET_FILE = '/.s.PGSQL.5432';
/** Maximum length of sockaddr_un.sun_path without its terminating zero. macOS has four bytes less. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/** Answers during start, which are not errors. */
const NOT_READY = /the database system is (starting up|not yet accepting connections|shutting down)/;

const MEGABYTE = 1024 * 1024;
/**
 * Memory for the pages of tables and indexes: a sixteenth of the machine's, between PostgreSQL's 128 MB and 512 MB. It is taken as pages are
 * read, so a small house takes less. A large month writes more indexes than fit in 128 MB, and each of them over and over.
 */
export const sharedMegabytes = (memory: number): number => Math.round(Math.min(512, Math.max(128, memory / 16 / MEGABYTE)));

// Errors of single statements are reported by the caller. The log contains only server-wide messages.
const SETTINGS: ServerSettings = {
  listen_addresses: '',
  port: '5432',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'log',
  log_destination: 'stderr',
  max_connections: '200',
  jit: 'off',
  shared_buffers: `${sharedMegabytes(totalmem())}MB`,
};

/** Log lines that contain a statement or row values. */
const HOLDS_VALUES = /^(ERROR|DETAIL|STATEMENT|CONTEXT|HINT|QUERY):|^\t/;

/** The socket is in the data folder, which only PostgreSQL's user can enter, unless the path is too long for a socket. */
export function socketFolder({ cluster, runAs }: Place): string {
  if (Buffer.byteLength(cluster + SOCKET_FILE) <= SOCKET_PATH_LIMIT) return cluster;
  const folder = mkdtempSync(join(tmpdir(), 'kontor-'));
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

/**
 * Starts PostgreSQL in its own process group, so that Ctrl-C reaches only this process, which then shuts down in order. With setpriv
 * (Linux) the kernel ends PostgreSQL if this process is killed; otherwise the next start does (stopOrphan).
 */
export function startPostmaster({
  place,
  socket,
  settings,
  log,
}: {
  place: Place;
  socket: string;
  settings: ServerSettings;
  log: Log;
}): Postmaster {
  const program = place.binaries.bin('postgres');
  const all = { ...SETTINGS, ...settings, unix_socket_directories: socket, cluster_name: clusterName(place.cluster) };
  const args = ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [command, ...before] = hasSetpriv() ? ['setpriv', '--pdeathsig', 'QUIT', program] : [program];
  const child = spawn(command ?? program, [...before, ...args], {
    ...place.runAs,
    cwd: place.cluster,
    env: CLEAN_ENV,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    if (/^(FATAL|PANIC):/.test(line) && !NOT_READY.test(line)) log.warn(`PostgreSQL: ${line}`);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      lines.push(cannotRun(program, error.message).message);
      resolve();
    });
  });
  return { child, ended, lastWords: () => lines.filter((line) => !HOLDS_VALUES.test(line)).join('\n') };
}

/** Fast shutdown: open transactions are rolled back and committed data is written. If it takes too long, the process is killed. */
export async function stopPostmaster({ child, ended }: Postmaster): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), 8_000);
  await ended;
  clearTimeout(hard);
}

/** A killed server can leave its PostgreSQL running in our folder. */
export async function stopOrphan({ cluster }: Place, log: Log): Promise<void> {
  const pid = orphanPid(cluster);
  if (!pid) return;
  log.warn(`An earlier server was killed and left its PostgreSQL (process ${pid}) behind: it is stopped.`);
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    tryKill(pid, signal);
    for (let waited = 0; waited < seconds * 1_000; waited += 50) {
      if (orphanPid(cluster) !== pid) return;
      await wait(50);
    }
  }
}

/** Part of the title of each of its processes, so that they can be found after their postmaster has ended. */
const clusterName = (cluster: string): string => `kontor-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;

/**
 * Ends the backends of a killed postmaster. PostgreSQL refuses to start while one of them holds the shared memory.
 * Call it only while no postmaster runs. No committed data is lost; the following recovery rolls back open transactions.
 */
export async function endBackends({ cluster }: Place, log: Log): Promise<void> {
  const left = (): number[] => processesNamed(`postgres: ${clusterName(cluster)}:`);
  for (const [signal, seconds] of [
    ['SIGQUIT', 2],
    ['SIGKILL', 5],
  ] as const) {
    const pids = left();
    if (pids.length === 0) return;
    log.warn(`PostgreSQL left ${pids.length} processes behind: they are ended.`);
    for (const pid of pids) tryKill(pid, signal);
    for (let waited = 0; waited < seconds * 1_000 && left().length > 0; waited += 50) await wait(50);
  }
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** The pid in the lock file, if it belongs to a PostgreSQL on this folder. */
function orphanPid(cluster: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
  const command = Number.isInteger(pid) && pid > 1 ? commandLine(pid) : undefined;
  return command?.includes('postgres') && command.includes(`-D ${cluster}`) ? pid : undefined;
}

let setpriv: boolean | undefined;
function hasSetpriv(): boolean {
  setpriv ??= process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'QUIT', 'true'], { env: CLEAN_ENV }).status === 0;
  return setpriv;
}
