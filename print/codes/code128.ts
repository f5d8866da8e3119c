import { GS } from '#contract/barcode/gs1';

/** Each symbol is six widths of bar, space, bar … in modules; the stop has seven. In the order of the standard (ISO/IEC 15417, table 1), 0 to 106. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
)
  .split(' ')
  .map((pattern) => Array.from(pattern, Number));

type CodeSet = 'A' | 'B' | 'C';
/** FNC1 has the same value in all three sets; SHIFT takes one character from the other of A and B. */
const FNC1 = 102;
const SHIFT = 98;
const START: Record<CodeSet, number> = { A: 103, B: 104, C: 105 };
const LATCH: Record<CodeSet, number> = { A: 101, B: 100, C: 99 };
const STOP = 106;

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';
/** Control characters stand in set A only, what follows the underscore in set B only. */
const onlyA = (c: string): boolean => c < ' ';
const onlyB = (c: string): boolean => c > '_';

/**
 * Chooses start, latches and shifts by the rules for short codes (ISO/IEC 15417, annex E; General Specifications, 5.4.7.7): pairs in set C where four
 * or more digits stand together, of an odd run the first one outside; set A only where a control character comes before a small letter.
 * FNC1 may stand between pairs and then counts as one.
 * @param fnc1 the character of `text` that means FNC1, if any
 * @returns symbol values from start character to stop
 */
export function code128Symbols(text: string, fnc1?: string): number[] {
  const size = text.length;
  const at = (i: number): string => text[i] ?? '';
  const isFnc1 = (i: number): boolean => fnc1 !== undefined && text[i] === fnc1;
  // Digits from a place on that set C could hold; the second array is for places in the middle of a pair, where FNC1 cannot stand.
  const pairs = new Uint16Array(size + 2);
  const halves = new Uint16Array(size + 2);
  const next = { A: new Uint16Array(size + 1).fill(size + 1), B: new Uint16Array(size + 1).fill(size + 1) };
  for (let i = size - 1; i >= 0; i--) {
    if (isFnc1(i)) pairs[i] = 2 + (pairs[i + 1] ?? 0);
    else if (isDigit(text[i])) {
      pairs[i] = 1 + (halves[i + 1] ?? 0);
      halves[i] = 1 + (pairs[i + 1] ?? 0);
    }
    next.A[i] = !isFnc1(i) && onlyA(at(i)) ? i : (next.A[i + 1] ?? 0);
    next.B[i] = !isFnc1(i) && onlyB(at(i)) ? i : (next.B[i + 1] ?? 0);
  }
  const run = (i: number): number => pairs[i] ?? 0;
  /** The set that the next character in need of one asks for. */
  const letters = (i: number): 'A' | 'B' => ((next.A[i] ?? 0) < (next.B[i] ?? 0) ? 'A' : 'B');
  const value = (i: number): number => (isFnc1(i) ? FNC1 : symbolOf(at(i)));

  let set: CodeSet = run(0) >= 4 || (size === 2 && run(0) === 2) ? 'C' : letters(0);
  const out = [START[set]];
  const latch = (to: CodeSet): void => {
    out.push(LATCH[to]);
    set = to;
  };
  let i = 0;
  while (i < size) {
    if (set === 'C') {
      if (isFnc1(i)) out.push(value(i++));
      else if (run(i) >= 2) {
        out.push(Number(text.slice(i, i + 2)));
        i += 2;
      } else latch(letters(i));
      continue;
    }
    if (run(i) >= 4 && !isFnc1(i)) {
      if (run(i) % 2 === 1) out.push(value(i++));
      if (run(i) >= 4) latch('C');
      continue;
    }
    const other = set === 'A' ? 'B' : 'A';
    if (next[other][i] === i) {
      // One stray character is shifted, where the set at hand is asked for again after it.
      if (i + 1 < size && (next[set][i + 1] ?? 0) < (next[other][i + 1] ?? 0)) out.push(SHIFT, value(i++));
      else latch(other);
      continue;
    }
    out.push(value(i++));
  }
  const check = out.reduce((sum, symbol, place) => sum + symbol * Math.max(place, 1), 0) % 103;
  return [...out, check, STOP];
}

/** Value in set A or B; where both hold a character its value is the same. */
const symbolOf = (c: string): number => (c < ' ' ? c.charCodeAt(0) + 64 : c.charCodeAt(0) - 32);

const widthsOf = (symbols: readonly number[]): number[] => symbols.flatMap((symbol) => PATTERNS[symbol] ?? []);

/** Whether people can read and type every character: printable ASCII. */
export const fitsCode128 = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
/** Whether the bars can hold it, control characters too: ASCII. */
// oxlint-disable-next-line no-control-regex -- Code 128 holds control characters
export const holdsCode128 = (text: string): boolean => /^[\x00-\x7f]+$/.test(text);

/**
 * Widths of bars and spaces in modules, a bar first. Quiet zones of ten modules on both sides are the caller's.
 * @throws RangeError for a text that Code 128 cannot hold
 */
export function code128(text: string): number[] {
  if (!holdsCode128(text)) throw new RangeError('only ASCII fits Code 128');
  return widthsOf(code128Symbols(text));
}

/** GS1-128: FNC1 after the start character, and for every separator (General Specifications, 5.4). @param data joined elements with U+001D between */
export const gs1Code128 = (data: string): number[] => widthsOf(code128Symbols(GS + data, GS));
