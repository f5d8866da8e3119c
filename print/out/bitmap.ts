import type { BoxOp, ImageOp, LineOp, Page, PathOp, TextOp } from '../display.ts';
import { type Fonts, UNITS } from '../font/glyph.ts';
import { codePointsOf } from '../font/load.ts';
import { traceOutline } from '../font/outline.ts';
import { rgbOf } from './number.ts';
import { decodePng, readPng } from './png.ts';
import { createDots, createOutline, type Dots, fillEdges, fillRect, fillRow } from './raster.ts';
import { BOX } from './truetype.ts';

const MM = 25.4;
/** Brightness (0 to 255) below which a filled area or a picture's dot is black. */
const HALF = 128;
/** Letters and lines are black in any grey, because pale ones would disappear in black and white. Only white stays white. */
const PALE = 250;

const brightness = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b;
const isDark = (ink: string, limit: number): boolean => brightness(...rgbOf(ink)) < limit;

/**
 * The dots of a page for a printer of this resolution. Bars start and end on their snapped dots, lines are at least one dot wide, letters
 * and paths set each dot whose centre they cover. Throws for a picture that is not a PNG, or an invalid colour.
 */
export function drawDots(page: Page, fonts: Fonts, dpi: number): Dots {
  const scale = dpi / MM;
  const dots = createDots(Math.round(page.width * scale), Math.round(page.height * scale));
  for (const op of page.ops) {
    if (op.op === 'text') drawText(dots, op, fonts, scale);
    else if (op.op === 'box') drawBox(dots, op, scale);
    else if (op.op === 'line') drawLine(dots, op, scale);
    else if (op.op === 'path') drawPath(dots, op, scale);
    else if (op.op === 'image') drawImage(dots, op, scale);
    else drawBars(dots, op.rects, scale);
  }
  return dots;
}

/** Rounding removes the inset of the bars, which is far less than half a dot. */
function drawBars(dots: Dots, rects: readonly number[], scale: number): void {
  for (let at = 0; at + 3 < rects.length; at += 4) {
    const [x = 0, y = 0, w = 0, h = 0] = rects.slice(at, at + 4).map((length) => length * scale);
    fillRect(dots, Math.round(x), Math.round(y), Math.round(x + w), Math.round(y + h), true);
  }
}

/** Cosine and sine of each turn, clockwise on a page with y downwards. */
const TURNS: Record<NonNullable<TextOp['turn']>, [number, number]> = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] };

function drawText(dots: Dots, op: TextOp, fonts: Fonts, scale: number): void {
  const [cos, sin] = TURNS[op.turn ?? 0];
  const unit = (op.size * scale) / UNITS;
  const dark = isDark(op.ink, PALE);
  let from = 0;
  for (const codePoint of codePointsOf(op.text)) {
    const glyph = fonts.glyph(op.face, codePoint) ?? BOX;
    const outline = createOutline();
    const across = (x: number, y: number): number => op.x * scale + unit * ((from + x) * cos + y * sin);
    const down = (x: number, y: number): number => op.y * scale + unit * ((from + x) * sin - y * cos);
    traceOutline(glyph.outline, {
      move: (x, y) => outline.move(across(x, y), down(x, y)),
      line: (x, y) => outline.line(across(x, y), down(x, y)),
      quad: (cx, cy, x, y) => outline.quad(across(cx, cy), down(cx, cy), across(x, y), down(x, y)),
      close: outline.close,
    });
    fillEdges(dots, outline.edges, dark);
    from += glyph.advance;
  }
}

/** Start and end of a line in whole dots, at least one, so that lines of equal width look equal. */
function snapLine(from: number, width: number): [number, number] {
  const thick = Math.max(1, Math.round(width));
  const begin = Math.round(from + (width - thick) / 2);
  return [begin, begin + thick];
}

function drawBox(dots: Dots, op: BoxOp, scale: number): void {
  const [left, top, right, bottom] = [op.x * scale, op.y * scale, (op.x + op.w) * scale, (op.y + op.h) * scale].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  if (op.fill) fillRect(dots, left, top, right, bottom, isDark(op.fill, HALF));
  if (!op.line) return;
  const line = Math.max(1, Math.round(op.line * scale));
  const dark = isDark(op.ink ?? '#000000', PALE);
  fillRect(dots, left, top, right, top + line, dark);
  fillRect(dots, left, bottom - line, right, bottom, dark);
  fillRect(dots, left, top, left + line, bottom, dark);
  fillRect(dots, right - line, top, right, bottom, dark);
}

/** The drawn segments of a line as [from, to] along it; one segment without dashes. */
function stretches(length: number, dash: number): [number, number][] {
  if (dash <= 0) return [[0, length]];
  const count = Math.ceil(length / (2 * dash));
  return Array.from({ length: count }, (_, at) => [2 * at * dash, Math.min(length, (2 * at + 1) * dash)]);
}

function drawLine(dots: Dots, op: LineOp, scale: number): void {
  const [x1, y1, x2, y2, width] = [op.x1 * scale, op.y1 * scale, op.x2 * scale, op.y2 * scale, op.width * scale];
  const dark = isDark(op.ink, PALE);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return;
  const [cos, sin] = [(x2 - x1) / length, (y2 - y1) / length];
  // A dash is at least one dot, to limit the number of dashes on a long line.
  for (const [from, to] of stretches(length, op.dash ? Math.max(1, op.dash * scale) : 0)) {
    const [ax, ay, bx, by] = [x1 + cos * from, y1 + sin * from, x1 + cos * to, y1 + sin * to];
    if (y1 === y2) {
      const [top, bottom] = snapLine(y1 - width / 2, width);
      fillRect(dots, Math.round(Math.min(ax, bx)), top, Math.round(Math.max(ax, bx)), bottom, dark);
    } else if (x1 === x2) {
      const [left, right] = snapLine(x1 - width / 2, width);
      fillRect(dots, left, Math.round(Math.min(ay, by)), right, Math.round(Math.max(ay, by)), dark);
    } else {
      const half = Math.max(1, width) / 2;
      const [dx, dy] = [-sin * half, cos * half];
      const outline = createOutline();
      outline.move(ax + dx, ay + dy);
      outline.line(bx + dx, by + dy);
      outline.line(bx - dx, by - dy);
      outline.line(ax - dx, ay - dy);
      outline.close();
      fillEdges(dots, outline.edges, dark);
    }
  }
}

function drawPath(dots: Dots, { d, ink }: PathOp, scale: number): void {
  const outline = createOutline();
  for (const step of d) {
    const [letter, ...lengths] = step;
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = lengths.map((length) => length * scale);
    if (letter === 'M') outline.move(a, b);
    else if (letter === 'L') outline.line(a, b);
    else if (letter === 'C') outline.cubic(a, b, c, e, f, g);
    else outline.close();
  }
  outline.close();
  fillEdges(dots, outline.edges, isDark(ink, HALF));
}

/** Converts a picture to black and white: each dot is the mean of the pixels under it. At the printer's own resolution no pixel changes. */
function drawImage(dots: Dots, op: ImageOp, scale: number): void {
  const png = readPng(op.png);
  const pixels = decodePng(png);
  const [left, top] = [Math.round(op.x * scale), Math.round(op.y * scale)];
  const columns = Math.round((op.x + op.w) * scale) - left;
  const rows = Math.round((op.y + op.h) * scale) - top;
  const under = (dot: number, count: number, size: number): [number, number] => {
    const from = Math.floor((dot * size) / count);
    return [from, Math.max(from + 1, Math.floor(((dot + 1) * size) / count))];
  };
  for (let row = 0; row < rows; row += 1) {
    const [fromY, toY] = under(row, rows, png.height);
    for (let column = 0; column < columns; column += 1) {
      const [fromX, toX] = under(column, columns, png.width);
      let sum = 0;
      for (let y = fromY; y < toY; y += 1)
        for (let at = (y * png.width + fromX) * 3; at < (y * png.width + toX) * 3; at += 3)
          sum += brightness(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
      fillRow(dots, top + row, left + column, left + column + 1, sum < HALF * (toX - fromX) * (toY - fromY));
    }
  }
}
