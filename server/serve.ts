import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { update } from './core/backup/before-update.ts';
import { type Config, SettingsError } from './core/config.ts';
import { createDb } from './core/db/client.ts';
import { beginFilling, endFilling } from './core/db/embedded/cluster.ts';
import { clusterFolder } from './core/db/embedded/place.ts';
import type { Database } from './core/db/open.ts';
import { outageOf } from './core/db/outage.ts';
import { mailFolder } from './core/mail/mail.ts';
import { DECLARATIONS } from './modules/index.ts';
import { prepareHouse } from './modules/settings/index.ts';
import { SAMPLE_ACCOUNTS } from './sample/accounts.ts';
import { loadOrders } from './sample/orders.ts';
import { drawPictures, loadPictures } from './sample/pictures.ts';
import { hasNoUsers, hasSampleAccounts, loadSample, type PlannedSample, planSample, SAMPLE_PASSWORD } from './sample/sample.ts';
import { loadServices } from './sample/services.ts';
import { loadShelf } from './sample/shelf.ts';
import { loadTrade } from './sample/trade.ts';

/** Milliseconds for closing. What is not closed by then is recovered by the next start. */
const CLOSE_LIMIT = 10_000;

/**
 * Migrates the database, loads the sample where it is wanted, and listens.
 * @param opening the database, which may still be starting
 * @returns what a person at the terminal is told
 */
export async function serve(config: Config, log: FastifyBaseLogger, opening: Promise<Database>): Promise<string> {
  const closing: { app?: FastifyInstance; database?: Database } = {};
  const close = closer(closing, log);
  keepServing(log, close);
  let building: Promise<FastifyInstance> | undefined;
  try {
    const database = await opening;
    closing.database = database;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(0));
    const { pool } = database;
    const build = async (): Promise<FastifyInstance> => {
      closing.app = await buildApp({ config, pool, ownerUrl: database.url, log });
      return closing.app;
    };
    const isSample = config.KONTOR_MODE === 'sample';
    const isEmpty = await hasNoUsers(database.owner);
    let planned: PlannedSample | undefined;
    // The history is made while the database makes its tables.
    await update(database, DECLARATIONS, config, log, () => {
      if (isSample && isEmpty) planned = planSample({ history: config.KONTOR_SAMPLE === 'full' });
    });
    if (!isSample) {
      await refuseSample(pool);
      if (await prepareHouse(pool)) log.info('An empty house: tax rates, carriers and a storehouse to complete were written.');
    } else if (planned) {
      await loadSampleHouse({ planned, database, config, log }, () => {
        building = build();
        // It is awaited below.
        building.catch(() => undefined);
      });
    }
    await listen(await (building ?? build()), config);
    return await startMessage(config, pool);
  } catch (error) {
    await building?.catch(() => undefined);
    await close(null);
    throw error;
  }
}

type SampleHouse = { planned: PlannedSample; database: Database; config: Config; log: FastifyBaseLogger };

/**
 * Loads the sample into an empty database, with orders, services and trade of today. A start that is killed meanwhile is repeated.
 * @param meanwhile work of this process that is done while it waits for the database for about a second
 */
async function loadSampleHouse({ planned, database, config, log }: SampleHouse, meanwhile: () => void): Promise<void> {
  const { owner, pool } = database;
  const db = createDb(pool);
  const drawn = drawPictures(planned.skus);
  const own = config.DATABASE_URL ? null : clusterFolder(config.KONTOR_DATA);
  const orders = async (): Promise<void> => {
    await loadOrders({ config, db, log });
    await loadServices(db);
    await loadShelf(db);
  };
  const loaded = await loadSample(owner, planned, {
    begin: () => own && beginFilling(own),
    meanwhile,
    beside: orders,
  });
  if (!loaded) return;
  await loadTrade(db);
  // Last: orders and shelves make items, too.
  await loadPictures(config, db, drawn);
  if (own) endFilling(own);
}

/**
 * Handles uncaught errors (docs/operating.md). An unhandled rejection leaves no partial state, because every write is a transaction: it
 * is logged, and the server continues. After an exception the state of the process is unknown, so it shuts down and its supervisor
 * restarts it. Broken connections are an exception to this and do not end the process.
 */
function keepServing(log: FastifyBaseLogger, close: (code: number) => Promise<void>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    if (outageOf(error) !== null) return log.error({ err: error }, 'uncaught exception: a connection or the disk');
    log.fatal({ err: error }, 'uncaught exception: the server ends');
    return void close(1);
  });
}

/** Closes once, in order: refuses new calls, finishes running ones, then closes the database. A second signal ends the process at once. */
function closer(parts: { app?: FastifyInstance; database?: Database }, log: FastifyBaseLogger): (code: number | null) => Promise<void> {
  let begun = false;
  return async (code) => {
    if (begun) process.exit(1);
    begun = true;
    const limit = setTimeout(() => {
      log.error('Closing took too long; what is left is recovered at the next start.');
      process.exit(1);
    }, CLOSE_LIMIT);
    await parts.app?.close().catch((error: unknown) => log.error({ err: error }, 'the server did not close'));
    await parts.database?.close().catch((error: unknown) => log.error({ err: error }, 'the database did not close'));
    clearTimeout(limit);
    if (code !== null) process.exit(code);
  };
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    // Other errors before the port is opened are not changed.
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    const reason = error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${String(error.code)})`;
    throw new SettingsError(`Port ${PORT} of ${HOST} ${reason}: set PORT or HOST.`);
  }
}

async function refuseSample(pool: Pool): Promise<void> {
  if (!(await hasSampleAccounts(pool))) return;
  throw new SettingsError(
    'KONTOR_MODE=production does not start while a sample account can sign in, because its password is public. ' +
      'Take an empty folder (KONTOR_DATA) or database (DATABASE_URL), or start in sample mode once more and disable or delete those accounts.',
  );
}

async function startMessage(config: Config, pool: Pool): Promise<string> {
  const lines = [`Kontor answers at ${config.KONTOR_ORIGIN}`];
  if (config.KONTOR_MODE === 'sample') {
    lines.push('', `Sample accounts, password ${SAMPLE_PASSWORD}:`, ...SAMPLE_ACCOUNTS.map(({ account }) => `  ${account}`));
  } else if ((await pool.query('select from users where deleted_at is null limit 1')).rowCount === 0) {
    lines.push('', 'There is no account yet: npm run admin:create');
  }
  lines.push('', config.SMTP_URL ? `Mail goes out through ${new URL(config.SMTP_URL).host}.` : `Mail is written to ${mailFolder(config)}.`);
  return lines.join('\n');
}
