import { describe, expect, it } from 'vitest';
import { drawDots } from '#print/out/bitmap';
import { writePdf } from '#print/out/pdf';
import { CMR_WORDS } from '#print/texts/cmr';
import { inkIn, pixelsOfDots } from '../../support/pixels.ts';
import { pdfToPixels } from '../../support/render.ts';
import { partOf } from '../print-out/pages.ts';
import { make } from './data.ts';
import { drawn, SHEETS, textsOf } from './sheets.ts';

describe('the consignment note', () => {
  it.each([
    ['international', { 14: 'cmr.payment', 15: 'cmr.cash' }, 24],
    ['german', { 14: 'cmr.cash', 15: 'cmr.payment' }, 25],
  ] as const)('in %s order has each box with its number and title, in four copies of their colours', async (order, swapped, boxes) => {
    const { record } = make('cmr', 2, 1);
    const { pages, warnings } = await drawn('cmr', [{ ...record, order }]);
    expect(warnings).toEqual([]);
    expect(pages).toHaveLength(4);
    expect(pages.map((page) => textsOf(page)[1]?.text)).toEqual(
      (['sender', 'consignee', 'carrier', 'house'] as const).map((who) => CMR_WORDS[`cmr.copy.${who}`].de),
    );
    expect(new Set(pages.map((page) => textsOf(page)[1]?.ink)).size).toBe(4);
    const words: Record<string, { de: string }> = CMR_WORDS;
    for (const page of pages) {
      const texts = textsOf(page);
      for (let no = 1; no <= boxes; no += 1) {
        const title = words[(swapped as Record<number, string>)[no] ?? `cmr.${no}`]!.de;
        const numbers = texts.filter(({ text, face }) => text === String(no) && face === 'bold');
        // The title stands at the right of its number; in narrow columns on several lines.
        const beside = numbers.flatMap(({ x, y }) => texts.filter((one) => one.x > x && one.x < x + 8 && Math.abs(one.y - y) < 3));
        expect(
          beside.some(({ text }) => title.startsWith(text.slice(0, 8))),
          `${no} ${title}`,
        ).toBe(true);
      }
      expect(texts.some(({ text }) => text === '25')).toBe(order === 'german');
      expect(page.ops.filter((op) => op.op === 'box' && op.line === 0.9)).toHaveLength(4);
    }
  });

  it('goes on to further sheets where the goods are many, in every copy', async () => {
    const { pages } = await drawn('cmr', [make('cmr', 60, 1).record]);
    expect(pages.length % 4).toBe(0);
    expect(pages.length).toBeGreaterThan(4);
    expect(textsOf(pages[1]!).some(({ text }) => text.startsWith(CMR_WORDS['cmr.continued'].de))).toBe(true);
  });
});

const ABOUT = { title: 'Ink', created: '2026-11-21T12:34:00Z' };
/** Texts of a document's first sheet, drawn by us and by PDFium out of our PDF. Grey letters are black dots, so all are black here. */
async function inked(document: (typeof SHEETS)[number], dpi: number) {
  const { pages, fonts } = await drawn(document, [make(document, 2, 2).record], ['cn']);
  const page = { ...pages[0]!, ops: textsOf(pages[0]!).map((op) => ({ ...op, ink: '#000000' })) };
  const ours = pixelsOfDots(drawDots(page, fonts, dpi));
  const theirs = await pdfToPixels(writePdf([page], fonts, ABOUT), 0, dpi);
  return { ops: page.ops, fonts, ours, theirs };
}

describe('letters on sheets', () => {
  // At the printer's resolution: below it a thin stroke of a small letter is a dot more or less, which is a tenth of two letters.
  it.each(SHEETS)('%s: each text covers as much paper in the PDF as in our own dots', async (document) => {
    const { ops, fonts, ours, theirs } = await inked(document, 600);
    for (const op of ops) {
      const part = partOf(fonts, op, 600);
      const [a, b] = [inkIn(ours, part), inkIn(theirs, part)];
      expect(Math.abs(a - b), op.text).toBeLessThan(Math.max(24, 0.06 * b));
    }
  });
});
