import { describe, expect, it } from 'vitest';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { attachmentsOf } from '../../server/modules/money/e-invoice-in/pdf-attachments.ts';
import { readEInvoice } from '../../server/modules/money/e-invoice-in/read.ts';
import { drawReceived } from '../../server/modules/money/e-invoice-in/rendering.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';
import { pdfToLines } from '../support/render.ts';

const invoice = supplierInvoice({
  no: 'RE-4711',
  iban: 'DE02120300000000202051',
  terms: '14 Tage netto',
  lines: [
    { name: 'Europaletten', qty: 10_000, price: 125_000 },
    { name: 'Buch', qty: 1500, price: 199_900, rate: 700 },
  ],
});

describe('an e-invoice that came as XML, for an accountant who takes PDFs', () => {
  it.each([
    ['UBL', writeUbl(invoice)],
    ['CII', writeCii(invoice)],
  ])('is drawn from its content, and its PDF holds the XML unchanged (%s)', async (_syntax, xml) => {
    const pdf = await drawReceived(Buffer.from(xml));
    expect(pdf?.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const read = (await pdfToLines(pdf ?? new Uint8Array(), 0)).join(' ');
    for (const shown of [
      'Das Original ist die XML-Datei',
      'Rechnung RE-4711',
      'Paletten Groß GmbH',
      '05.11.2026',
      '14 Tage netto',
      'Europaletten',
      'Stück',
    ])
      expect(read).toContain(shown);
    for (const shown of ['S 19 %', 'S 7 %', invoice.gross / 100].map((one) => String(one).replace('.', ','))) expect(read).toContain(shown);
    const [original] = attachmentsOf(pdf ?? Buffer.alloc(0));
    expect(original?.bytes.toString('utf8')).toBe(xml);
    // Whoever reads the PDF as an e-invoice reads the original.
    expect(readEInvoice(pdf ?? Buffer.alloc(0))).toMatchObject({ no: 'RE-4711', inside: 'original.xml' });
  });
  it('is drawn alike each time', async () => {
    const xml = Buffer.from(writeUbl(invoice));
    expect(await drawReceived(xml)).toEqual(await drawReceived(xml));
  });
  it('is not made of what is no e-invoice, such as a photo', async () => {
    expect(await drawReceived(Buffer.from('RIFF0000WEBPVP8 '))).toBeNull();
    expect(await drawReceived(Buffer.from('<html></html>'))).toBeNull();
  });
});
