import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import { startEmbedded } from '../../server/core/db/embedded/start.ts';
import { migrate } from '../../server/core/db/migrate.ts';
import { APP_ROLE } from '../../server/core/db/role-names.ts';
import { JOBS_SCHEMA } from '../../server/core/jobs/schema.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { loadSample } from '../../server/sample/sample.ts';
import { APP_PASSWORD, databaseUrl, EMPTY_TEMPLATE, SAMPLE_TEMPLATE } from './database.ts';
import { houseFolder } from './house-folder.ts';

declare module 'vitest' {
  // Declaration merging needs an interface.
  interface ProvidedContext {
    databaseServer: string;
  }
}

type Shared = { server: Promise<string>; users: number; stop: () => Promise<void> };
let shared: Shared | undefined;

/**
 * One PostgreSQL for the whole run, shared by all projects of it, with two migrated templates to copy from: empty, and with the
 * sample business. Nothing here outlives the run, so it does without the disk's promises.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared ??= start(project.vitest.config.maxWorkers);
  const mine = shared;
  mine.users += 1;
  project.provide('databaseServer', await mine.server);
  return async () => {
    mine.users -= 1;
    if (mine.users === 0) await mine.stop();
  };
}

/** An existing, empty PostgreSQL whose superuser this address names: `KONTOR_TEST_DATABASE=postgres://… npx vitest run --project api`. */
const given = process.env['KONTOR_TEST_DATABASE'];

function start(workers: number): Shared {
  if (given) return { server: makeTemplates(given, async () => undefined), users: 0, stop: async () => undefined };
  const dataDir = houseFolder('test');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: String(100 + 100 * workers) };
  const starting = startEmbedded({ dataDir, log, address: 'tests', settings });
  const stop = async () => {
    await (await starting).stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server: starting.then(({ url }) => makeTemplates(url, stop)), users: 0, stop };
}

async function makeTemplates(url: string, stop: () => Promise<void>): Promise<string> {
  try {
    await makeDatabase(url, EMPTY_TEMPLATE);
    await withPool(url, EMPTY_TEMPLATE, async (pool) => {
      await migrate(pool, DECLARATIONS);
      await pool.query(`alter role ${APP_ROLE} password '${APP_PASSWORD}'`);
    });
    await addQueues(url);
    await makeDatabase(url, SAMPLE_TEMPLATE, EMPTY_TEMPLATE);
    await withPool(url, SAMPLE_TEMPLATE, async (pool) => {
      await loadSample(pool);
    });
    return url;
  } catch (error) {
    // Left running it would keep the test command from ending.
    await stop();
    throw error;
  }
}

/**
 * Adds the queues of jobs to the empty template, as the first start of a house does: creating them takes a third of a start. The server that
 * starts has a copy, so that nothing else it writes is in the template.
 */
async function addQueues(server: string): Promise<void> {
  const first = 'kontor_first_start';
  const folder = mkdtempSync(join(tmpdir(), 'kontor-first-'));
  await makeDatabase(server, first, EMPTY_TEMPLATE);
  const url = databaseUrl(server, first);
  const pool = new Pool({ connectionString: url, max: 4 });
  try {
    const config = readConfig({ KONTOR_DATA: folder, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: url });
    const app = await buildApp({ config, pool, ownerUrl: url });
    await app.ready();
    await app.close();
    const { rows } = await pool.query<{ name: string }>(`select name from ${JOBS_SCHEMA}.queue`);
    await withPool(server, EMPTY_TEMPLATE, async (to) => {
      for (const { name } of rows) await to.query(`select ${JOBS_SCHEMA}.create_queue($1, '{"policy":"standard"}')`, [name]);
    });
  } finally {
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param from a database that nobody uses, to be copied */
async function makeDatabase(server: string, name: string, from = 'template1'): Promise<void> {
  const admin = new Pool({ connectionString: server, max: 1 });
  await admin.query(`create database ${name} template ${from} strategy file_copy`);
  await admin.end();
}

async function withPool(server: string, name: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl(server, name), max: 2 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}
