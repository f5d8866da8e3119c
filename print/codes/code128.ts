import exported from 'jsbarcode/bin/barcodes/CODE128/CODE128.js';
import { GS } from '#contract/core/barcode/gs1';
import { widthsBy } from './widths.ts';

const bars = widthsBy(exported);

type CodeSet = 'A' | 'B' | 'C';
/** Input character for a symbol that is not a character of the text: jsbarcode expects the symbol's value plus 105. */
const sign = (value: number): string => String.fromCharCode(value + 105);
/** FNC1 has the same value in all three sets. SHIFT takes one character from the other set (A or B). */
const FNC1 = sign(102);
const SHIFT = sign(98);
const START: Record<CodeSet, string> = { A: sign(103), B: sign(104), C: sign(105) };
const LATCH: Record<CodeSet, string> = { A: sign(101), B: sign(100), C: sign(99) };

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';
/** Control characters are only in set A, characters after the underscore only in set B. */
const onlyA = (c: string): boolean => c < ' ';
const onlyB = (c: string): boolean => c > '_';

/**
 * Chooses start, latches and shifts by the rules for short codes (ISO/IEC 15417, annex E; General Specifications, 5.4.7.7): set C for four
 * or more consecutive digits, an odd run starts with one digit outside; set A only where a control character comes before a small letter.
 * FNC1 may be between pairs and then counts as one. jsbarcode's own choice does not follow these rules, so each change of set is given to
 * it explicitly.
 * @param fnc1 the character of `text` that means FNC1, if any
 * @returns the text with start, latches and shifts, in the form of jsbarcode's encoder
 */
function withCodeSets(text: string, fnc1?: string): string {
  const size = text.length;
  const at = (i: number): string => text[i] ?? '';
  const isFnc1 = (i: number): boolean => fnc1 !== undefined && text[i] === fnc1;
  // Number of digits from each position that set C could hold. `halves` is for positions in the middle of a pair, where FNC1 is not
  // allowed.
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
  /** The set required by the next character that needs a specific one. */
  const letters = (i: number): 'A' | 'B' => ((next.A[i] ?? 0) < (next.B[i] ?? 0) ? 'A' : 'B');
  const signAt = (i: number): string => (isFnc1(i) ? FNC1 : at(i));

  let set: CodeSet = run(0) >= 4 || (size === 2 && run(0) === 2) ? 'C' : letters(0);
  let out = START[set];
  const latch = (to: CodeSet): void => {
    out += LATCH[to];
    set = to;
  };
  let i = 0;
  while (i < size) {
    if (set === 'C') {
      if (isFnc1(i)) out += signAt(i++);
      else if (run(i) >= 2) {
        out += text.slice(i, i + 2);
        i += 2;
      } else latch(letters(i));
      continue;
    }
    if (run(i) >= 4 && !isFnc1(i)) {
      if (run(i) % 2 === 1) out += signAt(i++);
      if (run(i) >= 4) latch('C');
      continue;
    }
    const other = set === 'A' ? 'B' : 'A';
    if (next[other][i] === i) {
      // Shifts a single character if the current set is needed again after it.
      if (i + 1 < size && (next[set][i + 1] ?? 0) < (next[other][i + 1] ?? 0)) out += SHIFT + signAt(i++);
      else latch(other);
      continue;
    }
    out += signAt(i++);
  }
  return out;
}

/** Whether every character is human-readable: printable ASCII. */
export const fitsCode128 = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
/** Longer codes fit on no paper. The encoder recurses once per symbol, so the stack is a limit too. */
const LONGEST = 1_000;
/** Whether Code 128 can encode the text: ASCII, including control characters. */
// oxlint-disable-next-line no-control-regex -- Code 128 holds control characters
export const holdsCode128 = (text: string): boolean => /^[\x00-\x7f]+$/.test(text);
export const isTooLong = (text: string): boolean => text.length > LONGEST;

/**
 * Widths of bars and spaces in modules, a bar first. The caller adds quiet zones of ten modules on both sides.
 * @param fnc1 the character of `text` that means FNC1, if any
 * @throws RangeError for a text that Code 128 cannot encode
 */
export function code128(text: string, fnc1?: string): number[] {
  if (!holdsCode128(text)) throw new RangeError('only ASCII fits Code 128');
  if (isTooLong(text)) throw new RangeError(`more than ${LONGEST} characters fit no Code 128 that can be printed`);
  return bars(withCodeSets(text, fnc1));
}

/** GS1-128: FNC1 after the start character and as separator (General Specifications, 5.4). @param data elements joined with U+001D */
export const gs1Code128 = (data: string): number[] => code128(GS + data, GS);
