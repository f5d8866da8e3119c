import type { Bars, Matrix } from '../codes/encode.ts';

/**
 * Bars consist of whole dots and are inset by 0.03 dot on every side. A renderer may paint every pixel that a shape touches, so an edge
 * exactly on the grid would grow by one dot (measured: 0 of 20 codes were readable without the inset, all with it).
 */
const INSET = 0.03;

export const dotOf = (dpi: number): number => 25.4 / dpi;

/** Modules along the width, including quiet zones. */
export const modulesOf = (symbol: Bars | Matrix): number =>
  symbol.kind === 'bars'
    ? symbol.widths.reduce((sum, width) => sum + width, symbol.quiet.left + symbol.quiet.right)
    : (symbol.rows[0]?.length ?? 0) + 2 * symbol.quiet;

/**
 * Dots per module: the ideal if there is room, otherwise the most that fits, at least one.
 * @param ideal and space in millimetres
 */
export function dotsPerModule(symbol: Bars | Matrix, ideal: number, space: { w: number; h: number }, dpi: number): number {
  const dot = dotOf(dpi);
  const modules = modulesOf(symbol);
  const room = symbol.kind === 'bars' ? space.w / modules : Math.min(space.w, space.h) / modules;
  // Rounded up to whole dots: 0.495 mm at 203 dpi is 4 dots = 0.5005 mm. A module is never smaller than requested if there is room.
  const wanted = Math.ceil(ideal / dot - 0.001);
  return Math.max(1, Math.min(wanted, Math.floor(room / dot + 0.001)));
}

type Rects = number[];
const rect = (out: Rects, dot: number, x: number, y: number, w: number, h: number): void => {
  out.push((x + INSET) * dot, (y + INSET) * dot, (w - 2 * INSET) * dot, (h - 2 * INSET) * dot);
};

/**
 * Bars of a linear symbol as rectangles in millimetres.
 * @param at left edge of the quiet zone and upper edge in dots; height in dots; `reach`: extra length of guard bars
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
    // Bearer bars above and below, twice the narrow bar high, prevent partial reads by a slanted beam (GS1 General Specifications 5.3.2.4).
    rect(out, dot, at.x, at.y - 2 * dots, whole, 2 * dots);
    rect(out, dot, at.x, at.y + at.h, whole, 2 * dots);
  }
  return out;
}

/** Modules of a two-dimensional symbol, merged along each row so that there are no gaps between them. */
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
