import exportedCode39 from 'jsbarcode/bin/barcodes/CODE39/index.js';
import exportedEan8 from 'jsbarcode/bin/barcodes/EAN_UPC/EAN8.js';
import exportedEan13 from 'jsbarcode/bin/barcodes/EAN_UPC/EAN13.js';
import exportedItf from 'jsbarcode/bin/barcodes/ITF/ITF.js';
import { widthsBy } from './widths.ts';

/** Thirteen digits; the check digit is taken as it is. UPC-A is an EAN-13 that begins with zero. */
export const ean13 = widthsBy(exportedEan13);
/** Eight digits; the check digit is taken as it is. */
export const ean8 = widthsBy(exportedEan8);

/** Indexes in the widths of the guard bars, which reach into the text: at both ends and in the middle. */
export const GUARDS = {
  ean13: [0, 2, 28, 30, 56, 58],
  ean8: [0, 2, 20, 22, 40, 42],
  /** The bars of the first and the last digit are as long as the guards (General Specifications, 5.2.3). */
  upca: [0, 2, 4, 6, 28, 30, 52, 54, 56, 58],
} as const;

/**
 * Interleaved 2 of 5 (ISO/IEC 16390), an even number of digits. Wide is three modules, so that all widths are whole printer dots; 2.25 to 3 are
 * allowed for ITF-14 (General Specifications, 5.3.2), and 3 reads best.
 */
export const itf = widthsBy(exportedItf);

/** Its encoder takes small letters for capitals; a scanner would read another text than was asked for. */
export const fitsCode39 = (text: string): boolean => /^[0-9A-Z\-. $/+%]+$/.test(text);
const capitals = widthsBy(exportedCode39);

/**
 * Code 39 (ISO/IEC 16388). Wide is three modules: the standard allows 2 to 3, and dots stay whole.
 * @throws RangeError for a character without a pattern
 */
export function code39(text: string): number[] {
  if (!fitsCode39(text)) throw new RangeError('only capitals, digits and -. $/+% fit Code 39');
  return capitals(text);
}
