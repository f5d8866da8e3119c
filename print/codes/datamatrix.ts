import { place, SIZES, type Size } from './datamatrix-place.ts';
import { field } from './reed-solomon.ts';
import { utf8Of } from './utf8.ts';

/**
 * DataMatrix ECC 200, square (ISO/IEC 16022). Data is encoded as ASCII with digit pairs and C40 runs, or as base 256 for texts beyond
 * Latin-1.
 */
const checksOf = field(0x12d, 1);

const PAD = 129;
const C40 = 230;
const BASE256 = 231;
const FNC1 = 232;
const SHIFT_HIGH = 235;
const ECI = 241;
const UNLATCH = 254;
/** ECI 000026, UTF-8. It is encoded as its number plus one. */
const UTF8 = 27;

/** Value of a character in C40's basic set, or -1. Three characters share two words. */
const C40_VALUE = (code: number): number =>
  code === 32 ? 3 : code >= 48 && code <= 57 ? code - 44 : code >= 65 && code <= 90 ? code - 51 : -1;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/** Randomises pads and base 256 by position, so that they form no regular patterns (annex B). */
const spread = (value: number, place: number, range: number): number => {
  const sum = value + ((149 * place) % range) + 1;
  return range === 253 ? (sum > 254 ? sum - 254 : sum) : sum & 255;
};

/** `loose`: the last word only returns to ASCII and can be omitted if the symbol is full without it. */
type Words = { words: number[]; loose: boolean };

/** The shortest combination of ASCII and C40, computed from the end with the cost of each position in both modes. */
function mixed(codes: readonly number[], fnc1: number | undefined): Words {
  const size = codes.length;
  const ascii = new Uint32Array(size + 1);
  const packed = new Uint32Array(size + 4).fill(2 ** 31);
  const pair = (i: number): boolean => isDigit(codes[i]) && isDigit(codes[i + 1]);
  const triple = (i: number): boolean => i + 3 <= size && [0, 1, 2].every((k) => C40_VALUE(codes[i + k] ?? -1) >= 0);
  const single = (i: number): number => ((codes[i] ?? 0) > 127 && codes[i] !== fnc1 ? 2 : 1);
  const plain = (i: number): number => (pair(i) ? 1 + (ascii[i + 2] ?? 0) : single(i) + (ascii[i + 1] ?? 0));
  const stay = (i: number): number => (triple(i) ? 2 + (packed[i + 3] ?? 0) : 2 ** 31);
  packed[size] = 1;
  for (let i = size - 1; i >= 0; i--) {
    const leave = 1 + plain(i);
    packed[i] = Math.min(leave, stay(i));
    ascii[i] = Math.min(plain(i), 1 + stay(i));
  }
  const words: number[] = [];
  let inC40 = false;
  for (let i = 0; i < size; ) {
    // On equal costs ASCII is used, because it is simpler to decode.
    const cheaper: boolean = stay(i) + (inC40 ? 0 : 1) < plain(i) + (inC40 ? 1 : 0);
    if (cheaper !== inC40) words.push(cheaper ? C40 : UNLATCH);
    inC40 = cheaper;
    const [a = 0, b = 0, c = 0] = codes.slice(i, i + 3);
    if (inC40) {
      const three = 1600 * C40_VALUE(a) + 40 * C40_VALUE(b) + C40_VALUE(c) + 1;
      words.push(three >> 8, three & 255);
      i += 3;
    } else if (pair(i)) {
      words.push((a - 48) * 10 + b - 48 + 130);
      i += 2;
    } else {
      if (a === fnc1) words.push(FNC1);
      else if (a > 127) words.push(SHIFT_HIGH, a - 127);
      else words.push(a + 1);
      i += 1;
    }
  }
  return inC40 ? { words: [...words, UNLATCH], loose: true } : { words, loose: false };
}

/** Base 256 encoding: the length followed by the bytes, appended to `before`. */
function bytes(data: readonly number[], before: readonly number[]): Words {
  const length = data.length < 250 ? [data.length] : [Math.floor(data.length / 250) + 249, data.length % 250];
  const start = [...before, BASE256];
  return { words: [...start, ...[...length, ...data].map((byte, i) => spread(byte, start.length + 1 + i, 255))], loose: false };
}

/**
 * Data words without padding, and the smallest symbol that holds them; null if the text is too long.
 * @param gs1 starts with FNC1, and U+001D in the text becomes FNC1
 */
export function datamatrixWords(text: string, gs1: boolean): { words: number[]; size: Size } | null {
  const codes = Array.from(gs1 ? `\u001d${text}` : text, (c) => c.codePointAt(0) ?? 0);
  const utf8 = codes.some((code) => code > 255);
  const { words, loose } = utf8 ? bytes(utf8Of(text), [ECI, UTF8]) : mixed(codes, gs1 ? 29 : undefined);
  const needed = words.length - (loose ? 1 : 0);
  const size = SIZES.find(({ data }) => data >= needed);
  if (!size) return null;
  return { words: loose && size.data === needed ? words.slice(0, -1) : words, size };
}

/** Rows of 0 and 1; null if the text is too long for 144 x 144 modules. The caller adds the quiet zone of one module. */
export function datamatrix(text: string, gs1 = false): Uint8Array[] | null {
  const made = datamatrixWords(text, gs1);
  if (!made) return null;
  const { size } = made;
  const data = [...made.words];
  if (data.length < size.data) data.push(PAD);
  while (data.length < size.data) data.push(spread(PAD, data.length + 1, 253));
  const each = size.checks / size.blocks;
  const blocks = Array.from({ length: size.blocks }, (_, block) =>
    checksOf(
      data.filter((_, i) => i % size.blocks === block),
      each,
    ),
  );
  // In 144 x 144 the check words of the last two (short) blocks come first.
  const order = size.side === 144 ? [...blocks.slice(8), ...blocks.slice(0, 8)] : blocks;
  const checks = Array.from({ length: size.checks }, (_, i) => order[i % size.blocks]?.[Math.floor(i / size.blocks)] ?? 0);
  return place([...data, ...checks], size);
}
