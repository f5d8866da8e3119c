import type { Gs1Element } from './gs1.ts';

/** `needs`: one identifier of each entry is required. The letter n matches any digit. */
type Rule = { ais: string; needs?: string[]; not?: string };

const ITEM = '01 02 03 8006 8026';
/** Rules of the GS1 Barcode Syntax Dictionary (`req` and `ex`) for the identifiers we support (labels.md, 1.2). */
const RULES: readonly Rule[] = [
  { ais: '01', not: '255 37' },
  { ais: '02', not: '01 03', needs: ['37'] },
  { ais: '10 11 13 15 16', needs: [ITEM] },
  { ais: '12', needs: ['8020'] },
  { ais: '17', needs: [`${ITEM} 255`] },
  { ais: '20 240 241', needs: ['01 02 8006 8026'] },
  { ais: '21', not: '235', needs: ['01 03 8006'] },
  { ais: '22', needs: ['01'] },
  { ais: '250', needs: ['01 8006', '21'] },
  { ais: '251', needs: ['01 8006'] },
  { ais: '30 8008', needs: ['01 02'] },
  // A measure may occur only once, whatever its number of decimals.
  ...['310n', '311n', '312n', '313n', '314n', '315n', '316n', '320n'].map((ais) => ({ ais, not: ais, needs: ['01 02'] })),
  ...['330n', '331n', '332n', '333n'].map((ais) => ({ ais, not: ais, needs: ['00 01'] })),
  { ais: '37', needs: ['00', '02 8026'] },
  { ais: '403', needs: ['00'] },
  { ais: '420', not: '421' },
  { ais: '421', not: '4307' },
  { ais: '415', needs: ['8020'] },
  { ais: '422', not: '426', needs: ['01 02 8006 8026'] },
];

const list = (text: string): string[] => text.split(' ');
const fits = (ai: string, pattern: string): boolean =>
  ai.length === pattern.length && Array.from(pattern, (c, i) => c === 'n' || c === ai[i]).every(Boolean);

/** A violated rule: `ai` requires one of `lacks`, or must not be combined with `with`. */
export type Association = { ai: string; lacks: string[] } | { ai: string; with: string };

/**
 * Checks whether elements may be combined; used before printing. Scanned labels are checked less strictly. The rules apply to all symbols
 * of a label together (General Specifications, 4.13 and 4.14), so pass the elements of all symbols in one call. Empty means no violation.
 */
export function gs1Association(elements: readonly Gs1Element[]): Association[] {
  return elements.flatMap(({ ai }) => {
    const has = (pattern: string): string | undefined => elements.find((other) => other.ai !== ai && fits(other.ai, pattern))?.ai;
    const rule = RULES.find(({ ais }) => list(ais).some((pattern) => fits(ai, pattern)));
    const lacks = (rule?.needs ?? []).map(list).filter((row) => row.every((pattern) => has(pattern) === undefined));
    const barred = rule?.not === undefined ? [] : list(rule.not).flatMap((pattern) => has(pattern) ?? []);
    return [...lacks.map((row) => ({ ai, lacks: row })), ...barred.map((other) => ({ ai, with: other }))];
  });
}
