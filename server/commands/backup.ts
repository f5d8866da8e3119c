import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress, sizeText } from '../core/backup/progress.ts';
import { createBackup, stampOf } from '../core/backup/write.ts';
import { openDatabase } from '../core/db/open.ts';
import type { Tool } from './command.ts';

/** `npm run backup`. Can be used while the server runs. */
export const backup: Tool = async ({ config, log }, args) => {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
  const path = values.to === undefined ? join(config.BACKUP_FOLDER, `backup-${stampOf(new Date())}.backup`) : resolve(values.to);
  const database = await openDatabase({ config, log, beside: true });
  try {
    const progress = createProgress((line) => process.stdout.write(line));
    const made = await createBackup({ config, url: database.url, path, progress });
    const how = config.BACKUP_PASSPHRASE === undefined ? 'not encrypted; keep KONTOR_SECRET beside it' : 'encrypted';
    process.stdout.write(
      `${made.path}: ${made.rows} rows and ${made.files} files, ${sizeText(made.size)}, read back and whole (${how}).\n`,
    );
  } finally {
    await database.close();
  }
};
