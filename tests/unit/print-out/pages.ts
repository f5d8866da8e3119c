import { vi } from 'vitest';
import type { Face, Op, Page } from '#print/display';
import { type Fonts, PAGE_SIZE } from '#print/font/glyph';
import { loadFonts, textWidth } from '#print/font/load';
import { loadPage } from '../../../server/modules/printing/fonts.ts';
import type { Part } from '../../support/pixels.ts';

// Opening 22 MB of fonts and compiling a renderer comes on top of whichever test is first.
vi.setConfig({ testTimeout: 30_000 });

export const ABOUT = { title: 'Versandetikett 发货标签', created: '2026-03-01T08:00:00.000Z' };
/** One dot of a print head, mm. */
export const dotOf = (dpi: number): number => 25.4 / dpi;

export const textOp = (text: string, x: number, y: number, size: number, face: Face = 'regular'): Op => ({
  op: 'text',
  x,
  y,
  size,
  face,
  text,
  ink: '#000000',
});

export const textsOf = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ ops }) => ops.flatMap((op) => (op.op === 'text' ? [op.text] : [])));

export const fontsFor = (pages: readonly Page[]): Promise<Fonts> => loadFonts(loadPage, textsOf(pages));

/** Where a line of text may leave ink, at this resolution. */
export function partOf(fonts: Fonts, op: Op, dpi: number): Part {
  if (op.op !== 'text') throw new Error('not a text');
  const dots = (mm: number): number => Math.round(mm / dotOf(dpi));
  const width = textWidth(fonts, op.face, op.text, op.size);
  return { x: dots(op.x - 0.5), y: dots(op.y - op.size), w: dots(width + 1), h: dots(op.size * 1.35) };
}

/** 300 characters from fifteen places between the first and the last of the Chinese block, and none twice. */
export const CHINESE = Array.from({ length: 300 }, (_, at) =>
  String.fromCodePoint(0x4e00 + Math.floor(at / 20) * 11 * PAGE_SIZE + (at % 20) * 6),
).join('');

/** A label as the trade prints it, 100 x 150 mm: 21 texts, rules and a code of 200 bars. */
export function labelPage(number: number): Page {
  const dot = dotOf(203);
  const ops: Op[] = [];
  for (let line = 0; line < 21; line += 1)
    ops.push(
      textOp(line % 3 ? `Empfänger Straße ${number * 21 + line}` : `${100_000 + number * 37} kg`, 4 + (line % 2) * 45, 8 + line * 3.2, 3),
    );
  const rects: number[] = [];
  let x = 40;
  for (let bar = 0; bar < 200; bar += 1) {
    const width = 1 + ((bar * 7 + number) % 3);
    rects.push(...insetRect(x, 640, width, 240, dot));
    x += width + 1 + ((bar + number) % 2);
  }
  ops.push({ op: 'bars', rects, says: `(00) ${number}` });
  return { width: 101.6, height: 152.4, ops };
}

/** A bar on whole dots, inset by 0.03 of one on each side: what the layout engine gives (finding 4 of the label study). */
export const insetRect = (x: number, y: number, w: number, h: number, dot: number): number[] =>
  [x + 0.03, y + 0.03, w - 0.06, h - 0.06].map((length) => length * dot);
