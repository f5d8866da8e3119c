import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Declarations } from '../db/derive.ts';
import type { Log } from '../db/embedded/error.ts';
import { appliedMigrations, knownMigrations, migrate } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { outageOf } from '../db/outage.ts';
import { connectOwner } from '../db/owner.ts';
import { BackupError } from './error.ts';
import { removeExpired } from './job.ts';
import { createProgress } from './progress.ts';
import { BEFORE_UPDATE } from './retention.ts';
import { createBackup, stampOf } from './write.ts';

/**
 * Migrates the database to this version. If tables with data change, a backup is made first (reliability.md P45).
 * @param meanwhile as in `migrate`
 */
export async function update(
  { owner, url }: Database,
  declarations: Declarations,
  config: Config,
  log: Log,
  meanwhile?: () => void,
): Promise<void> {
  if (await isBehind(url)) {
    const path = join(config.BACKUP_FOLDER, `${BEFORE_UPDATE}${stampOf(new Date())}.backup`);
    log.info(`This version changes the tables; before that a backup is made: ${path}`);
    try {
      await createBackup({ config, url, path, progress: createProgress((line) => log.info(line.trim())) });
    } catch (error) {
      const reason = outageOf(error) === 'StorageFull' ? 'the disk is full' : error instanceof Error ? error.message : String(error);
      throw new BackupError(`The backup before the update failed, so nothing was changed: ${reason}. BACKUP_FOLDER may name another disk.`);
    }
    await removeExpired(config.BACKUP_FOLDER);
  }
  await migrate(owner, declarations, meanwhile);
}

async function isBehind(url: string): Promise<boolean> {
  const client = await connectOwner(url);
  try {
    const newest = (await appliedMigrations(client)).at(-1);
    if (newest === undefined || newest >= Math.max(...(await knownMigrations()))) return false;
    return (await client.query('select from users limit 1')).rowCount === 1;
  } finally {
    await client.end();
  }
}
