import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Binaries, binariesIn, findBinaries } from '../../server/core/db/embedded/binaries.ts';
import { choosePlace, type Place } from '../../server/core/db/embedded/place.ts';
import { endBackends, type Postmaster, startPostmaster, stopPostmaster } from '../../server/core/db/embedded/postmaster.ts';

/** Where Debian installs the oldest PostgreSQL that is supported. */
const OLDEST = '/usr/lib/postgresql/15';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A PostgreSQL that somebody else runs, as DATABASE_URL names it: the test decides when it is there. */
export type OtherPostgres = {
  url: string;
  pid: () => number;
  /** Kills the postmaster; its processes notice by themselves. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** PostgreSQL 15 where it is installed, else the one that the server brings. */
const oldest = (): Binaries => (existsSync(join(OLDEST, 'bin/postgres')) ? binariesIn(OLDEST, '15') : findBinaries());

export async function startPostgres(): Promise<OtherPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-other-'));
  chmodSync(folder, 0o755);
  const { runAs } = choosePlace({ dataDir: folder, binaries: findBinaries(), log });
  const place: Place = { binaries: oldest(), cluster: mkdtempSync(join(folder, 'pg-')), runAs };
  if (runAs) chownSync(place.cluster, runAs.uid, runAs.gid);
  const arguments_ = ['--username=kontor', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', `--pgdata=${place.cluster}`];
  const made = spawnSync(place.binaries.bin('initdb'), arguments_, {
    ...runAs,
    cwd: place.cluster,
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const url = (name: string) => `postgresql://kontor@localhost:5432/${name}?host=${encodeURIComponent(place.cluster)}`;
  let running: Postmaster | null = null;
  const start = async (): Promise<void> => {
    await endBackends(place, log);
    running = startPostmaster({ place, socket: place.cluster, settings: {}, log });
    while (!(await answers(url('postgres')))) if (running.child.exitCode !== null) throw new Error(running.lastWords());
  };
  await start();
  await query(url('postgres'), 'create database kontor');
  return {
    url: url('kontor'),
    pid: () => Number(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async kill() {
      running?.child.kill('SIGKILL');
      await running?.ended;
    },
    start,
    async stop() {
      if (running) await stopPostmaster(running);
      await endBackends(place, log);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One statement on a connection of its own. */
export async function query<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const answers = (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );
