import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from './binaries.ts';
import { prepareCluster, SUPERUSER } from './cluster.ts';
import { EmbeddedError, type Log } from './error.ts';
import { holdFolder } from './holder.ts';
import { choosePlace } from './place.ts';
import { type Postmaster, type ServerSettings, socketFolder, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';

export type Embedded = { url: string; stop: () => Promise<void> };

type Options = {
  dataDir: string;
  log: Log;
  /** What a second start on the folder is told about this one. */
  address: string;
  /** PostgreSQL settings over ours; tests switch the disk off. */
  settings?: ServerSettings;
  /** PostgreSQL ended and could not be started again. */
  onLost?: (reason: string) => void;
};

const DATABASE = 'kontor';
/** After a crash PostgreSQL replays its log first; that can take a while and must not be cut off. */
const READY_LIMIT = 600_000;
const RESTARTS = 5;

/**
 * Starts the server's own PostgreSQL on a data folder and keeps it running until `stop`.
 * @example const { url, stop } = await startEmbedded({ dataDir: '/srv/kontor', log, address: 'http://127.0.0.1:7410' })
 */
export async function startEmbedded({ dataDir, log, address, settings = {}, onLost }: Options): Promise<Embedded> {
  const binaries = findBinaries();
  const holder = await holdFolder(dataDir, address);
  try {
    const place = choosePlace({ dataDir, binaries, log });
    await stopOrphan(place, log);
    await prepareCluster(place, log);
    const socket = socketFolder(place);
    const url = (database: string) => `postgresql://${SUPERUSER}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`;
    const begin = async () => {
      const postmaster = startPostmaster({ place, socket, settings, log });
      try {
        await untilReady(postmaster, url('postgres'), log);
      } catch (error) {
        await stopPostmaster(postmaster);
        throw error;
      }
      return postmaster;
    };
    const keeper = keepRunning({ first: await begin(), begin, log, onLost });
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

/** Where a command finds the database of the server that holds the folder. */
export const runningUrl = (dataDir: string): string => readFileSync(urlFile(dataDir), 'utf8');
const urlFile = (dataDir: string): string => join(dataDir, 'database.url');

async function untilReady(postmaster: Postmaster, url: string, log: Log): Promise<void> {
  let ended = false;
  void postmaster.ended.then(() => (ended = true));
  const begun = Date.now();
  let told = begun;
  for (;;) {
    if (ended) throw new EmbeddedError(`PostgreSQL did not start:\n${postmaster.lastWords()}`);
    const refused = await tryQuery(url, 'select 1');
    if (!refused) return;
    if (Date.now() - begun > READY_LIMIT) throw new EmbeddedError(`PostgreSQL does not answer: ${refused.message}`);
    if (Date.now() - told > 10_000) {
      log.info('PostgreSQL is still recovering from an abrupt end …');
      told = Date.now();
    }
    await wait(50);
  }
}

type Keeping = { first: Postmaster; begin: () => Promise<Postmaster>; log: Log; onLost: Options['onLost'] };

/** Starts PostgreSQL again when it ends on its own; the pool connects anew to the same address. */
function keepRunning({ first, begin, log, onLost }: Keeping): { stop: () => Promise<void> } {
  let current = first;
  const state = { isStopping: false };
  // A crash of this process gives no time to wait; PostgreSQL ends by itself after the signal.
  const onExit = () => current.child.kill('SIGINT');
  process.once('exit', onExit);
  const watching = (async () => {
    for (let ends = 1; ; ends++) {
      const begun = Date.now();
      await current.ended;
      if (state.isStopping) return;
      log.error(`PostgreSQL ended unexpectedly: ${current.lastWords()}`);
      if (Date.now() - begun > 60_000) ends = 1;
      if (ends > RESTARTS) return onLost?.('PostgreSQL ends again and again.');
      await wait(ends * 500);
      try {
        current = await begin();
        log.info('PostgreSQL runs again.');
      } catch (error) {
        return onLost?.(error instanceof Error ? error.message : String(error));
      }
      if (state.isStopping) return;
    }
  })();
  return {
    async stop() {
      state.isStopping = true;
      await stopPostmaster(current);
      await watching;
      // A restart may have been under way.
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
  // A connection that breaks after its answer is nothing to us.
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
