import type { Bars, Matrix } from '../codes/encode.ts';

/**
 * Each bar is made of whole dots of the printer and drawn 0.03 dot smaller on every side: a renderer may paint every pixel that a shape
 * touches, and an edge exactly on the grid would grow by one dot (measured: 0 of 20 read back without it, all with it).
 */
const INSET = 0.03;

export const dotOf = (dpi: number): number => 25.4 / dpi;

/** Modules along the width, quiet zones included. */
export const modulesOf = (symbol: Bars | Matrix): number =>
  symbol.kind === 'bars'
    ? symbol.widths.reduce((sum, width) => sum + width, symbol.quiet.left + symbol.quiet.right)
    : (symbol.rows[0]?.length ?? 0) + 2 * symbol.quiet;

/**
 * Dots a module: the ideal if the space allows it, else the most that fits, never under one dot.
 * @param ideal and space in millimetres
 */
export function dotsPerModule(symbol: Bars | Matrix, ideal: number, space: { w: number; h: number }, dpi: number): number {
  const dot = dotOf(dpi);
  const modules = modulesOf(symbol);
  const room = symbol.kind === 'bars' ? space.w / modules : Math.min(space.w, space.h) / modules;
  // Rounded up to whole dots: 0.495 mm at 203 dpi is 4 dots = 0.5005 mm; a module is never smaller than asked where there is room.
  const wanted = Math.ceil(ideal / dot - 0.001);
  return Math.max(1, Math.min(wanted, Math.floor(room / dot + 0.001)));
}

type Rects = number[];
const rect = (out: Rects, dot: number, x: number, y: number, w: number, h: number): void => {
  out.push((x + INSET) * dot, (y + INSET) * dot, (w - 2 * INSET) * dot, (h - 2 * INSET) * dot);
};

/**
 * Bars of a linear symbol as rectangles in millimetres.
 * @param at left edge of the quiet zone and upper edge in dots, height in dots, `reach` by which guard bars are longer
 */
export function barRects(symbol: Bars, dots: number, at: { x: number; y: number; h: number; reach: number }, dpi: number): Rects {
  const dot = dotOf(dpi);
  const out: Rects = [];
  let x = at.x + symbol.quiet.left * dots;
  const long = new Set(symbol.long);
  symbol.widths.forEach((width, i) => {
    if (i % 2 === 0) rect(out, dot, x, at.y, width * dots, at.h + (long.has(i) ? at.reach : 0));
    x += width * dots;
  });
  if (symbol.bearer) {
    const whole = modulesOf(symbol) * dots;
    // Bearer bars of twice the narrow bar above and below keep a slanted beam from reading a part (GS1 General Specifications 5.3.2.4).
    rect(out, dot, at.x, at.y - 2 * dots, whole, 2 * dots);
    rect(out, dot, at.x, at.y + at.h, whole, 2 * dots);
  }
  return out;
}

/** Modules of a two-dimensional symbol, joined along each row so that no seam shows between two of them. */
export function matrixRects(symbol: Matrix, dots: number, at: { x: number; y: number }, dpi: number): Rects {
  const dot = dotOf(dpi);
  const out: Rects = [];
  symbol.rows.forEach((row, r) => {
    let from = -1;
    for (let c = 0; c <= row.length; c += 1) {
      if (row[c] === 1) {
        if (from < 0) from = c;
      } else if (from >= 0) {
        rect(out, dot, at.x + (symbol.quiet + from) * dots, at.y + (symbol.quiet + r) * dots, (c - from) * dots, dots);
        from = -1;
      }
    }
  });
  return out;
}
