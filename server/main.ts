import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { destination } from 'pino';
import { buildApp } from './app.ts';
import { CommandError } from './commands/command.ts';
import { COMMANDS, TOOLS } from './commands/index.ts';
import { update } from './core/backup/before-update.ts';
import { refuseUnfinished } from './core/backup/unfinished.ts';
import { type Config, describeSettings, readConfig, SettingsError } from './core/config.ts';
import { createDb } from './core/db/client.ts';
import { EmbeddedError } from './core/db/embedded/error.ts';
import { type Database, openDatabase } from './core/db/open.ts';
import { outageOf } from './core/db/outage.ts';
import { createLog, loggedError } from './core/http/log.ts';
import { mailFolder } from './core/mail/mail.ts';
import { logDestination } from './core/operation/log-file.ts';
import { DECLARATIONS } from './modules/index.ts';
import { prepareHouse } from './modules/settings/index.ts';
import { loadOrders } from './sample/orders.ts';
import { loadPictures } from './sample/pictures.ts';
import { hasSampleAccounts, loadSample, SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from './sample/sample.ts';
import { loadServices } from './sample/services.ts';
import { loadShelf } from './sample/shelf.ts';
import { loadTrade } from './sample/trade.ts';

/** Milliseconds for closing. What is not closed by then is recovered by the next start. */
const CLOSE_LIMIT = 10_000;

const HELP = `npm start [-- --help]

Settings are read from the environment:
${describeSettings()}

npm run admin:create -- --account <mail> --name <name> [--password <password>]
  makes an account that may do everything; asks for what is not given.
npm run backup [-- --to <file>]
  makes a backup of database and files, also while the server runs.
npm run restore -- --from <file> [--replace]
  restores one into an empty house; --replace keeps what is there aside.
npm run move -- --to <url>
  copies the server's own database into an empty one that DATABASE_URL is to name.
npm run verify-audit
  recomputes the hash chain over the audit log and names the first break.
npm run check:invariants [-- --db <url>]
  compares ledger, balances, reservations, boxes and timelines, all of them, and notes the result; with --db it only reads.`;

/** Errors explained completely by their message. Others are shown with their stack. */
const isExplained = (error: unknown): error is Error => [SettingsError, EmbeddedError, CommandError].some((kind) => error instanceof kind);

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(HELP);
    return;
  }
  const config = readConfig(process.env);
  const at = args.indexOf('--command');
  // Separate from the start message, which is for people and goes to the standard output.
  if (at < 0) return serve(config, createLog(config.LOG_LEVEL, logDestination(config)));
  const log = createLog(config.LOG_LEVEL, destination(2));
  const name = args[at + 1] ?? '';
  const command = COMMANDS.get(name);
  const tool = TOOLS.get(name);
  if (tool) return tool({ config, log }, args.slice(at + 2));
  if (!command) throw new CommandError(`There is no command ${name}; there are: ${[...COMMANDS.keys(), ...TOOLS.keys()].join(', ')}.`);
  const database = await openDatabase({ config, log, beside: true });
  try {
    await update(database, DECLARATIONS, config, log);
    await command({ pool: database.pool, config }, args.slice(at + 2));
  } finally {
    await database.close();
  }
}

async function serve(config: Config, log: FastifyBaseLogger): Promise<void> {
  refuseUnfinished(config);
  const closing: { app?: FastifyInstance; database?: Database } = {};
  const close = closer(closing, log);
  keepServing(log, close);
  try {
    const database = await openDatabase({ config, log });
    closing.database = database;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(0));
    const { pool } = database;
    await update(database, DECLARATIONS, config, log);
    const isSample = config.KONTOR_MODE === 'sample';
    if (!isSample) {
      await refuseSample(pool);
      if (await prepareHouse(pool)) log.info('An empty house: tax rates, carriers and a storehouse to complete were written.');
    } else if (await loadSample(database.owner, { history: config.KONTOR_SAMPLE === 'full' })) {
      const db = createDb(pool);
      await loadOrders({ config, db, log });
      await loadServices(db);
      await loadShelf(db);
      await loadTrade(db);
      await loadPictures(config, db);
    }
    closing.app = await buildApp({ config, pool, ownerUrl: database.url, log });
    await listen(closing.app, config);
    console.log(await startMessage(config, pool));
  } catch (error) {
    await close(null);
    throw error;
  }
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

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(isExplained(error) ? error.message : JSON.stringify(loggedError(error), null, 2));
  process.exitCode = 1;
}
