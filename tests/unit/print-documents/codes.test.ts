import { beforeAll, describe, expect, it } from 'vitest';
import { writePdf } from '#print/out/pdf';
import { pdfToPixels } from '../../support/render.ts';
import { drawnOf, prepareReader, read } from '../print-labels/measure.ts';
import { make } from './data.ts';
import { drawn, SHEETS } from './sheets.ts';

/** Dots per inch at which a scanner's camera sees the sheet, half of what the printer prints. */
const DPI = 300;
const SETS = 25;
const CODED = SHEETS.filter((name) => !['itemlist', 'quotation', 'invoice', 'creditNote'].includes(name));

beforeAll(prepareReader);

describe('codes on sheets', () => {
  it.each(CODED)('%s: another decoder reads its code out of the PDF as it was asked for', async (document) => {
    const records = Array.from({ length: SETS }, (_, seed) => make(document, seed % 3, seed).record);
    const { pages, fonts, warnings } = await drawn(document, records);
    expect(warnings.filter(({ what }) => what !== 'cutText')).toEqual([]);
    const pdf = writePdf(pages, fonts, { title: document, created: '2026-11-21T12:34:00Z' });
    let said = 0;
    const coded = [...pages.keys()].filter((at) => pages[at]!.ops.some(({ op }) => op === 'bars'));
    // Of the consignment note's four copies, each time another one.
    for (const at of document === 'cmr' ? coded.filter((_, i) => i % 4 === Math.floor(i / 4) % 4) : coded) {
      const codes = pages[at]!.ops.flatMap((op) => (op.op === 'bars' ? [op] : []));
      const pixels = await pdfToPixels(pdf, at, DPI);
      for (const code of codes) expect(await read(pixels, drawnOf(code, DPI), ['Code128'])).toBe(code.says);
      said += codes.length;
    }
    expect(said).toBe(SETS);
  });
});
