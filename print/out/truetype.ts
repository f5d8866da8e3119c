import { joinBytes, viewOf, wordAt } from '../font/bytes.ts';
import { ASCENT, DESCENT, type Glyph, UNITS } from '../font/glyph.ts';
import { BOX_ADVANCE } from '../font/load.ts';
import { boundsOf, writePoints } from '../font/outline.ts';

/** Glyph for a missing character: a frame 60 units wide, as high as a capital; outer contour clockwise, inner one counterclockwise. */
export const BOX: Glyph = {
  codePoint: 0,
  advance: BOX_ADVANCE,
  outline: writePoints({
    xs: [60, 60, 540, 540, 120, 480, 480, 120],
    ys: [0, 714, 714, 0, 60, 60, 654, 654],
    on: Array.from({ length: 8 }, () => true),
    ends: [3, 7],
  }),
};

const words = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const longs = (...values: number[]): number[] => values.flatMap((value) => words(value >>> 16, value));

/** Sum of a table's 32-bit words, padded with zeros. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4)
    sum = (sum + (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))) >>> 0;
  return sum;
}

/** Constant for `checkSumAdjustment` (OpenType specification, `head`). */
const WHOLE = 0xb1b0afba;
const ADJUSTMENT_AT = 8;

const paddedTo4 = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array((bytes.length + 3) & ~3);
  padded.set(bytes);
  return padded;
};

/** Bounding box of all glyphs in font units: left, lower, right, upper. */
export function boundsOfAll(glyphs: readonly Glyph[]): [number, number, number, number] {
  const all = glyphs.filter(({ outline }) => outline.length > 0).map(({ outline }) => boundsOf(outline));
  const edge = (at: 0 | 1 | 2 | 3, pick: (a: number, b: number) => number): number =>
    all.reduce((kept, bounds) => pick(kept, bounds[at]), all[0]?.[at] ?? 0);
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

/**
 * A TrueType file with these glyphs in this order; the first is `.notdef`. It only has the tables that PDF requires of an embedded
 * CIDFontType2 (ISO 32000-1, 9.9); there is no cmap, because the PDF addresses glyphs by number. Offsets are long, for any size.
 */
export function writeTrueType(glyphs: readonly Glyph[]): Uint8Array {
  const outlines = glyphs.map(({ outline }) => paddedTo4(outline));
  const offsets: number[] = [0];
  for (const outline of outlines) offsets.push((offsets.at(-1) ?? 0) + outline.length);
  const bounds = boundsOfAll(glyphs);
  const widest = glyphs.reduce((most, { advance }) => Math.max(most, advance), 0);
  const corners = glyphs.reduce((most, { outline }) => Math.max(most, cornersOf(outline)), 0);
  const contours = glyphs.reduce((most, { outline }) => Math.max(most, contoursOf(outline)), 0);

  // Version, revision, adjustment (below), magic, flags: baseline at 0. Dates are 0, so that the bytes are reproducible.
  const head = [...longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5), ...words(1, UNITS), ...longs(0, 0, 0, 0)];
  head.push(...words(...bounds, 0, 8, 2, 1, 0));
  const hhea = [
    ...longs(0x00010000),
    ...words(ASCENT, -DESCENT, 0, widest, bounds[0], 0, bounds[2], 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
  ];
  const maxp = [...longs(0x00010000), ...words(glyphs.length, corners, contours, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)];
  const tables: [string, Uint8Array][] = [
    ['glyf', joinBytes(outlines)],
    ['head', Uint8Array.from(head)],
    ['hhea', Uint8Array.from(hhea)],
    ['hmtx', Uint8Array.from(glyphs.flatMap(({ advance, outline }) => words(advance, boundsOf(outline)[0])))],
    ['loca', Uint8Array.from(longs(...offsets))],
    ['maxp', Uint8Array.from(maxp)],
  ];
  const power = Math.floor(Math.log2(tables.length));
  const directory = [...longs(0x00010000), ...words(tables.length, 16 << power, power, 16 * (tables.length - (1 << power)))];
  let at = 12 + 16 * tables.length;
  for (const [tag, bytes] of tables) {
    directory.push(...Array.from(tag, (letter) => letter.charCodeAt(0)), ...longs(checksum(bytes), at, bytes.length));
    at += (bytes.length + 3) & ~3;
  }
  const file = joinBytes([Uint8Array.from(directory), ...tables.map(([, bytes]) => paddedTo4(bytes))]);
  const view = viewOf(file);
  const headAt = view.getUint32(12 + 16 * tables.findIndex(([tag]) => tag === 'head') + 8);
  view.setUint32(headAt + ADJUSTMENT_AT, (WHOLE - checksum(file)) >>> 0);
  return file;
}

const contoursOf = (outline: Uint8Array): number => wordAt(outline, 0);
const cornersOf = (outline: Uint8Array): number => (outline.length === 0 ? 0 : wordAt(outline, 8 + 2 * contoursOf(outline)) + 1);
