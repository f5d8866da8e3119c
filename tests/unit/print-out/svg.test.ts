import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Page } from '#print/display';
import { drawDots } from '#print/out/bitmap';
import { pageToSvg } from '#print/out/svg';
import { inkIn, type Pixels, pixelsOfDots, pngOf } from '../../support/pixels.ts';
import { dotOf, fontsFor, insetRect, partOf, textOp } from './pages.ts';

/** Draws with librsvg, which shares no line with ours. */
async function svgToPixels(svg: string, page: Page, dpi: number): Promise<Pixels> {
  const [width, height] = [(page.width * dpi) / 25.4, (page.height * dpi) / 25.4];
  const sized = svg.replace(`width="${page.width}mm" height="${page.height}mm"`, `width="${width}" height="${height}"`);
  const drawn = sharp(Buffer.from(sized)).flatten({ background: '#ffffff' }).toColourspace('b-w').raw();
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
  const grey = Uint8Array.from({ length: info.width * info.height }, (_, at) => data[at * info.channels]!);
  return { width: info.width, height: info.height, grey };
}

describe('the preview of a label', () => {
  it('shows the same letters as the printer prints, in every language, turned or not', async () => {
    const lines = [
      'Größe XL für 12 €',
      'Łódź, București, Győr',
      'Київ Ђорђе',
      'Θεσσαλονίκη',
      '货物已装车（共12件）',
      'no glyph: \u{10fffd}',
    ];
    const page: Page = {
      width: 101.6,
      height: 76.2,
      ops: lines.map((line, at) => textOp(line, 12, 10 + at * 10, 5, at % 2 ? 'bold' : 'regular')),
    };
    page.ops.push({ op: 'text', x: 8, y: 70, size: 5, face: 'regular', text: 'Łódź 货', ink: '#000000', turn: 270 });
    const fonts = await fontsFor([page]);
    const [theirs, ours] = [await svgToPixels(pageToSvg(page, fonts), page, 300), pixelsOfDots(drawDots(page, fonts, 300))];
    expect([theirs.width, theirs.height]).toEqual([ours.width, ours.height]);
    for (const op of page.ops) {
      const part = op.op === 'text' && op.turn ? { x: 20, y: 400, w: 90, h: 440 } : partOf(fonts, op, 300);
      expect(inkIn(ours, part)).toBeGreaterThan(100);
      expect(Math.abs(inkIn(theirs, part) / inkIn(ours, part) - 1)).toBeLessThan(0.05);
    }
  });

  it('shows boxes, lines, outlines, codes and pictures where the printer prints them', async () => {
    const dot = dotOf(203);
    const png = pngOf({ width: 8, height: 2, depth: 1, colour: 0, rows: [[0b01010101], [0b10101010]] });
    const page: Page = {
      width: 50.8,
      height: 50.8,
      ops: [
        { op: 'box', x: 5, y: 5, w: 15, h: 10, line: 1 },
        { op: 'line', x1: 25, y1: 10, x2: 45, y2: 10, width: 1, ink: '#000000', dash: 2 },
        { op: 'bars', rects: [...insetRect(40, 160, 20, 60, dot), ...insetRect(80, 160, 10, 60, dot)], says: '(00) 1' },
        { op: 'path', ink: '#000000', d: [['M', 25, 30], ['C', 30, 20, 40, 20, 45, 30], ['Z']] },
        { op: 'image', x: 5, y: 35, w: 16, h: 4, png },
      ],
    };
    const fonts = await fontsFor([page]);
    const [theirs, ours] = [await svgToPixels(pageToSvg(page, fonts), page, 203), pixelsOfDots(drawDots(page, fonts, 203))];
    for (const [x, y] of [
      [0, 0],
      [180, 0],
      [0, 140],
      [180, 140],
      [0, 260],
    ] as const) {
      const part = { x, y, w: 180, h: 120 };
      expect(inkIn(ours, part)).toBeGreaterThan(400);
      expect(Math.abs(inkIn(theirs, part) / inkIn(ours, part) - 1), `${x},${y}`).toBeLessThan(0.05);
    }
  });

  it('says to a screen reader what stands on it, and is safe to put into a page (P20)', async () => {
    const page: Page = {
      width: 50,
      height: 25,
      ops: [textOp('<script>"a" & b</script>\u0007', 2, 10, 3), { op: 'bars', rects: [1, 1, 1, 1], says: '(00)\u001d09' }],
    };
    const svg = pageToSvg(page, await fontsFor([page]));
    expect(svg).toContain('role="img"');
    expect(svg).toContain('<title>&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;\ufffd, (00)\ufffd09</title>');
    expect(svg).toContain('shape-rendering="crispEdges"');
    expect(pageToSvg(page, await fontsFor([page]), 'Versandetikett')).toContain('<title>Versandetikett</title>');
  });

  it('draws each letter once, however often it is used', async () => {
    const page: Page = { width: 50, height: 25, ops: [textOp('ANANAS', 2, 10, 3), textOp('NASA', 2, 20, 3)] };
    const svg = pageToSvg(page, await fontsFor([page]));
    expect(svg.match(/<path id=/g)).toHaveLength(3);
    expect(svg.match(/<use /g)).toHaveLength(10);
  });
});
