import { writePoints } from '#print/font/outline';
import type { Read } from '#print/font/sfnt';

const word = (value: number): number[] => [(value >> 8) & 255, value & 255];
const words = (...values: number[]): number[] => values.flatMap(word);
const long = (value: number): number[] => [...word(value >>> 16), ...word(value)];
/** A fraction of 2.14 bits. */
const F = (value: number): number => Math.round(value * 16_384);
const COMPOSITE = words(-1, 0, 0, 0, 0);

/**
 * A font of four glyphs with the kinds of composite that Noto Sans does not have: A a square; B two squares, one moved by words, one
 * halved; C, which is B by a matrix, so nested. Its characters stand in a cmap of format 4.
 */
export function compositeFont(): Read {
  const square = [...writePoints({ xs: [0, 0, 400, 400], ys: [0, 400, 400, 0], on: [true, true, true, true], ends: [3] })];
  // 0x0001 words, 0x0002 offsets, 0x0020 more, 0x0008 scale, 0x0080 matrix.
  const pair = [...COMPOSITE, ...words(0x0001 | 0x0002 | 0x0020, 1, 500, 100), ...words(0x0002 | 0x0008, 1), 0, 0, ...word(F(0.5))];
  const turned = [...COMPOSITE, ...words(0x0001 | 0x0002 | 0x0080, 2, -10, 300, F(0), F(1), F(-1), F(0))];
  const glyphs = [[], square, pair, turned].map((bytes) => (bytes.length % 2 ? [...bytes, 0] : bytes));
  const offsets = [0];
  for (const bytes of glyphs) offsets.push(offsets.at(-1)! + bytes.length);
  const subtable = words(4, 32, 0, 4, 4, 1, 0, 0x43, 0xffff, 0, 0x41, 0xffff, 1 - 0x41, 1, 0, 0);
  const tables: [string, number[]][] = [
    ['cmap', [...words(0, 1, 3, 1), ...long(12), ...subtable]],
    ['glyf', glyphs.flat()],
    ['head', [...Array.from({ length: 18 }, () => 0), ...words(1000), ...Array.from({ length: 30 }, () => 0), ...words(0, 0)]],
    ['hhea', [...Array.from({ length: 34 }, () => 0), ...words(1)]],
    ['hmtx', words(600, 0, 0, 0, 0)],
    ['loca', offsets.flatMap((offset) => word(offset / 2))],
  ];
  const directory = [...long(0x00010000), ...words(tables.length, 0, 0, 0)];
  let at = 12 + 16 * tables.length;
  for (const [tag, bytes] of tables) {
    directory.push(...Buffer.from(tag, 'latin1'), ...long(0), ...long(at), ...long(bytes.length));
    at += bytes.length;
  }
  const file = Uint8Array.from([...directory, ...tables.flatMap(([, bytes]) => bytes)]);
  return (from, length) => file.subarray(from, from + length);
}
