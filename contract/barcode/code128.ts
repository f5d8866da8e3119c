/**
 * Code 128 (ISO/IEC 15417): each symbol is six widths of bar, space, bar … in modules; the stop has seven.
 * The table is annex-wide common knowledge of the standard, in symbol order 0 to 106.
 */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const START_B = 104;
const START_C = 105;
const CODE_B = 100;
const CODE_C = 99;
const STOP = 106;

/** Two digits a symbol where four or more stand together (at the ends) or six or more (inside): the standard's annex on shortest codes. */
const digitsAt = (text: string, at: number): number => /^\d*/.exec(text.slice(at))?.[0].length ?? 0;

function symbols(text: string): number[] {
  const out: number[] = [];
  let set: 'B' | 'C' | null = null;
  let at = 0;
  while (at < text.length) {
    const run = digitsAt(text, at);
    const worth = run >= (at === 0 || at + run === text.length ? 4 : 6);
    if (worth && set !== 'C' && (set === null || run % 2 === 0)) {
      out.push(set === null ? START_C : CODE_C);
      set = 'C';
    }
    if (set === 'C' && run >= 2) {
      out.push(Number(text.slice(at, at + 2)));
      at += 2;
      continue;
    }
    if (set !== 'B') {
      out.push(set === null ? START_B : CODE_B);
      set = 'B';
    }
    out.push(text.charCodeAt(at) - 32);
    at += 1;
  }
  return out;
}

/** Whether every character has a place in code set B: printable ASCII. */
export const fitsCode128 = (text: string): boolean => text.length > 0 && /^[\x20-\x7e]+$/.test(text);

/**
 * Widths of bars and spaces in modules, a bar first. Quiet zones of ten modules on both sides are the caller's.
 * @throws RangeError for a text that Code 128 cannot hold
 */
export function code128(text: string): number[] {
  if (!fitsCode128(text)) throw new RangeError('only printable ASCII fits Code 128');
  const body = symbols(text);
  const check = body.reduce((sum, symbol, i) => sum + symbol * Math.max(i, 1), 0) % 103;
  return [...body, check, STOP].flatMap((symbol) => Array.from(PATTERNS[symbol] ?? '', Number));
}
