import { sql } from 'drizzle-orm';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import { storeFile } from '../areas/files/store.ts';
import { files } from '../areas/files/table.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { loadPage } from '../print/fonts.ts';
import type { Paper } from './paper.ts';

/**
 * Draws the paper of a posted invoice from what was frozen with it and keeps the file with its hash. After the commit of the posting, because
 * drawing takes longer than the number may stay locked; asked again, it changes nothing, and a job catches up after a crash.
 */
export async function keepPdf({ db, config }: { db: Db; config: Config }, id: string): Promise<void> {
  const [row] = rowsOf(
    await db.execute(
      sql`select no, paper, reader_id as "readerId" from invoices where id = ${id}::uuid and posted_at is not null and pdf_file is null`,
    ),
  );
  if (!row) return;
  const { document, locales, data, layout } = row['paper'] as Paper;
  const no = row['no'] as string;
  const { bytes } = await writePrint(
    { document, layout: layout ?? LAYOUTS[document], records: [data], locales, dpi: 203, format: 'pdf', copies: 1, title: no },
    loadPage,
  );
  const stored = await storeFile(config, { bytes: Buffer.from(bytes), name: `${no}.pdf`, visibility: 'intern' });
  await db.transaction(async (tx) => {
    const kept = rowsOf(
      await tx.execute(
        sql`update invoices set pdf_file = ${stored.id.replaceAll('-', '')}, pdf_hash = ${stored.checksum} where id = ${id}::uuid and pdf_file is null returning id`,
      ),
    );
    if (kept.length > 0)
      await tx.insert(files).values({ ...stored, visibility: 'intern', merchantId: (row['readerId'] as string | null) ?? null });
  });
}

/** Posted without a paper: a node died between the two. */
export const withoutPdf = async (db: Db): Promise<string[]> =>
  rowsOf(await db.execute(sql`select id from invoices where posted_at is not null and pdf_file is null order by posted_at limit 200`)).map(
    (row) => row['id'] as string,
  );
