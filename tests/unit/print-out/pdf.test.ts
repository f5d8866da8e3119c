import { describe, expect, it } from 'vitest';
import type { Op, Page } from '#print/display';
import { drawDots } from '#print/out/bitmap';
import { writePdf } from '#print/out/pdf';
import { inkIn, pixelsOfDots, strayInk, stretchesOf } from '../../support/pixels.ts';
import { hasPoppler, pdfSizes, pdfToLines, pdfToPixels, popplerToPixels } from '../../support/render.ts';
import { ABOUT, CHINESE, dotOf, fontsFor, insetRect, labelPage, partOf, textOp, textsOf } from './pages.ts';

const LINES = [
  'Versandetikett für Größe XL, Straße 5, 12 €',
  'Łódź, Kraków, Gdańsk, Wrocław; ąćęłńóśźż',
  'Příliš žluťoučký kůň úpěl ďábelské ódy',
  'Timișoara, București; Győr, Székesfehérvár',
  'İstanbul, Eskişehir, Muğla',
  'Щетина, Київ, Ђорђе, Њујорк, Съединение',
  'Ελλάδα, Θεσσαλονίκη, Άργος',
  '发货标签：货物已装车（共12件）',
];

/** A page of lines in both faces, whose size is whole dots at 203 and 300 dpi. */
function pageOfLines(lines: readonly string[], size: number): Page {
  const width = 25.4 * 7;
  const ops = lines.flatMap((line, at): Op[] => [
    textOp(line, 5, 8 + at * size * 3, size),
    textOp(line, 5, 8 + at * size * 3 + size * 1.5, size, 'bold'),
  ]);
  return { width, height: 25.4 * Math.ceil((8 + lines.length * size * 3) / 25.4), ops };
}

/** Of the ink that our own dots have, how much more or less another renderer draws for each text. */
async function inkErrors(page: Page, dpi: number, draw: (pdf: Uint8Array) => ReturnType<typeof pdfToPixels>) {
  const fonts = await fontsFor([page]);
  const theirs = await draw(writePdf([page], fonts, ABOUT));
  const ours = pixelsOfDots(drawDots(page, fonts, dpi));
  expect([theirs.width, theirs.height]).toEqual([ours.width, ours.height]);
  return page.ops.flatMap((op) => {
    if (op.op !== 'text') return [];
    const part = partOf(fonts, op, dpi);
    expect(inkIn(ours, part), op.text).toBeGreaterThan(100);
    return [{ text: `${op.face} ${op.text}`, error: inkIn(theirs, part) / inkIn(ours, part) - 1 }];
  });
}

const chinese = Array.from({ length: 15 }, (_, at) => CHINESE.slice(at * 20, at * 20 + 20));

describe('a PDF of a label', () => {
  it.each([203, 300])('prints every letter of every language with its ink, at %i dpi', async (dpi) => {
    const page = pageOfLines(LINES, 4);
    const errors = await inkErrors(page, dpi, (pdf) => pdfToPixels(pdf, 0, dpi));
    expect(errors.filter(({ error }) => Math.abs(error) > 0.05)).toEqual([]);
  });

  it.each([203, 300])('prints 300 Chinese characters with their ink, at %i dpi', async (dpi) => {
    const page = pageOfLines(chinese, 5);
    const errors = await inkErrors(page, dpi, (pdf) => pdfToPixels(pdf, 0, dpi));
    expect(errors.filter(({ error }) => Math.abs(error) > 0.05)).toEqual([]);
  });

  it('prints no Chinese character empty, and none as another one', async () => {
    const page = pageOfLines(chinese.slice(0, 5), 5);
    const fonts = await fontsFor([page]);
    const theirs = await pdfToPixels(writePdf([page], fonts, ABOUT), 0, 600);
    const ours = pixelsOfDots(drawDots(page, fonts, 600));
    const dots = (mm: number): number => Math.round(mm / dotOf(600));
    const wrong: string[] = [];
    for (const op of page.ops) {
      if (op.op !== 'text') continue;
      for (const [at, character] of Array.from(op.text).entries()) {
        const square = { x: dots(op.x + at * op.size), y: dots(op.y - op.size * 0.9), w: dots(op.size), h: dots(op.size * 1.1) };
        if (!(strayInk(ours, theirs, square) < 0.3)) wrong.push(`${op.face} ${character}`);
      }
    }
    expect(wrong).toEqual([]);
    // The measure itself: a neighbour in place of a character is told apart.
    const [first] = page.ops;
    if (first?.op !== 'text') throw new Error('a text comes first');
    const shifted = pixelsOfDots(drawDots({ ...page, ops: [{ ...first, x: first.x - first.size }] }, fonts, 600));
    expect(strayInk(ours, shifted, { x: dots(5), y: dots(3), w: dots(5), h: dots(6) })).toBeGreaterThan(0.6);
  });

  it.runIf(hasPoppler)('prints the same with poppler', async () => {
    const errors = await inkErrors(pageOfLines(LINES, 4), 300, async (pdf) => popplerToPixels(pdf, 300));
    expect(errors.filter(({ error }) => Math.abs(error) > 0.05)).toEqual([]);
  });

  it('gives its text back to whoever copies or searches it', async () => {
    const page = pageOfLines([...LINES, ...chinese], 4);
    const pdf = writePdf([page], await fontsFor([page]), ABOUT);
    expect(await pdfToLines(pdf, 0)).toEqual(textsOf([page]));
  });

  it('shows a box where no font has the character', async () => {
    const page: Page = { width: 50.8, height: 25.4, ops: [textOp('\u{10fffd}', 5, 15, 10)] };
    const fonts = await fontsFor([page]);
    const pdf = await pdfToPixels(writePdf([page], fonts, ABOUT), 0, 300);
    const frame = (480 + 2 * 60) * 714 - 360 * 594 - 120 * 714;
    const expected = (frame / 1e6) * (10 / dotOf(300)) ** 2;
    expect(inkIn(pdf) / expected).toBeCloseTo(1, 1);
    expect(inkIn(pixelsOfDots(drawDots(page, fonts, 300))) / expected).toBeCloseTo(1, 1);
  });

  it.each([0, 90, 180, 270] as const)('turns text by %i degrees about the left end of its baseline', async (turn) => {
    const page: Page = {
      width: 50.8,
      height: 50.8,
      ops: [{ op: 'text', x: 25.4, y: 25.4, size: 5, face: 'bold', text: 'LL', ink: '#000000', turn }],
    };
    const fonts = await fontsFor([page]);
    // Upper right, lower right, lower left, upper left: a text that is not turned stands in the first.
    const quarter = { 0: 0, 90: 1, 180: 2, 270: 3 }[turn];
    const corners = [
      [203, 0],
      [203, 203],
      [0, 203],
      [0, 0],
    ].map(([x = 0, y = 0]) => ({ x, y, w: 203, h: 203 }));
    for (const pixels of [await pdfToPixels(writePdf([page], fonts, ABOUT), 0, 203), pixelsOfDots(drawDots(page, fonts, 203))]) {
      const shares = corners.map((part) => inkIn(pixels, part) / inkIn(pixels));
      expect(shares.map((share) => share > 0.97)).toEqual([0, 1, 2, 3].map((at) => at === quarter));
    }
  });

  it('draws lines, boxes and outlines where the dots of a label printer have them', async () => {
    const page: Page = {
      width: 50.8,
      height: 50.8,
      ops: [
        { op: 'box', x: 5, y: 5, w: 20, h: 10, line: 1 },
        { op: 'box', x: 30, y: 5, w: 10, h: 10, fill: '#000000' },
        { op: 'line', x1: 5, y1: 20, x2: 45, y2: 20, width: 0.5, ink: '#000000' },
        { op: 'line', x1: 5, y1: 25, x2: 45, y2: 25, width: 0.5, ink: '#000000', dash: 2 },
        { op: 'line', x1: 5, y1: 30, x2: 15, y2: 45, width: 1, ink: '#000000' },
        { op: 'path', ink: '#000000', d: [['M', 25, 30], ['C', 30, 30, 35, 35, 35, 40], ['L', 25, 45], ['Z']] },
      ],
    };
    const fonts = await fontsFor([page]);
    const theirs = await pdfToPixels(writePdf([page], fonts, ABOUT), 0, 300);
    const ours = pixelsOfDots(drawDots(page, fonts, 300));
    for (const [x, y, w, h] of [
      [0, 0, 300, 200],
      [320, 0, 280, 200],
      [0, 210, 600, 60],
      [0, 270, 600, 60],
      [0, 335, 220, 265],
      [260, 335, 340, 265],
    ] as const) {
      const part = { x, y, w, h };
      expect(inkIn(theirs, part)).toBeGreaterThan(500);
      expect(Math.abs(inkIn(theirs, part) / inkIn(ours, part) - 1)).toBeLessThan(0.04);
    }
  });
});

describe('bars in a PDF', () => {
  // 2 dots a module are 0.25 mm, the finest that labels use; 4 are what a SSCC has.
  it.each([2, 3, 4])('of %i dots a module come out on the dot at 203 dpi, none wider or narrower', async (module) => {
    const dot = dotOf(203);
    const widths = Array.from({ length: 80 }, (_, at) => (1 + ((at * 7) % 4)) * module);
    const rects: number[] = [];
    let x = 40;
    for (const [at, width] of widths.entries()) {
      if (at % 2 === 0) rects.push(...insetRect(x, 40, width, 200, dot));
      x += width;
    }
    const page: Page = { width: dot * (x + 40), height: dot * 280, ops: [{ op: 'bars', rects, says: 'test' }] };
    const fonts = await fontsFor([page]);
    const pdf = writePdf([page], fonts, ABOUT);
    const drawn = [await pdfToPixels(pdf, 0, 203, 'oneBit'), pixelsOfDots(drawDots(page, fonts, 203))];
    if (hasPoppler) drawn.push(popplerToPixels(pdf, 203, 'oneBit'));
    for (const pixels of drawn) {
      expect(pixels.height).toBe(280);
      const rows = [39, 40, 140, 239, 240].map((row) => stretchesOf(pixels, row).slice(1, -1));
      const bars = widths.slice(0, -1);
      expect(rows).toEqual([[], bars, bars, bars, []]);
    }
  });
});

describe('a PDF file', () => {
  it('is the same, byte by byte, whenever and however often it is written', async () => {
    const pages = [labelPage(1), labelPage(2)];
    const first = writePdf(pages, await fontsFor(pages), ABOUT);
    expect(writePdf([labelPage(1), labelPage(2)], await fontsFor(pages), ABOUT)).toEqual(first);
    expect(writePdf([labelPage(2), labelPage(1)], await fontsFor(pages), ABOUT)).not.toEqual(first);
  });

  it('has pages of exactly the size of the label, and asks not to be scaled', async () => {
    const pages = [labelPage(1), { ...labelPage(2), width: 210, height: 297 }];
    const pdf = writePdf(pages, await fontsFor(pages), ABOUT);
    const sizes = await pdfSizes(pdf);
    expect(sizes.map(({ originalWidth, originalHeight }) => [originalWidth, originalHeight].map((points) => points.toFixed(3)))).toEqual([
      ['288.000', '432.000'],
      ['595.276', '841.890'],
    ]);
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).toContain('/PrintScaling/None');
    expect(text).toContain('(D:20260301080000Z)');
    expect(text).toContain(`/Title<FEFF${Buffer.from(ABOUT.title, 'utf16le').swap16().toString('hex').toUpperCase()}>`);
  });

  it('writes a title of ASCII as it is, with its brackets marked', async () => {
    const pages = [labelPage(1)];
    const text = Buffer.from(writePdf(pages, await fontsFor(pages), { ...ABOUT, title: 'E-1 (copy) \\' })).toString('latin1');
    expect(text).toContain('/Title(E-1 \\(copy\\) \\\\)/');
  });

  it('points to each of its objects where it really begins', async () => {
    const pages = [labelPage(1)];
    const text = Buffer.from(writePdf(pages, await fontsFor(pages), ABOUT)).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const [, count = '', entries = ''] = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer/.exec(text.slice(start)) ?? [];
    const offsets = entries
      .trim()
      .split('\n')
      .map((line) => Number(line.slice(0, 10)));
    expect(offsets.length).toBe(Number(count));
    for (const [object, offset] of offsets.entries())
      if (object > 0) expect(text.startsWith(`${object} 0 obj\n`, offset), String(object)).toBe(true);
  });

  it('holds each face once for a thousand labels, and less than 2 kB a label', async () => {
    const pages = Array.from({ length: 1000 }, (_, at) => labelPage(at));
    const pdf = writePdf(pages, await fontsFor(pages), ABOUT);
    expect(pdf.length / pages.length).toBeLessThan(2048);
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/FontFile2/g),
    ).toHaveLength(1);
  });

  it('with nothing on its page is a white page', async () => {
    const page: Page = { width: 50.8, height: 25.4, ops: [textOp('', 5, 5, 3), { op: 'bars', rects: [], says: '' }] };
    expect(inkIn(await pdfToPixels(writePdf([page], await fontsFor([page]), ABOUT), 0, 203))).toBe(0);
  });

  it('refuses a misspelt ink and an instant that is none', async () => {
    const page: Page = { width: 50, height: 25, ops: [{ op: 'line', x1: 0, y1: 0, x2: 9, y2: 9, width: 1, ink: 'black' }] };
    const fonts = await fontsFor([page]);
    expect(() => writePdf([page], fonts, ABOUT)).toThrow('not an ink');
    expect(() => writePdf([], fonts, { ...ABOUT, created: 'yesterday' })).toThrow(RangeError);
  });
});
