/**
 * Interleaved 2 of 5 (ISO/IEC 16390): two digits a pattern of ten, the first in the bars, the second in the spaces. Wide is three modules, so that all
 * widths are whole printer dots; 2.25 to 3 are allowed for ITF-14 (General Specifications, 5.3.2), and 3 reads best.
 */
const WIDE: readonly string[] = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const width = (bit: string | undefined): number => (bit === '1' ? 3 : 1);

/** Widths in modules, a bar first. @param digits an even number of them */
export function itf(digits: string): number[] {
  const out = [1, 1, 1, 1];
  for (let i = 0; i < digits.length; i += 2) {
    const bars = WIDE[Number(digits[i])] ?? '';
    const spaces = WIDE[Number(digits[i + 1])] ?? '';
    for (let k = 0; k < 5; k++) out.push(width(bars[k]), width(spaces[k]));
  }
  return [...out, 3, 1, 1];
}
