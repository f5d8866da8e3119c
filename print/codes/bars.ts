import exportedCode39 from 'jsbarcode/bin/barcodes/CODE39/index.js';
import exportedEan8 from 'jsbarcode/bin/barcodes/EAN_UPC/EAN8.js';
import exportedEan13 from 'jsbarcode/bin/barcodes/EAN_UPC/EAN13.js';
import exportedItf from 'jsbarcode/bin/barcodes/ITF/ITF.js';
import { widthsBy } from './widths.ts';

/** Encodes thirteen digits without checking the check digit. UPC-A is an EAN-13 that begins with zero. */
export const ean13 = widthsBy(exportedEan13);
/** Encodes eight digits without checking the check digit. */
export const ean8 = widthsBy(exportedEan8);

/** Indexes of the guard bars in the widths. Guard bars extend into the text, at both ends and in the middle. */
export const GUARDS = {
  ean13: [0, 2, 28, 30, 56, 58],
  ean8: [0, 2, 20, 22, 40, 42],
  /** The bars of the first and the last digit are as long as the guards (General Specifications, 5.2.3). */
  upca: [0, 2, 4, 6, 28, 30, 52, 54, 56, 58],
} as const;

/**
 * Interleaved 2 of 5 (ISO/IEC 16390), an even number of digits. Wide elements are three modules, so that all widths are whole printer dots.
 * ITF-14 allows 2.25 to 3 (General Specifications, 5.3.2), and 3 is the easiest to read.
 */
export const itf = widthsBy(exportedItf);

/** jsbarcode would encode small letters as capitals, and a scanner would read a different text. */
export const fitsCode39 = (text: string): boolean => /^[0-9A-Z\-. $/+%]+$/.test(text);
const capitals = widthsBy(exportedCode39);

/**
 * Code 39 (ISO/IEC 16388). Wide elements are three modules: the standard allows 2 to 3, and 3 gives whole dots.
 * @throws RangeError for a character without a pattern
 */
export function code39(text: string): number[] {
  if (!fitsCode39(text)) throw new RangeError('only capitals, digits and -. $/+% fit Code 39');
  return capitals(text);
}
