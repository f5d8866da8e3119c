import { viewOf } from './bytes.ts';
import { type Points, readPoints, writePoints } from './outline.ts';

/** Reads bytes of a font file, from memory or from disk (so that 10 MB need not be loaded). */
export type Read = (at: number, length: number) => Uint8Array;

/** The parts of a TrueType font that drawing needs. Lengths in font units. */
export type Sfnt = {
  /** 0 if the font does not have the character. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
  /** A simple glyph without instructions and with composites resolved; empty for a space. */
  outlineOf(glyph: number): Uint8Array;
};

/** Error for an invalid font file. */
const fault = (what: string): Error => new Error(`font file: ${what}`);

/** cmap format 12: groups of code points with consecutive glyphs. */
function segmentsLookup(view: DataView): Sfnt['glyphOf'] {
  const groups = view.getUint32(12);
  return (codePoint) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = 16 + 12 * middle;
      if (codePoint < view.getUint32(at)) high = middle - 1;
      else if (codePoint > view.getUint32(at + 4)) low = middle + 1;
      else return view.getUint32(at + 8) + codePoint - view.getUint32(at);
    }
    return 0;
  };
}

/** cmap format 4: the basic plane in four parallel arrays. */
function deltasLookup(view: DataView): Sfnt['glyphOf'] {
  const double = view.getUint16(6);
  const starts = 16 + double;
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    let [low, high] = [0, double / 2 - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (view.getUint16(14 + 2 * middle) < codePoint) low = middle + 1;
      else high = middle;
    }
    const start = view.getUint16(starts + 2 * low);
    if (codePoint < start || codePoint > view.getUint16(14 + 2 * low)) return 0;
    const delta = view.getUint16(starts + double + 2 * low);
    const rangeAt = starts + 2 * double + 2 * low;
    const range = view.getUint16(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = view.getUint16(rangeAt + range + 2 * (codePoint - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

const LOOKUPS: Record<number, (view: DataView) => Sfnt['glyphOf']> = { 12: segmentsLookup, 4: deltasLookup };

/** Prefers format 12 to 4, of any platform: all of them are Unicode in the fonts we ship. */
function readCmap(bytes: Uint8Array): Sfnt['glyphOf'] {
  const view = viewOf(bytes);
  const tables = Array.from({ length: view.getUint16(2) }, (_, at) => view.getUint32(8 + 8 * at));
  for (const format of [12, 4]) {
    const at = tables.find((offset) => view.getUint16(offset) === format);
    const lookup = LOOKUPS[format];
    if (at !== undefined && lookup) return lookup(viewOf(bytes.subarray(at)));
  }
  throw fault('no cmap of format 4 or 12');
}

/** Flag bits of a component in the `glyf` table. */
const WORDS = 0x0001;
const OFFSETS = 0x0002;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
const SCALED_OFFSET = 0x0800;
/** Maximum nesting of composites; stops a component that contains itself. */
const DEEPEST = 8;

/** Combines the moved and scaled parts of a composite into one list of points. */
function joinParts(bytes: Uint8Array, pointsOf: (glyph: number) => Points): Points {
  const joined: Points = { xs: [], ys: [], on: [], ends: [] };
  const view = viewOf(bytes);
  let at = 10;
  const fraction = (): number => {
    at += 2;
    return view.getInt16(at - 2) / 16_384;
  };
  for (let flags = MORE; flags & MORE; ) {
    flags = view.getUint16(at);
    const part = pointsOf(view.getUint16(at + 2));
    if (!(flags & OFFSETS)) throw fault('a composite placed by points');
    const wide = flags & WORDS;
    let dx = wide ? view.getInt16(at + 4) : view.getInt8(at + 4);
    let dy = wide ? view.getInt16(at + 6) : view.getInt8(at + 5);
    at += wide ? 8 : 6;
    let [xx, xy, yx, yy] = [1, 0, 0, 1];
    if (flags & SCALE) xx = yy = fraction();
    else if (flags & TWO_SCALES) [xx, yy] = [fraction(), fraction()];
    else if (flags & MATRIX) [xx, xy, yx, yy] = [fraction(), fraction(), fraction(), fraction()];
    if (flags & SCALED_OFFSET) [dx, dy] = [dx * Math.hypot(xx, xy), dy * Math.hypot(yx, yy)];
    const before = joined.xs.length;
    for (const [index, x] of part.xs.entries()) {
      const y = part.ys[index] ?? 0;
      joined.xs.push(Math.round(x * xx + y * yx + dx));
      joined.ys.push(Math.round(x * xy + y * yy + dy));
    }
    for (const on of part.on) joined.on.push(on);
    for (const end of part.ends) joined.ends.push(end + before);
  }
  return joined;
}

/** Opens a TrueType font. Small tables are read at once, outlines on demand. Throws if it is not TrueType. */
export function openSfnt(read: Read): Sfnt {
  const head = viewOf(read(0, 12));
  if (head.getUint32(0) !== 0x00010000) throw fault('not TrueType');
  const count = head.getUint16(4);
  const directory = viewOf(read(12, 16 * count));
  const tables = new Map<string, { at: number; length: number }>();
  for (let at = 0; at < 16 * count; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => directory.getUint8(at + byte)));
    tables.set(tag, { at: directory.getUint32(at + 8), length: directory.getUint32(at + 12) });
  }
  const find = (tag: string) => {
    const table = tables.get(tag);
    if (!table) throw fault(`no ${tag} table`);
    return table;
  };
  const table = (tag: string): Uint8Array => read(find(tag).at, find(tag).length);

  const header = viewOf(table('head'));
  if (header.getUint16(18) !== 1000) throw fault(`${header.getUint16(18)} units an em; 1000 are expected`);
  const longOffsets = header.getInt16(50) === 1;
  const measured = viewOf(table('hhea')).getUint16(34);
  const widths = viewOf(table('hmtx'));
  const offsets = viewOf(table('loca'));
  const glyphs = find('glyf').at;
  const offsetOf = (glyph: number): number => (longOffsets ? offsets.getUint32(4 * glyph) : 2 * offsets.getUint16(2 * glyph));

  const pointsOf = (glyph: number, depth = 0): Points => {
    if (depth > DEEPEST) throw fault(`glyph ${glyph} is nested too deep`);
    const [from, to] = [offsetOf(glyph), offsetOf(glyph + 1)];
    if (from === to) return { xs: [], ys: [], on: [], ends: [] };
    const bytes = read(glyphs + from, to - from);
    if (viewOf(bytes).getInt16(0) >= 0) return readPoints(bytes);
    return joinParts(bytes, (part) => pointsOf(part, depth + 1));
  };
  return {
    glyphOf: readCmap(table('cmap')),
    advanceOf: (glyph) => widths.getUint16(4 * Math.min(glyph, measured - 1)),
    outlineOf: (glyph) => writePoints(pointsOf(glyph)),
  };
}
