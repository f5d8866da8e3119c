import type { ElementOf } from '#contract/printing/layout';
import { type Bars, encode, type Matrix } from '../codes/encode.ts';
import type { BarsOp, Op } from '../display.ts';
import { type Box, textOps } from './element-text.ts';
import { LEADING, MM_A_POINT } from './fit.ts';
import type { Scope } from './scope.ts';
import { barRects, dotOf, dotsPerModule, matrixRects, modulesOf } from './snap.ts';
import { fill } from './template.ts';
import { warnOf } from './warn.ts';

/** Text below a code: its size in points, and the gap above it in mm. */
const HRI_SIZE = 8;
const HRI_GAP = 0.6;
const HRI_HEIGHT = HRI_SIZE * MM_A_POINT * LEADING;
/** Guard bars of EAN and UPC extend five modules into the text (GS1 General Specifications 5.2.1.3). */
const GUARD_MODULES = 5;

const snap = (value: number, grid: number): number => Math.round(value / grid) * grid;

/**
 * Positions of the digits of EAN and UPC: between the extended guard bars; the first digit (and UPC's last) outside (General Specifications
 * 5.2.1.4). Other codes have their text centred in the box.
 * @returns each part with its left edge and width in modules from the first bar
 */
function between(symbol: Bars): { part: string; from: number; wide: number }[] {
  const starts: number[] = [];
  let all = 0;
  symbol.widths.forEach((width, i) => {
    if (symbol.long.includes(i)) starts.push(all, all + width);
    all += width;
  });
  // The digits are in the two wide gaps between guards.
  const gaps = starts.flatMap((end, i) =>
    i % 2 === 1 && (starts[i + 1] ?? 0) - end > 5 ? [{ from: end, wide: (starts[i + 1] ?? 0) - end }] : [],
  );
  const each = Math.round((gaps[0]?.wide ?? 0) / 7);
  const lead = symbol.text.length - 2 * each > 0 ? 1 : 0;
  const [first, second] = [lead, lead + each];
  return [
    { part: symbol.text.slice(0, first), from: -symbol.quiet.left, wide: symbol.quiet.left },
    { part: symbol.text.slice(first, second), ...(gaps[0] ?? { from: 0, wide: all }) },
    { part: symbol.text.slice(second, second + each), ...(gaps[1] ?? { from: 0, wide: all }) },
    { part: symbol.text.slice(second + each), from: all, wide: symbol.quiet.right },
  ].filter(({ part }) => part !== '');
}

/** Turns rectangles by 90° clockwise inside the box. They were laid out with width and height exchanged. */
function turned(rects: number[], box: Box): number[] {
  const out: number[] = [];
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const [x = 0, y = 0, w = 0, h = 0] = rects.slice(i, i + 4);
    out.push(box.x + box.w - (y - box.y) - h, box.y + (x - box.x), h, w);
  }
  return out;
}

type Asked = Pick<ElementOf<'code'>, 'module' | 'least' | 'hri' | 'align'>;

/** Draws a symbol into a box, its text below it. `narrow`: the module is smaller than the layout's minimum. */
export function symbolOps(
  symbol: Bars | Matrix,
  box: Box,
  asked: Asked,
  scope: Scope,
  says: string,
  /** The template of the value, for warnings. */
  where = '',
): { bars: BarsOp; words: Op[]; narrow: boolean } {
  const { dpi } = scope.job;
  const dot = dotOf(dpi);
  const hri = asked.hri && symbol.text !== '';
  const below = hri ? HRI_HEIGHT + HRI_GAP : 0;
  const dots = dotsPerModule(symbol, asked.module, { w: box.w, h: box.h - below }, dpi);
  const width = modulesOf(symbol) * dots * dot;
  const free = box.w - width;
  const left = Math.round((box.x + (asked.align === 'left' ? 0 : asked.align === 'right' ? free : free / 2)) / dot);
  const top = Math.ceil(box.y / dot - 0.001);
  const height = symbol.kind === 'matrix' ? modulesOf(symbol) * dots : Math.floor((box.h - below) / dot + 0.001);
  const rects =
    symbol.kind === 'matrix'
      ? matrixRects(symbol, dots, { x: left, y: top }, dpi)
      : barRects(symbol, dots, { x: left, y: top, h: height, reach: hri ? GUARD_MODULES * dots : 0 }, dpi);
  const style = {
    size: HRI_SIZE,
    face: 'regular',
    align: 'center',
    valign: 'top',
    fit: 'shrink',
    least: 4,
    ink: '#000000',
    turn: 0,
  } as const;
  const module = dots * dot;
  // The text is below the bars, wherever they are in the box. A square symbol is narrower than its text, which therefore gets the whole
  // width.
  const under = symbol.kind === 'bars' && width < box.w ? { x: left * dot, w: width } : { x: box.x, w: box.w };
  const text = { ...under, y: (top + height) * dot + HRI_GAP, h: HRI_HEIGHT };
  const parts =
    symbol.kind === 'bars' && symbol.long.length > 0
      ? between(symbol).map(({ part, from, wide }) => ({
          part,
          at: { ...text, x: left * dot + (symbol.quiet.left + from) * module, w: wide * module },
        }))
      : [{ part: symbol.text, at: text }];
  return {
    bars: { op: 'bars', rects, says },
    words: hri ? parts.flatMap(({ part, at }) => textOps(scope, at, part, style, { where })) : [],
    narrow: module < asked.least - 0.005 || width > box.w + dot,
  };
}

/**
 * Drawn in place of a code that cannot be encoded: a struck-out box with the value, so that the label is not mistaken for a finished one.
 */
function refused(box: Box, value: string, scope: Scope): Op[] {
  const style = { size: 7, face: 'bold', align: 'center', valign: 'middle', fit: 'wrap', least: 4, ink: '#000000', turn: 0 } as const;
  return [{ op: 'box', ...box, line: 0.3, ink: '#000000' }, ...textOps(scope, box, `! ${value}`, style)];
}

/** Minimum module in mm of a square code for hand scanners: 2 dots at 203 dpi, 3 at 300 (labels.md 1.3). */
const SQUARE_LEAST = 0.25;

/** Draws the value as the alternative code type of the layout, with its text beside it; null if that does not fit either. */
function squareOps(element: ElementOf<'code'>, box: Box, hri: boolean, scope: Scope, value: string): ReturnType<typeof symbolOps> | null {
  const encoded = element.instead && encode(element.instead, value);
  if (!encoded?.ok) return null;
  const asked = { module: 2 * SQUARE_LEAST, least: SQUARE_LEAST, hri: false, align: 'left' } as const;
  const drawn = symbolOps(encoded.symbol, box, asked, scope, value);
  if (drawn.narrow) return null;
  const side = Math.min(box.w, box.h) + HRI_GAP;
  const style = {
    size: HRI_SIZE,
    face: 'regular',
    align: 'left',
    valign: 'middle',
    fit: 'wrap',
    least: 4,
    ink: '#000000',
    turn: 0,
  } as const;
  const words = hri ? textOps(scope, { ...box, x: box.x + side, w: box.w - side }, value, style, { where: element.value }) : [];
  return { ...drawn, words };
}

/**
 * Draws a code inside its box. The module is the layout's ideal if there is room, always a whole number of dots. A module under the
 * layout's minimum is drawn as wide as possible, with a warning. Turned codes (90°) are upright beside the text, with bars like the rungs
 * of a ladder.
 */
export function codeOps(element: ElementOf<'code'>, box: Box, scope: Scope): Op[] {
  const filled = fill(element.value, scope);
  // The lines of a QR code are part of its message (EPC069-12).
  const value = element.type === 'qr' ? filled : filled.replaceAll('\n', ' ');
  if (!value) {
    warnOf(scope, { what: 'noValue', where: element.value, value: '' });
    return [];
  }
  const encoded = encode(element.type, value);
  if (!encoded.ok) {
    warnOf(scope, { what: 'codeFault', where: element.value, value, fault: encoded.fault });
    return refused(box, value, scope);
  }
  const upright = element.turn === 90 || element.turn === 270;
  // Both corners are on the dot grid, so that bars stay on it when turned.
  const grid = dotOf(scope.job.dpi);
  const snapped = upright ? { x: snap(box.x, grid), y: snap(box.y, grid), w: snap(box.w, grid), h: snap(box.h, grid) } : box;
  const flat = upright ? { ...snapped, w: snapped.h, h: snapped.w } : box;
  const asked = upright ? { ...element, hri: false } : element;
  const first = symbolOps(encoded.symbol, flat, asked, scope, value, element.value);
  const drawn = (first.narrow && squareOps(element, flat, asked.hri, scope, value)) || first;
  if (drawn.narrow) warnOf(scope, { what: 'codeTooWide', where: element.value, value });
  return upright ? [{ ...drawn.bars, rects: turned(drawn.bars.rects, snapped) }] : [drawn.bars, ...drawn.words];
}
