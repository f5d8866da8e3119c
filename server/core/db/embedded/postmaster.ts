import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  /** Resolves when it has ended, however it ended. */
  ended: Promise<void>;
  /** The last lines it wrote. */
  lastWords: () => string;
};

const SOCKET_FILE = '/.s.PGSQL.5432';
/** sockaddr_un.sun_path without its closing zero; macOS has four less. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/** What it answers while it starts, which is no trouble. */
const NOT_READY = /the database system is (starting up|not yet accepting connections|shutting down)/;

// Errors of single statements are the caller's to report; here only what concerns the whole.
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
};

/** Lines of PostgreSQL that repeat a statement or the values of a row. */
const HOLDS_VALUES = /^(ERROR|DETAIL|STATEMENT|CONTEXT|HINT|QUERY):|^\t/;

/** The socket lies with the data, where only PostgreSQL's user can enter, unless that path is too long for a socket. */
export function socketFolder({ cluster, runAs }: Place): string {
  if (Buffer.byteLength(cluster + SOCKET_FILE) <= SOCKET_PATH_LIMIT) return cluster;
  const folder = mkdtempSync(join(tmpdir(), 'kontor-'));
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

/**
 * Starts PostgreSQL in a process group of its own, so that Ctrl-C reaches us only and we close in order. Where setpriv exists
 * (Linux), the kernel ends PostgreSQL when we are killed; elsewhere the next start does (stopOrphan).
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

/** Fast shutdown: open transactions are rolled back, everything committed is written; the hard way if that takes too long. */
export async function stopPostmaster({ child, ended }: Postmaster): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), 8_000);
  await ended;
  clearTimeout(hard);
}

/** A server that was killed can leave its PostgreSQL behind, still at work in our folder. */
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

/** Stands in the title of each of its processes, so that they are found when their postmaster is gone. */
const clusterName = (cluster: string): string => `kontor-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;

/**
 * Ends what a killed postmaster left behind: as long as one process of it holds the shared memory, PostgreSQL refuses to start.
 * Call it only while no postmaster runs. Nothing is lost by it: what was not committed is rolled back by the recovery that follows.
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
    // It ended by itself meanwhile.
  }
}

/** The pid in its lock file, if a PostgreSQL on this very folder runs under it. */
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
