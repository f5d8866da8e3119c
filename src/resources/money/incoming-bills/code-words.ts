import { UNIT_CODES } from '#contract/money/unit-codes';
import type { Translate } from '../../../providers/i18n.ts';

/**
 * The codes of EN 16931 that have words here: units (BT-130, UN/ECE Recommendation 20 and 21), types of documents (BT-3, UNTDID 1001) and
 * means of payment (BT-81, UNTDID 4461).
 */
const KNOWN = {
  units: new Set([...UNIT_CODES, 'C62', 'EA']),
  types: new Set(['326', '380', '381', '384', '389', '875', '876', '877']),
  means: new Set(['10', '30', '48', '49', '57', '58', '59']),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The words of a code. An unknown one is shown as the file says it. */
export const codeWords = (t: Translate, list: keyof typeof KNOWN, code: string): string => {
  const known: ReadonlySet<string> = KNOWN[list];
  return known.has(code) ? t(`incomingBills.codes.${list}.${code}`) : code;
};
