import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isUsed } from '../core/backup/aside.ts';
import { loadBackup } from '../core/backup/load.ts';
import { createProgress } from '../core/backup/progress.ts';
import { createBackup, stampOf } from '../core/backup/write.ts';
import { createPool } from '../core/db/client.ts';
import { checkServer, openDatabase } from '../core/db/open.ts';
import { connectOwner } from '../core/db/owner.ts';
import { DECLARATIONS } from '../modules/index.ts';
import { checkInvariants } from './check-invariants.ts';
import { CommandError, type Tool } from './command.ts';
import { verifyAudit } from './verify-audit.ts';

/**
 * `npm run move`: moves the data from the embedded PostgreSQL to another one, version 15 or newer. The server must be stopped, because
 * later writes would not be copied.
 */
export const move: Tool = async ({ config, log }, args) => {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new CommandError('Say where: npm run move -- --to postgres://user:password@host/database');
  if (config.DATABASE_URL !== undefined) throw new CommandError('This moves the own database of the server: run it without DATABASE_URL.');
  const progress = createProgress((line) => process.stdout.write(line));
  const target = createPool(values.to, { max: 2 }, () => undefined);
  const path = join(config.KONTOR_DATA, `.move-${stampOf(new Date())}.backup`);
  try {
    await checkServer(values.to);
    const client = await connectOwner(values.to);
    const isTaken = await isUsed(client);
    await client.end();
    if (isTaken) throw new CommandError('The database named by --to is not empty: take an empty one.');
    const database = await openDatabase({ config, log });
    try {
      await createBackup({ config, url: database.url, path, withFiles: false, progress });
    } finally {
      await database.close();
    }
    const { tables, rows } = await loadBackup({ config, declarations: DECLARATIONS, url: values.to, path, progress });
    await verifyAudit({ pool: target, config });
    await checkInvariants(target, []);
    process.stdout.write(
      `${rows} rows in ${tables} tables were moved and compared. Start the server with DATABASE_URL from now on; the folder of files stays.\n`,
    );
  } finally {
    await rm(path, { force: true });
    await target.end().catch(() => undefined);
  }
};
