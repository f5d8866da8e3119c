import { viewOf } from './bytes.ts';

/** Points of a simple glyph in font units, y upwards. `ends` has the index of the last point of each contour. */
export type Points = { xs: number[]; ys: number[]; on: boolean[]; ends: number[] };

/** Receives contours. Curves are quadratic, as in all TrueType fonts. */
export type Pen = {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  quad(cx: number, cy: number, x: number, y: number): void;
  close(): void;
};

/** Bits of a point's flag in the `glyf` table. */
const ON = 0x01;
const X_BYTE = 0x02;
const Y_BYTE = 0x04;
const REPEAT = 0x08;
/** For a word delta: same value as before. For a byte delta: positive. */
const X_SAME = 0x10;
const Y_SAME = 0x20;
/** Contours may overlap, so the fill rule is non-zero. Both Noto families are built for it. */
const OVERLAP = 0x40;
const HEAD = 10;

/** Parses a simple glyph of `glyf`; instructions are skipped. Throws RangeError if the bytes are incomplete. */
export function readPoints(outline: Uint8Array): Points {
  const points: Points = { xs: [], ys: [], on: [], ends: [] };
  if (outline.length === 0) return points;
  const view = viewOf(outline);
  const contours = view.getInt16(0);
  for (let at = 0; at < contours; at += 1) points.ends.push(view.getUint16(HEAD + 2 * at));
  let at = HEAD + 2 * contours;
  at += 2 + view.getUint16(at);
  const count = (points.ends.at(-1) ?? -1) + 1;
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = view.getUint8(at++);
    flags.push(flag);
    if (flag & REPEAT) for (let left = view.getUint8(at++); left > 0; left -= 1) flags.push(flag);
  }
  const readAxis = (into: number[], short: number, same: number): void => {
    let value = 0;
    for (const flag of flags) {
      if (flag & short) value += (flag & same ? 1 : -1) * view.getUint8(at++);
      else if (!(flag & same)) {
        value += view.getInt16(at);
        at += 2;
      }
      into.push(value);
    }
  };
  readAxis(points.xs, X_BYTE, X_SAME);
  readAxis(points.ys, Y_BYTE, Y_SAME);
  for (const flag of flags) points.on.push((flag & ON) !== 0);
  return points;
}

const span = (values: number[]): [number, number] => [
  values.reduce((least, value) => Math.min(least, value), values[0] ?? 0),
  values.reduce((most, value) => Math.max(most, value), values[0] ?? 0),
];

/** Writes one axis of a delta and returns the flag bits of its encoding. */
function writeDelta(bytes: number[], delta: number, short: number, same: number): number {
  if (delta === 0) return same;
  if (Math.abs(delta) < 256) {
    bytes.push(Math.abs(delta));
    return delta > 0 ? short | same : short;
  }
  bytes.push((delta >> 8) & 255, delta & 255);
  return 0;
}

const word = (value: number): [number, number] => [(value >> 8) & 255, value & 255];

/** Serialises a simple glyph of `glyf` without instructions. Without points the result is empty, as for a space. */
export function writePoints({ xs, ys, on, ends }: Points): Uint8Array {
  if (xs.length === 0) return new Uint8Array();
  const [xMin, xMax] = span(xs);
  const [yMin, yMax] = span(ys);
  const flags: number[] = [];
  const xBytes: number[] = [];
  const yBytes: number[] = [];
  let [lastX, lastY] = [0, 0];
  let [lastFlag, repeats] = [-1, 0];
  for (const [at, x] of xs.entries()) {
    const y = ys[at] ?? 0;
    const flag =
      (on[at] ? ON : 0) |
      (at === 0 ? OVERLAP : 0) |
      writeDelta(xBytes, x - lastX, X_BYTE, X_SAME) |
      writeDelta(yBytes, y - lastY, Y_BYTE, Y_SAME);
    [lastX, lastY] = [x, y];
    if (flag === lastFlag && repeats < 255) {
      repeats += 1;
      if (repeats === 1) flags[flags.length - 1] = flag | REPEAT;
      if (repeats === 1) flags.push(1);
      else flags[flags.length - 1] = repeats;
    } else {
      flags.push(flag);
      [lastFlag, repeats] = [flag, 0];
    }
  }
  const head = [ends.length, xMin, yMin, xMax, yMax, ...ends, 0].flatMap(word);
  return Uint8Array.from([...head, ...flags, ...xBytes, ...yBytes]);
}

/** Left, lower, right and upper edge of an outline in font units; all 0 for a space. */
export function boundsOf(outline: Uint8Array): [number, number, number, number] {
  if (outline.length === 0) return [0, 0, 0, 0];
  const view = viewOf(outline);
  return [view.getInt16(2), view.getInt16(4), view.getInt16(6), view.getInt16(8)];
}

type Corner = { x: number; y: number; on: boolean };
const halfway = (a: Corner, b: Corner): Corner => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });

/** Traces the contours of a glyph. TrueType omits the midpoint between two control points; it is added here. */
export function traceOutline(outline: Uint8Array, pen: Pen): void {
  const { xs, ys, on, ends } = readPoints(outline);
  let from = 0;
  for (const end of ends) {
    const corners: Corner[] = [];
    for (let at = from; at <= end; at += 1) corners.push({ x: xs[at] ?? 0, y: ys[at] ?? 0, on: on[at] === true });
    from = end + 1;
    const [first, last] = [corners[0], corners.at(-1)];
    if (!first || !last || corners.length < 2) continue;
    // If a contour starts with a control point, the start is the last point, or the midpoint between both.
    const start = first.on ? first : last.on ? last : halfway(last, first);
    if (first.on) corners.shift();
    if (!first.on && last.on) corners.pop();
    pen.move(start.x, start.y);
    for (let at = 0; at < corners.length; at += 1) {
      const here = corners[at] ?? start;
      const next = corners[at + 1] ?? start;
      if (here.on) pen.line(here.x, here.y);
      else {
        const target = next.on ? next : halfway(here, next);
        pen.quad(here.x, here.y, target.x, target.y);
        if (next.on) at += 1;
      }
    }
    pen.close();
  }
}
