import { destination } from 'pino';
import { CommandError } from './commands/command.ts';
import { refuseUnfinished } from './core/backup/unfinished.ts';
import { describeSettings, readConfig, SettingsError } from './core/config.ts';
import { EmbeddedError } from './core/db/embedded/error.ts';
import { openDatabase } from './core/db/open.ts';
import { createLog, loggedError } from './core/http/log.ts';
import { logDestination } from './core/operation/log-file.ts';

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
  if (at >= 0) {
    const { runCommand } = await import('./commands/run.ts');
    return runCommand(args.slice(at + 1), config, createLog(config.LOG_LEVEL, destination(2)));
  }
  refuseUnfinished(config);
  const log = createLog(config.LOG_LEVEL, logDestination(config));
  // The database starts while the rest of the server is loaded: a first start makes its folder in the meantime.
  const opening = openDatabase({ config, log });
  // `serve` waits for it and reports its error.
  opening.catch(() => undefined);
  const { serve } = await import('./serve.ts');
  console.log(await serve(config, log, opening));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(isExplained(error) ? error.message : JSON.stringify(loggedError(error), null, 2));
  process.exitCode = 1;
}
