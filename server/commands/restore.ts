import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clearDatabase, clearFolder } from '../core/backup/aside.ts';
import { loadBackup, readStart } from '../core/backup/load.ts';
import { createProgress } from '../core/backup/progress.ts';
import { secretMark } from '../core/backup/snapshot.ts';
import { markFinished, markUnfinished } from '../core/backup/unfinished.ts';
import { checkBackup, stampOf } from '../core/backup/write.ts';
import { readConfig } from '../core/config.ts';
import { holdFolder } from '../core/db/embedded/holder.ts';
import { openDatabase } from '../core/db/open.ts';
import { connectOwner } from '../core/db/owner.ts';
import { DECLARATIONS } from '../modules/index.ts';
import { checkInvariants } from './check-invariants.ts';
import { CommandError, type Tool } from './command.ts';
import { verifyAudit } from './verify-audit.ts';

/** `npm run restore`: reads the complete backup before anything is changed. */
export const restore: Tool = async ({ config, log }, args) => {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (values.from === undefined) throw new CommandError('Say which backup: npm run restore -- --from <file>');
  const path = resolve(values.from);
  const say = (text: string): unknown => process.stdout.write(`${text}\n`);
  const progress = createProgress((line) => process.stdout.write(line));
  const start = await readStart(path, config.BACKUP_PASSPHRASE);
  await checkBackup(path, config.BACKUP_PASSPHRASE, progress);
  say(`The backup of ${start.madeAt} is whole.`);

  const stamp = stampOf(new Date());
  const holder = await holdFolder(config.KONTOR_DATA, 'a restore');
  let aside: string | null;
  try {
    aside = clearFolder(config, stamp, values.replace);
    markUnfinished(config, path);
  } finally {
    holder.release();
  }
  const database = await openDatabase({ config, log });
  try {
    const { url } = database;
    const client = await connectOwner(url);
    try {
      const schema = await clearDatabase(client, stamp, values.replace).catch((error: unknown) => {
        markFinished(config);
        throw error;
      });
      for (const kept of [aside, schema]) if (kept !== null) say(`What was there before is kept: ${kept}`);
    } finally {
      await client.end();
    }
    const { tables, rows, files } = await loadBackup({ config, declarations: DECLARATIONS, url, path, progress });
    // A session that ended after the backup was made must not become valid again.
    await database.pool.query('update sessions set revoked_at = now() where revoked_at is null');
    markFinished(config);
    say(`${rows} rows in ${tables} tables and ${files} files are as they were; everybody signs in anew.`);
    // Read again, because an encrypted backup has written its secret to the data folder unless the settings contain another one.
    const settings = readConfig(process.env);
    const isSameSecret = start.secretMark === secretMark(settings);
    if (isSameSecret) await verifyAudit({ pool: database.pool, config: settings });
    else
      say(
        'The backup was made with another KONTOR_SECRET. Set that one and run `npm run verify-audit`: it seals the audit log and the credentials of shops.',
      );
    await checkInvariants(database.pool, []);
  } finally {
    await database.close();
  }
};
