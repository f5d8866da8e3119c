import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Page } from '#print/display';
import { drawDots } from '#print/out/bitmap';
import { writePdf } from '#print/out/pdf';
import { decodePng, readPng } from '#print/out/png';
import { inkIn, type PngParts, pixelsOfDots, pngOf } from '../../support/pixels.ts';
import { pdfToPixels } from '../../support/render.ts';
import { ABOUT, dotOf, fontsFor } from './pages.ts';

const SIZE = 64;
const rows = (byte: (x: number, y: number) => number, length: number): number[][] =>
  Array.from({ length: SIZE }, (_, y) => Array.from({ length }, (_, x) => byte(x, y) & 255));

/** Blocks of 8 pixels, black where the sum of their numbers is odd, as 64 x 64 pixels in every way a carrier may send them. */
const blackAt = (x: number, y: number): boolean => ((x >> 3) + (y >> 3)) % 2 === 1;
const shade = (x: number, y: number): number => (blackAt(x, y) ? 0 : 255);
const base = { width: SIZE, height: SIZE };
const KINDS: Record<string, PngParts> = {
  '1 bit': { ...base, depth: 1, colour: 0, rows: rows((x, y) => shade(x * 8, y), SIZE / 8) },
  '4 bits of grey': { ...base, depth: 4, colour: 0, rows: rows((x, y) => shade(x * 2, y), SIZE / 2) },
  grey: { ...base, depth: 8, colour: 0, rows: rows(shade, SIZE) },
  '16 bits of grey': { ...base, depth: 16, colour: 0, rows: rows((x, y) => shade(x >> 1, y), SIZE * 2) },
  colour: { ...base, depth: 8, colour: 2, rows: rows((x, y) => shade(Math.floor(x / 3), y), SIZE * 3) },
  'a palette': { ...base, depth: 8, colour: 3, palette: [0, 0, 0, 255, 255, 255], rows: rows((x, y) => (blackAt(x, y) ? 0 : 1), SIZE) },
  'a palette with a clear colour': {
    ...base,
    depth: 8,
    colour: 3,
    palette: [0, 0, 0, 0, 0, 0],
    clear: [255, 0],
    rows: rows((x, y) => (blackAt(x, y) ? 0 : 1), SIZE),
  },
  'grey with alpha': { ...base, depth: 8, colour: 4, rows: rows((x, y) => (x % 2 ? 255 - shade(x >> 1, y) : 0), SIZE * 2) },
  'colour with alpha': { ...base, depth: 8, colour: 6, rows: rows((x, y) => (x % 4 === 3 ? 255 - shade(x >> 2, y) : 0), SIZE * 4) },
  'grey with one clear value': { ...base, depth: 8, colour: 0, clear: [0, 77], rows: rows((x, y) => (blackAt(x, y) ? 0 : 77), SIZE) },
};

/** The picture on the dots of a 203 dpi head, one pixel a dot. */
const pageWith = (...pngs: Uint8Array[]): Page => {
  const dot = dotOf(203);
  const ops = pngs.map((png, at) => ({ op: 'image' as const, x: dot * (32 + 80 * at), y: dot * 16, w: dot * SIZE, h: dot * SIZE, png }));
  return { width: dot * (64 + 80 * pngs.length), height: dot * 96, ops };
};

describe("a carrier's label as PNG", () => {
  it.each(Object.keys(KINDS))('of %s comes out of the PDF pixel by pixel', async (kind) => {
    const png = pngOf(KINDS[kind]!);
    const page = pageWith(png);
    const fonts = await fontsFor([page]);
    const drawn = [await pdfToPixels(writePdf([page], fonts, ABOUT), 0, 203, 'oneBit'), pixelsOfDots(drawDots(page, fonts, 203))];
    for (const pixels of drawn) {
      const wrong: string[] = [];
      for (let y = 0; y < SIZE; y += 1)
        for (let x = 0; x < SIZE; x += 1) if (pixels.grey[(y + 16) * pixels.width + x + 32] !== shade(x, y)) wrong.push(`${x},${y}`);
      expect(wrong).toEqual([]);
      expect(inkIn(pixels)).toBe((SIZE * SIZE) / 2);
    }
  });

  it.each(['1 bit', 'grey', 'colour', 'a palette'])('of %s goes into the PDF as it is, not packed again', async (kind) => {
    const png = pngOf(KINDS[kind]!);
    const page = pageWith(png);
    const pdf = writePdf([page], await fontsFor([page]), ABOUT);
    expect(Buffer.from(pdf).includes(Buffer.from(readPng(png).data))).toBe(true);
  });

  it.each(['grey', 'colour', 'colour with alpha'])('of %s, sent interlaced, is unpacked for the PDF', async (kind) => {
    const plain = pngOf(KINDS[kind]!);
    const png = Uint8Array.from(await sharp(plain).png({ progressive: true }).toBuffer());
    expect(readPng(png).interlaced).toBe(true);
    expect(decodePng(readPng(png))).toEqual(decodePng(readPng(plain)));
    const page = pageWith(png);
    const drawn = await pdfToPixels(writePdf([page], await fontsFor([page]), ABOUT), 0, 203, 'oneBit');
    expect(inkIn(drawn)).toBe((SIZE * SIZE) / 2);
  });

  it('shown on many pages lies in the file once', async () => {
    const page = pageWith(pngOf(KINDS['grey']!), pngOf(KINDS['grey']!), pngOf(KINDS['1 bit']!));
    const pages = [page, page, pageWith(pngOf(KINDS['grey']!))];
    const text = Buffer.from(writePdf(pages, await fontsFor(pages), ABOUT)).toString('latin1');
    expect(text.match(/\/Subtype\/Image/g)).toHaveLength(2);
    expect(text.match(/\/I\d+ \d+ 0 R/g)).toHaveLength(2);
  });

  it('keeps its ink where it is made smaller', async () => {
    const page = pageWith(pngOf(KINDS['1 bit']!));
    const half = { ...page, ops: page.ops.map((op) => (op.op === 'image' ? { ...op, w: op.w / 2, h: op.h / 2 } : op)) };
    expect(inkIn(pixelsOfDots(drawDots(half, await fontsFor([half]), 203)))).toBe((SIZE * SIZE) / 8);
  });

  it('that is broken, too large or no PNG is refused by name', () => {
    const png = pngOf(KINDS['grey']!);
    expect(() => readPng(new TextEncoder().encode('%PDF-1.4'))).toThrow('PNG: not one');
    expect(() => readPng(png.subarray(0, png.length - 40))).toThrow('PNG: ends too early');
    expect(() => readPng(pngOf({ ...KINDS['grey']!, width: 1_000_000, height: 1_000_000 }))).toThrow('PNG: 1000000 x 1000000 pixels');
    expect(() => readPng(pngOf({ ...KINDS['grey']!, colour: 3 }))).toThrow('PNG: no palette');
    expect(() => decodePng(readPng(pngOf({ ...KINDS['grey']!, height: 200 })))).toThrow('PNG: ends too early');
  });
});
