import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from './binaries.ts';
import { prepareCluster, SUPERUSER } from './cluster.ts';
import { EmbeddedError, type Log } from './error.ts';
import { holdFolder } from './holder.ts';
import { choosePlace } from './place.ts';
import {
  endBackends,
  type Postmaster,
  type ServerSettings,
  socketFolder,
  startPostmaster,
  stopOrphan,
  stopPostmaster,
} from './postmaster.ts';

export type Embedded = { url: string; stop: () => Promise<void> };

type Options = {
  dataDir: string;
  log: Log;
  /** The address of this server, shown to a second start on the same folder. */
  address: string;
  /** PostgreSQL settings that override the defaults. Tests disable disk syncs. */
  settings?: ServerSettings;
};

const DATABASE = 'kontor';
/** After a crash PostgreSQL replays its log first, which may take long and must not be interrupted. */
const READY_LIMIT = 600_000;
/** Milliseconds before PostgreSQL is restarted: short at first, doubled while it keeps ending. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** After running this many milliseconds, the pause starts again at its minimum. */
const STEADY = 1_000;

/**
 * Starts the server's own PostgreSQL on a data folder and keeps it running until `stop`.
 * @example const { url, stop } = await startEmbedded({ dataDir: '/srv/kontor', log, address: 'http://127.0.0.1:7410' })
 */
export async function startEmbedded({ dataDir, log, address, settings = {} }: Options): Promise<Embedded> {
  const binaries = findBinaries();
  const holder = await holdFolder(dataDir, address);
  try {
    const place = choosePlace({ dataDir, binaries, log });
    await stopOrphan(place, log);
    await prepareCluster(place, log);
    const socket = socketFolder(place);
    const url = (database: string) => `postgresql://${SUPERUSER}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`;
    const spawn = () => startPostmaster({ place, socket, settings, log });
    const keeper = await keepRunning({
      spawn,
      ready: (one) => untilReady(one, url('postgres'), log),
      tidy: () => endBackends(place, log),
      log,
    });
    const stop = async () => {
      rmSync(urlFile(dataDir), { force: true });
      await keeper.stop();
      if (socket !== place.cluster) rmSync(socket, { recursive: true, force: true });
      holder.release();
    };
    await createDatabase(url('postgres')).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    writeFileSync(urlFile(dataDir), url(DATABASE), { mode: 0o600 });
    return { url: url(DATABASE), stop };
  } catch (error) {
    holder.release();
    throw error;
  }
}

/** The URL with which a command connects to the database of the running server. */
export const runningUrl = (dataDir: string): string => readFileSync(urlFile(dataDir), 'utf8');
const urlFile = (dataDir: string): string => join(dataDir, 'database.url');

async function untilReady(postmaster: Postmaster, url: string, log: Log): Promise<void> {
  let ended = false;
  void postmaster.ended.then(() => (ended = true));
  const begun = Date.now();
  let reportedAt = begun;
  for (;;) {
    if (ended) throw new EmbeddedError(`PostgreSQL did not start:\n${postmaster.lastWords()}`);
    const refused = await tryQuery(url, 'select 1');
    if (!refused) return;
    if (Date.now() - begun > READY_LIMIT) throw new EmbeddedError(`PostgreSQL does not answer: ${refused.message}`);
    if (Date.now() - reportedAt > 10_000) {
      log.info('PostgreSQL is still recovering from an abrupt end …');
      reportedAt = Date.now();
    }
    await wait(50);
  }
}

type Keeping = {
  spawn: () => Postmaster;
  /** Resolves when it accepts connections. */
  ready: (postmaster: Postmaster) => Promise<void>;
  /** Ends processes left by an earlier one. */
  tidy: () => Promise<void>;
  log: Log;
};

/**
 * Starts PostgreSQL and restarts it whenever it ends unexpectedly; the pool reconnects to the same address. It never gives up, because
 * causes such as a full disk or missing memory pass. Until then the server answers that it is not available.
 */
async function keepRunning({ spawn, ready, tidy, log }: Keeping): Promise<{ stop: () => Promise<void> }> {
  const halt = new AbortController();
  const untilReadyOrEnded = async (postmaster: Postmaster): Promise<void> => {
    try {
      await ready(postmaster);
    } catch (error) {
      await stopPostmaster(postmaster);
      throw error;
    }
  };
  await tidy();
  let current = spawn();
  await untilReadyOrEnded(current);
  // A crash of this process leaves no time to wait. PostgreSQL shuts down by itself after the signal.
  const onExit = () => current.child.kill('SIGINT');
  process.once('exit', onExit);
  /** Returns how many milliseconds it was running. */
  const end = async (): Promise<number> => {
    const begun = performance.now();
    await current.ended;
    return performance.now() - begun;
  };
  const watching = (async () => {
    let pause = FIRST_PAUSE;
    for (;;) {
      if ((await end()) > STEADY) pause = FIRST_PAUSE;
      while (!halt.signal.aborted) {
        log.error(`PostgreSQL ended unexpectedly: ${current.lastWords()}`);
        await wait(pause, undefined, { signal: halt.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        if (halt.signal.aborted) return;
        try {
          await tidy();
          current = spawn();
          await untilReadyOrEnded(current);
          log.info('PostgreSQL runs again.');
          break;
        } catch (error) {
          log.error(
            `PostgreSQL does not start; it is tried again in ${pause / 1_000} seconds. ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      if (halt.signal.aborted) return;
    }
  })();
  return {
    async stop() {
      halt.abort();
      await stopPostmaster(current);
      await watching;
      // A restart may be in progress.
      await stopPostmaster(current);
      process.removeListener('exit', onExit);
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const refused = await tryQuery(url, `create database ${DATABASE}`);
  if (refused && !('code' in refused && refused.code === '42P04')) throw refused;
}

async function tryQuery(url: string, text: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url });
  // Errors after the answer do not matter.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}
