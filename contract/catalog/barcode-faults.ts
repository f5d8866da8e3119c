import { gs1Checks } from '../core/barcode/check-digits.ts';
import type { FieldError } from '../core/envelope.ts';

/** GTIN-8, -12, -13 and -14 by their length (GS1 General Specifications, section 7.9). */
const IS_GTIN = /^(\d{8}|\d{12,14})$/;

/**
 * A number as long as a GTIN whose check digit is wrong was mistyped or misread: no scanner would ever read it. Other codes are free, such
 * as those of a merchant's own.
 */
export const barcodeFaults = (path: string, code: unknown): FieldError[] =>
  typeof code === 'string' && IS_GTIN.test(code) && !gs1Checks(code) ? [{ path, rule: 'checkDigit' }] : [];
