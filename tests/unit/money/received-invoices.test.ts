import { describe, expect, it } from 'vitest';
import type { EInvoice } from '#contract/money/e-invoice';
import { E_INVOICE_FAULTS } from '#contract/money/received-invoice';
import { writeCii } from '../../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../../server/modules/money/e-invoice/ubl.ts';
import { EInvoiceError } from '../../../server/modules/money/e-invoice-in/fault.ts';
import { readEInvoice } from '../../../server/modules/money/e-invoice-in/read.ts';
import { drawPaper } from '../../../server/modules/money/pdf.ts';
import { drawDocuments, randomOf } from '../../support/e-invoice/draw.ts';
import { pdfWith } from '../../support/e-invoice/pdf-with.ts';
import { asWritten } from '../../support/e-invoice/received-model.ts';

const read = (text: string | Buffer) => readEInvoice(Buffer.from(text));
/** The fault of a file; `read` if it could be read. Anything but a known fault fails the test. */
function faultOf(bytes: string | Buffer): string {
  try {
    read(bytes);
    return 'read';
  } catch (error) {
    if (!(error instanceof EInvoiceError)) throw error;
    expect(E_INVOICE_FAULTS).toContain(error.fault);
    return error.fault;
  }
}
function* documents(seed: number, most: number): Generator<EInvoice> {
  const random = randomOf(seed);
  for (let n = 1, made = 0; made < most; n++)
    for (const { invoice } of drawDocuments(random, n)) {
      made += 1;
      yield invoice;
    }
}
const sample = (): EInvoice => [...documents(3, 1)][0] as EInvoice;

describe('what the house writes', () => {
  it('is read back as the same document, in both syntaxes', () => {
    for (const invoice of documents(2610, 300)) {
      const { format: _, ...model } = invoice;
      expect(asWritten(read(writeCii(invoice)))).toEqual(model);
      expect(asWritten(read(writeUbl(invoice)))).toEqual(model);
    }
  });

  it('is read out of its PDF', async () => {
    const random = randomOf(12);
    for (const format of ['zugferd', 'xrechnung-cii'] as const) {
      const [drawn] = drawDocuments(random, 1, format);
      if (!drawn) throw new Error('nothing drawn');
      const { format: _, ...model } = drawn.invoice;
      const pdf = await drawPaper(model.no, drawn.paper, drawn.invoice, Buffer.from(writeCii(drawn.invoice)));
      const found = readEInvoice(pdf);
      expect(found.inside).toBe(format === 'zugferd' ? 'factur-x.xml' : 'xrechnung.xml');
      expect(asWritten(found)).toEqual(model);
    }
  });
});

describe('a file that is no e-invoice', () => {
  const cii = writeCii(sample());
  const ubl = writeUbl(sample());

  it.each([
    ['nothing', '', 'empty'],
    ['a text', 'Invoice 4711', 'unknownFormat'],
    ['another XML', '<a/>', 'unknownFormat'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${cii}`, 'doctype'],
    ['an entity', cii.replace('<rsm:Cross', '<!DOCTYPE a><rsm:Cross'), 'doctype'],
    ['deep nesting', '<a>'.repeat(101), 'tooDeep'],
    ['ZUGFeRD 1.0', '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>', 'notLegal'],
    ['the profile MINIMUM', cii.replace(/(Guideline[^<]*<ram:ID>)[^<]*/s, '$1urn:factur-x.eu:1p0:minimum'), 'notLegal'],
    ['the profile BASIC WL', cii.replace(/urn:cen\.eu:en16931:2017[^<]*/, 'urn:factur-x.eu:1p0:basicwl'), 'notLegal'],
    ['another version', ubl.replaceAll('xsd:Invoice-2', 'xsd:Invoice-3'), 'otherVersion'],
    ['no number', ubl.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, ''), 'missing'],
    ['a day that is none', ubl.replace(/(<cbc:IssueDate>)[^<]*/, '$12026-02-30'), 'day'],
    ['an amount in words', ubl.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$1ten'), 'number'],
    ['bytes that are not its encoding', Buffer.concat([Buffer.from(cii.slice(0, 300)), Buffer.from([0xff, 0xc3])]), 'encoding'],
  ])('is refused: %s', (_, file, fault) => {
    expect(faultOf(file)).toBe(fault);
  });

  it('is refused wherever it is cut, and never breaks the reader when bytes are wrong', () => {
    const random = randomOf(99);
    for (const whole of [cii, ubl]) {
      const bytes = Buffer.from(whole);
      for (let i = 1; i < 60; i++) expect(faultOf(bytes.subarray(0, Math.floor((bytes.length * i) / 61)))).not.toBe('read');
      for (let i = 0; i < 150; i++) {
        const spoilt = Buffer.from(bytes);
        spoilt[Math.floor(random() * spoilt.length)] = Math.floor(random() * 256);
        faultOf(spoilt);
      }
    }
  });

  it('is refused above 10,000 lines', () => {
    const [head = '', line = ''] = /^.*?(<cac:InvoiceLine>.*?<\/cac:InvoiceLine>)/s.exec(ubl) ?? [];
    const before = head.slice(0, head.length - line.length);
    const end = ubl.slice(ubl.lastIndexOf('</cac:InvoiceLine>') + '</cac:InvoiceLine>'.length);
    expect(read(before + line.repeat(10_000) + end).lines).toHaveLength(10_000);
    expect(faultOf(before + line.repeat(10_001) + end)).toBe('tooManyLines');
  });
});

describe('a PDF', () => {
  const xml = Buffer.from(writeCii(sample()));
  const { format: _, ...model } = sample();
  const files = [
    { name: 'notes.txt', bytes: Buffer.from('x') },
    { name: 'factur-x.xml', bytes: xml },
  ];

  it.each(['table', 'stream'] as const)('is read by its references (%s), and without them', (way) => {
    const whole = pdfWith(files, way);
    expect(asWritten(readEInvoice(whole))).toEqual(model);
    const lost = Buffer.from(whole.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    expect(asWritten(readEInvoice(lost))).toEqual(model);
    expect(readEInvoice(whole).attachments).toEqual([{ id: '', name: 'notes.txt', mime: '', about: '', size: 1, url: '' }]);
  });

  it('is refused in a sentence when it has no invoice, is encrypted, or unpacks to too much', () => {
    expect(faultOf(pdfWith([], 'table'))).toBe('pdfWithout');
    expect(faultOf(pdfWith(files, 'table', '/Encrypt << /Filter /Standard >>'))).toBe('pdfEncrypted');
    expect(faultOf(pdfWith([{ name: 'factur-x.xml', bytes: Buffer.alloc(70 * 1024 * 1024, 32) }], 'stream'))).toBe('pdfTooLarge');
    expect(faultOf('%PDF-1.7\n')).toBe('pdfBroken');
    // Small files that would take hours: one large object named 100,000 times, and streams that never end.
    const large = `2 0 obj [${'0 '.repeat(20_000)}] endobj `;
    expect(faultOf(`%PDF-1.7 ${large}1 0 obj << /Type /Catalog /AF [${'2 0 R '.repeat(200)}] >> endobj`)).toBe('pdfWithout');
    expect(faultOf(`%PDF-1.7 ${'3 0 obj << /Type /ObjStm /N 9 >> stream '.repeat(20_000)}`)).toBe('pdfBroken');
  });

  it('never breaks the reader when it is cut or bytes are wrong', () => {
    const random = randomOf(7);
    for (const way of ['table', 'stream'] as const) {
      const whole = pdfWith(files, way);
      for (let i = 1; i < 60; i++) faultOf(whole.subarray(0, Math.floor((whole.length * i) / 61)));
      for (let i = 0; i < 200; i++) {
        const spoilt = Buffer.from(whole);
        for (let n = 0; n < 3; n++) spoilt[Math.floor(random() * spoilt.length)] = Math.floor(random() * 256);
        faultOf(spoilt);
      }
    }
  });
});
