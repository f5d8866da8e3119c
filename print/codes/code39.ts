/** Characters in the order of their values; `*` frames the symbol and has none (ISO/IEC 16388). */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
/** Which of the nine elements are wide, a bar first, in the order of SIGNS and then the frame. */
const WIDE = (
  '000110100 100100001 001100001 101100000 000110001 100110000 001110000 000100101 100100100 001100100 100001001 ' +
  '001001001 101001000 000011001 100011000 001011000 000001101 100001100 001001100 000011100 100000011 001000011 ' +
  '101000010 000010011 100010010 001010010 000000111 100000110 001000110 000010110 110000001 011000001 111000000 ' +
  '010010001 110010000 011010000 010000101 110000100 011000100 010101000 010100010 010001010 000101010 010010100'
).split(' ');
const FRAME = WIDE.length - 1;

export const fitsCode39 = (text: string): boolean => /^[0-9A-Z\-. $/+%]+$/.test(text);

/** The check character of modulus 43: optional in the standard, asked for in some trades. */
export const mod43 = (text: string): string => SIGNS[Array.from(text).reduce((sum, c) => sum + SIGNS.indexOf(c), 0) % 43] ?? '';

/**
 * Widths in modules, a bar first, with frame and gaps of one module. Wide is three modules: the standard allows 2 to 3, and dots stay whole.
 * @throws RangeError for a character without a pattern
 */
export function code39(text: string): number[] {
  if (!fitsCode39(text)) throw new RangeError('only capitals, digits and -. $/+% fit Code 39');
  const letters = [FRAME, ...Array.from(text, (c) => SIGNS.indexOf(c)), FRAME];
  return letters.flatMap((letter) => [...Array.from(WIDE[letter] ?? '', (bit) => (bit === '1' ? 3 : 1)), 1]).slice(0, -1);
}
