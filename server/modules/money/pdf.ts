import { sql } from 'drizzle-orm';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { loadPage } from '../printing/index.ts';
import { files } from '../settings/files/table.ts';
import { storeFile } from '../settings/index.ts';
import { invoices } from './invoices/table.ts';

const findPaper = statement(
  { no: invoices.no, paper: invoices.paper, readerId: invoices.readerId },
  ({ id }: { id: string }) =>
    sql`select no, paper, reader_id from invoices where id = ${id}::uuid and posted_at is not null and pdf_file is null`,
);
const keepFile = statement(
  { id: invoices.id },
  ({ id, file, hash }: { id: string; file: string; hash: string }) =>
    sql`update invoices set pdf_file = ${file}, pdf_hash = ${hash} where id = ${id}::uuid and pdf_file is null returning id`,
);
const findWithoutPdf = statement(
  { id: invoices.id },
  () => sql`select id from invoices where posted_at is not null and pdf_file is null order by posted_at limit 200`,
);

/**
 * Draws the PDF of a posted invoice from its frozen contents and stores it with its hash. Runs after the commit of the posting, because
 * drawing would hold the lock on the number circle too long. Repeating it changes nothing; a job draws missing PDFs after a crash.
 */
export async function keepPdf({ db, config }: { db: Db; config: Config }, id: string): Promise<void> {
  const row = await findPaper.first(db, { id });
  if (!row?.paper) return;
  const { no, readerId } = row;
  const { document, locales, data, layout } = row.paper;
  const { bytes } = await writePrint(
    { document, layout: layout ?? LAYOUTS[document], records: [data], locales, dpi: 203, format: 'pdf', copies: 1, title: no },
    loadPage,
  );
  const stored = await storeFile(config, { bytes: Buffer.from(bytes), name: `${no}.pdf`, visibility: 'intern' });
  await db.transaction(async (tx) => {
    const kept = await keepFile(tx, { id, file: stored.id.replaceAll('-', ''), hash: stored.checksum });
    if (kept.length > 0) await tx.insert(files).values({ ...stored, visibility: 'intern', merchantId: readerId });
  });
}

/** Posted invoices without a PDF, left by a node that failed after posting. */
export const withoutPdf = async (db: Db): Promise<string[]> => (await findWithoutPdf(db)).map(({ id }) => id);
