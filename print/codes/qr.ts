import { groupOf, qrBits } from './qr-data.ts';
import { drawn, LEVELS, type Level } from './qr-matrix.ts';
import { field } from './reed-solomon.ts';

/** QR model 2 (ISO/IEC 18004), versions 1 to 40. The caller adds the quiet zone of four modules. */
const checksOf = field(0x11d, 0);

const numbers = (text: string): number[] => text.split(' ').map(Number);
/** Check words per block and number of blocks, by version starting with 1 (table 9). */
const BLOCKS: Record<Level, { checks: number[]; blocks: number[] }> = {
  L: {
    checks: numbers(
      '7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
    ),
    blocks: numbers('1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25'),
  },
  M: {
    checks: numbers(
      '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
    ),
    blocks: numbers('1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49'),
  },
  Q: {
    checks: numbers(
      '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
    ),
    blocks: numbers('1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68'),
  },
  H: {
    checks: numbers(
      '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
    ),
    blocks: numbers('1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81'),
  },
};

/**
 * Total words of a version (data and checks): the modules not used by finder, timing, alignment, format and version patterns, divided by
 * eight.
 */
function wordsOf(version: number): number {
  const marks = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignment = version < 2 ? 0 : (25 * marks - 10) * marks - 55;
  return Math.floor(((16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36)) / 8);
}

type Shape = { blocks: number; checks: number; data: number };
function shapeOf(version: number, level: Level): Shape {
  const blocks = BLOCKS[level].blocks[version - 1] ?? 0;
  const checks = BLOCKS[level].checks[version - 1] ?? 0;
  return { blocks, checks, data: wordsOf(version) - blocks * checks };
}

/** The message as words, with terminator and padding (7.4.9 and 7.4.10). */
function padded(bits: readonly number[], size: number): number[] {
  const words = new Array<number>(Math.ceil(bits.length / 8)).fill(0);
  for (const [i, bit] of bits.entries()) if (bit === 1) words[i >> 3] = (words[i >> 3] ?? 0) | (128 >> (i & 7));
  // The terminator has four bits. It needs a further word if fewer are left in the last one, and is shortened if the symbol is full.
  if (words.length < size && words.length * 8 - bits.length < 4) words.push(0);
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Splits data into blocks (short ones first) and interleaves their data and check words (7.6). */
function interleaved(words: readonly number[], { blocks, checks, data }: Shape): number[] {
  const short = Math.floor(data / blocks);
  const long = data % blocks;
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const begin = at;
    at += short + (i >= blocks - long ? 1 : 0);
    return words.slice(begin, at);
  });
  const restored = parts.map((part) => checksOf(part, checks));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i] ?? 0);
  for (let i = 0; i < checks; i++) for (const part of restored) out.push(part[i] ?? 0);
  return out;
}

/**
 * Rows of 0 and 1 in the smallest version that holds the text; null if it is too long.
 * @param level minimum error correction; a higher level is used if the version has room for it
 * @param gs1 the text is a GS1 message, with U+001D for FNC1
 * @param exact never a higher level
 */
export function qr(text: string, level: Level = 'M', gs1 = false, exact = false): Uint8Array[] | null {
  let group = groupOf(1);
  let bits = qrBits(text, gs1, group);
  for (let version = 1; version <= 40; version++) {
    if (groupOf(version) !== group) {
      group = groupOf(version);
      bits = qrBits(text, gs1, group);
    }
    if (!bits || bits.length > shapeOf(version, level).data * 8) continue;
    const { length } = bits;
    const best = exact ? level : (LEVELS.findLast((one) => length <= shapeOf(version, one).data * 8) ?? level);
    const shape = shapeOf(version, best);
    return drawn(version, best, interleaved(padded(bits, shape.data), shape));
  }
  return null;
}
