import { sql } from 'drizzle-orm';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { files } from '../../settings/files/table.ts';
import { storeFile } from '../../settings/index.ts';

const writeFile = command(
  ({ id, file, checksum }: { id: string; file: string; checksum: string }) =>
    sql`update accountant_exports set file = ${file}, checksum = ${checksum},
      no = 'X-' || (select 1000 + count(*) from accountant_exports) where id = ${id}::uuid`,
);

/** Keeps the file of an export with its hash and numbers the export. The file of a rolled-back export stays unnamed on the disk. */
export async function keepExport(tx: Db, config: Config, { id, name, bytes }: { id: string; name: string; bytes: Buffer }): Promise<void> {
  const stored = await storeFile(config, { bytes, name, visibility: 'intern' });
  await tx.insert(files).values({ ...stored, visibility: 'intern' });
  await writeFile(tx, { id, file: stored.id.replaceAll('-', ''), checksum: stored.checksum });
}
