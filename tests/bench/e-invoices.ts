import type { Pool } from 'pg';
import type { EInvoice } from '#contract/money/e-invoice';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import type { Paper } from '../../server/modules/money/paper.ts';
import { drawPaper } from '../../server/modules/money/pdf.ts';
import { byTurns, kB, ms, type Table } from './measure.ts';

type Posted = { no: string; paper: Paper; invoice: EInvoice; lines: number };

/** What the files of a posted invoice cost: its XML, and what PDF/A and the XML inside add to a plain PDF. */
export async function benchFiles(pool: Pool): Promise<Table> {
  const { rows } = await pool.query<Posted>(
    `select no, paper, e_invoice as invoice, jsonb_array_length(lines) as lines from invoices
      where e_invoice ->> 'format' <> 'paper' and xml_file is not null and pdf_file is not null order by posted_at desc limit 1`,
  );
  const [posted] = rows;
  if (!posted) throw new Error('no posted invoice has an XML and a PDF');
  const { no, paper, invoice } = posted;
  const [cii, ubl] = [Buffer.from(writeCii(invoice)), Buffer.from(writeUbl(invoice))];
  const draw = {
    plain: () => drawPaper(no, paper, null, null),
    archive: () => drawPaper(no, paper, invoice, null),
    whole: () => drawPaper(no, paper, { ...invoice, format: 'zugferd' }, cii),
  };
  const [plain, archive, whole] = [await draw.plain(), await draw.archive(), await draw.whole()];
  const timed = await byTurns(
    { ...draw, cii: async () => writeCii(invoice), ubl: async () => writeUbl(invoice) },
    { rounds: 200, limit: 60_000 },
  );
  const row = (what: string, key: keyof typeof timed, bytes: Buffer, target = '') => {
    const isPdf = key in draw && key !== 'plain';
    const more = isPdf ? [ms(timed[key].p50 - timed.plain.p50), `${bytes.length - plain.length}`] : ['', ''];
    return [what, ms(timed[key].p50), ms(timed[key].p95), kB(bytes.length), ...more, target];
  };
  return {
    title: `The files of an invoice of ${posted.lines} lines`,
    note: 'Milliseconds, in the process of the benchmark, by turns. More: than the plain PDF.',
    head: ['file', 'p50', 'p95', 'size', 'more ms', 'more bytes', 'target'],
    rows: [
      row('XML in CII', 'cii', cii, '1 ms'),
      row('XML in UBL', 'ubl', ubl, '1 ms'),
      row('PDF', 'plain', plain),
      row('PDF/A-3b', 'archive', archive, '2 ms and 6 kB more'),
      row('PDF/A-3b with its XML (ZUGFeRD)', 'whole', whole, '2 ms and 6 kB more'),
    ],
  };
}
