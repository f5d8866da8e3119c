import { utf8Of } from './utf8.ts';

/** Modes of QR (ISO/IEC 18004, table 2): the indicator, and the bits of the character count in versions 1-9, 10-26 and 27-40. */
const MODES = {
  digits: { indicator: 1, count: [10, 12, 14] },
  capitals: { indicator: 2, count: [9, 11, 13] },
  bytes: { indicator: 4, count: [8, 16, 16] },
} as const;
type Mode = keyof typeof MODES;
const NAMES: readonly Mode[] = ['digits', 'capitals', 'bytes'];

/** Group 0, 1 or 2 of a version. Versions of a group have the same number of bits for the character count. */
export const groupOf = (version: number): 0 | 1 | 2 => (version < 10 ? 0 : version < 27 ? 1 : 2);

const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** FNC1 in first position marks a GS1 message (7.4.8). */
const FNC1_FIRST = 5;

/** One character as encoded in each mode; undefined if the mode cannot encode it. */
type Letter = Record<Mode, readonly number[] | undefined>;

function lettersOf(text: string, gs1: boolean): Letter[] {
  return Array.from(text, (c) => {
    // In alphanumeric mode of a GS1 message, % means FNC1, and a literal % is doubled. In byte mode FNC1 is U+001D.
    const signs = !gs1 ? c : c === '\u001d' ? '%' : c === '%' ? '%%' : c;
    const values = Array.from(signs, (sign) => CAPITALS.indexOf(sign));
    return {
      digits: c >= '0' && c <= '9' ? [Number(c)] : undefined,
      capitals: values.includes(-1) ? undefined : values,
      bytes: utf8Of(c),
    };
  });
}

/** Cost per character in sixths of a bit, so that ten bits per three digits and eleven bits per two characters are whole numbers. */
const COST: Record<Mode, number> = { digits: 20, capitals: 33, bytes: 48 };

type Segment = { mode: Mode; values: number[] };

/** Splits the text into segments of one mode with the lowest total cost, by dynamic programming. */
function segmentsOf(letters: readonly Letter[], group: 0 | 1 | 2): Segment[] {
  const header = (mode: Mode): number => (4 + MODES[mode].count[group]) * 6;
  let costs = NAMES.map(header);
  const chosen: Mode[][] = [];
  for (const letter of letters) {
    const here = NAMES.map((mode, i) => {
      const values = letter[mode];
      return values ? (costs[i] ?? 0) + COST[mode] * values.length : Number.POSITIVE_INFINITY;
    });
    // For each mode of the next character: the best mode of this one. A segment ends on a whole bit.
    const from = NAMES.map((mode, i) => {
      let best = i;
      let cost = here[i] ?? 0;
      for (const [k, other] of here.entries()) {
        const switched = Math.ceil(other / 6) * 6 + header(mode);
        if (k !== i && switched < cost) [best, cost] = [k, switched];
      }
      return { mode: NAMES[best] ?? mode, cost };
    });
    chosen.push(from.map(({ mode }) => mode));
    costs = from.map(({ cost }) => cost);
  }
  let mode = NAMES[costs.indexOf(Math.min(...costs))] ?? 'bytes';
  const modes: Mode[] = [];
  for (let i = letters.length - 1; i >= 0; i--) {
    mode = chosen[i]?.[NAMES.indexOf(mode)] ?? mode;
    modes[i] = mode;
  }
  const segments: Segment[] = [];
  for (const [i, letter] of letters.entries()) {
    const mode = modes[i] ?? 'bytes';
    const last = segments.at(-1);
    const open = last?.mode === mode ? last : { mode, values: [] };
    if (open !== last) segments.push(open);
    open.values.push(...(letter[mode] ?? []));
  }
  return segments;
}

/**
 * The message as bits, without terminator and padding. Bytes are UTF-8 without an ECI header: current readers detect UTF-8, and some old
 * ones fail on the header. Null if a segment is too long for its character count.
 */
export function qrBits(text: string, gs1: boolean, group: 0 | 1 | 2): number[] | null {
  const bits: number[] = [];
  const put = (value: number, size: number): void => {
    for (let i = size - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  if (gs1) put(FNC1_FIRST, 4);
  for (const { mode, values } of segmentsOf(lettersOf(text, gs1), group)) {
    const { indicator, count } = MODES[mode];
    if (values.length >= 2 ** count[group]) return null;
    put(indicator, 4);
    put(values.length, count[group]);
    if (mode === 'bytes') for (const value of values) put(value, 8);
    else if (mode === 'capitals')
      for (let i = 0; i < values.length; i += 2) {
        const [a = 0, b] = values.slice(i, i + 2);
        if (b === undefined) put(a, 6);
        else put(45 * a + b, 11);
      }
    else
      for (let i = 0; i < values.length; i += 3) {
        const three = values.slice(i, i + 3);
        put(Number(three.join('')), 3 * three.length + 1);
      }
  }
  return bits;
}
