import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUSE_ZONE } from '#contract/core/house-day';
import { LOCALES } from '#contract/core/limits';
import type { Config } from '../config.ts';
import type { AppContext } from '../http/context.ts';
import { textIn } from '../http/texts.ts';
import { DAILY, expired } from './retention.ts';
import { createBackup, stampOf } from './write.ts';

/**
 * The daily backup, run by one node at a time. A failure is reported by the log, a metric and a message to every signed-in
 * administrator.
 */
export function backupJob({ config, jobs, log, live, measurements }: AppContext, ownerUrl: string): void {
  const run = async (): Promise<void> => {
    try {
      const path = join(config.BACKUP_FOLDER, `${DAILY}${stampOf(new Date())}.backup`);
      const { size, rows, files } = await createBackup({ config, url: ownerUrl, path });
      measurements.backup({ seconds: Math.round(Date.now() / 1_000) });
      log.info({ path, size, rows, files }, 'backup made');
      await removeExpired(config.BACKUP_FOLDER);
    } catch (error) {
      measurements.backup('failed');
      log.error({ err: error }, 'the backup failed');
      await live
        .send('msg', { ...failedText(), type: 'error' }, { role: 'admin' })
        .catch((cause: unknown) => log.error({ err: cause }, 'nobody was told'));
    }
  };
  jobs.define('backup', run, config.BACKUP_AT === undefined ? null : cronOf(config.BACKUP_AT), HOUSE_ZONE);
}

function cronOf(time: NonNullable<Config['BACKUP_AT']>): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}

/** The message contains all languages, because it goes to users with different ones. */
function failedText(): { title: string; text: string } {
  const inAll = (key: string): string => LOCALES.map((locale) => textIn(locale, key)).join(' · ');
  return { title: inAll('shell.backupFailed.title'), text: inAll('shell.backupFailed.text') };
}

/** Called only after a successful backup, so that old backups are kept while new ones fail. */
export async function removeExpired(folder: string): Promise<void> {
  for (const name of expired(await readdir(folder))) await rm(join(folder, name), { force: true });
}
