import { isWrongGtin } from '../core/barcode/check-digits.ts';
import type { FieldError } from '../core/envelope.ts';

/** The fault of a barcode that no scanner would ever read. Other codes are free, such as those of a merchant's own. */
export const barcodeFaults = (path: string, code: unknown): FieldError[] =>
  typeof code === 'string' && isWrongGtin(code) ? [{ path, rule: 'checkDigit' }] : [];
