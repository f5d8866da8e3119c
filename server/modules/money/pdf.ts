import { sql } from 'drizzle-orm';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import type { EInvoice } from '#contract/money/e-invoice';
import { LAYOUTS } from '#print/layouts/layouts';
import type { Archive } from '#print/out/pdf-archive';
import { writePrint } from '#print/write';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { orNull, statement } from '../../core/db/statement.ts';
import { loadPage } from '../printing/index.ts';
import { files } from '../settings/files/table.ts';
import { storeMade } from '../settings/index.ts';
import { writeCii } from './e-invoice/cii.ts';
import { writeUbl } from './e-invoice/ubl.ts';
import { invoices } from './invoices/table.ts';
import type { Paper } from './paper.ts';

const findPaper = statement(
  { no: invoices.no, paper: invoices.paper, eInvoice: orNull(invoices.eInvoice) },
  ({ id }: { id: string }) =>
    sql`select no, paper, e_invoice from invoices where id = ${id}::uuid and posted_at is not null and pdf_file is null`,
);
type Kept = { id: string; pdf: string; pdfHash: string; xml: string | null; xmlHash: string; stored: string };
/** Enters the files of an invoice for its reader, in one statement. An invoice that has its files keeps them. */
const keepFiles = statement(
  { id: files.id },
  ({ id, pdf, pdfHash, xml, xmlHash, stored }: Kept) => sql`with kept as (
      update invoices set pdf_file = ${pdf}, pdf_hash = ${pdfHash}, xml_file = ${xml}::text, xml_hash = ${xmlHash}
      where id = ${id}::uuid and pdf_file is null returning reader_id)
    insert into files (id, name, mime, size, checksum, visibility, merchant_id)
      select f.id, f.name, f.mime, f.size, f.checksum, 'intern', kept.reader_id
      from kept, jsonb_to_recordset(${stored}::jsonb) f(id uuid, name text, mime text, size int, checksum text) returning id`,
);
const findWithoutPdf = statement(
  { id: invoices.id },
  () => sql`select id from invoices where posted_at is not null and pdf_file is null order by posted_at limit 200`,
);

/** A file that another module puts into the PDF of an invoice, such as the annex with its charges. `name`: in letters, digits, dots and dashes. */
export type Supplement = { name: string; mime: string; bytes: Uint8Array };
type Source = (db: Db, invoiceId: string) => Promise<readonly Supplement[]>;
const sources = new Set<Source>();
/** Registers a source at start. Its files must be the same whenever they are made, because a PDF is drawn again after a crash. */
export const supplementInvoices = (source: Source): void => void sources.add(source);

/** The XML that a party gets; null for a party that only gets a PDF. */
export function xmlOf(invoice: EInvoice): Buffer | null {
  if (invoice.format === 'paper') return null;
  return Buffer.from(invoice.format === 'xrechnung-ubl' ? writeUbl(invoice) : writeCii(invoice), 'utf8');
}

/**
 * The PDF is a PDF/A-3b. An e-invoice in the syntax CII is inside it; one in UBL is only sent beside it, because ZUGFeRD knows no UBL. What
 * explains the invoice is inside it in any case.
 */
function archiveOf(
  { format, issueDate, no }: EInvoice,
  xml: Buffer | null,
  [locale = 'en']: readonly Locale[],
  more: readonly Supplement[],
): Archive {
  const language = LOCALE_TAGS[locale];
  const supplements = more.map((file) => ({ ...file, about: `${no}, ${issueDate}`, relationship: 'Supplement' as const }));
  if (xml === null || format === 'xrechnung-ubl') return { language, files: supplements };
  const isCore = format === 'zugferd';
  const name = isCore ? 'factur-x.xml' : 'xrechnung.xml';
  return {
    language,
    files: [
      { name, mime: 'text/xml', about: `${no}, ${issueDate}`, relationship: 'Alternative', bytes: new Uint8Array(xml) },
      ...supplements,
    ],
    invoice: isCore ? { file: name, version: '1.0', level: 'EN 16931' } : { file: name, version: '3.0', level: 'XRECHNUNG' },
  };
}

/** Draws what is printed. A document from before e-invoices is a plain PDF. */
export async function drawPaper(
  no: string,
  paper: Paper,
  invoice: EInvoice | null,
  xml: Buffer | null,
  supplements: readonly Supplement[] = [],
): Promise<Buffer> {
  const { document, locales, data, layout } = paper;
  const { bytes } = await writePrint(
    {
      document,
      layout: layout ?? LAYOUTS[document],
      records: [data],
      locales,
      dpi: 203,
      format: 'pdf',
      copies: 1,
      title: no,
      ...(invoice ? { archive: archiveOf(invoice, xml, locales, supplements) } : {}),
    },
    loadPage,
  );
  return Buffer.from(bytes);
}

/**
 * Draws the PDF of a posted invoice from its frozen contents, writes its XML, and stores both with their hashes. Runs after the commit of the
 * posting, because drawing would hold the lock on the number circle too long. Repeating it changes nothing; a job makes missing files after a
 * crash.
 */
export async function keepPdf({ db, config }: { db: Db; config: Config }, id: string): Promise<void> {
  const row = await findPaper.first(db, { id });
  if (!row?.paper) return;
  const { no, paper, eInvoice } = row;
  const xml = eInvoice ? xmlOf(eInvoice) : null;
  const drawn = async (): Promise<Buffer> =>
    drawPaper(no, paper, eInvoice, xml, (await Promise.all([...sources].map((source) => source(db, id)))).flat());
  // Side by side, because each waits for the disk.
  const [written, pdf] = await Promise.all([
    xml ? storeMade(config, { bytes: xml, name: `${no}.xml`, mime: 'application/xml' }) : null,
    drawn().then((bytes) => storeMade(config, { bytes, name: `${no}.pdf`, mime: 'application/pdf' })),
  ]);
  const fileId = (stored: { id: string }): string => stored.id.replaceAll('-', '');
  await keepFiles(db, {
    id,
    pdf: fileId(pdf),
    pdfHash: pdf.checksum,
    xml: written && fileId(written),
    xmlHash: written?.checksum ?? '',
    stored: JSON.stringify([pdf, ...(written ? [written] : [])]),
  });
}

/** Posted invoices without a PDF, left by a node that failed after posting. */
export const withoutPdf = async (db: Db): Promise<string[]> => (await findWithoutPdf(db)).map(({ id }) => id);
