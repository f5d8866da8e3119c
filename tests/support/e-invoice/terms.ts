/** An e-invoice as the rules of EN 16931 see it: business terms by their number, as written. */

export type Terms = Record<string, string | undefined>;
export type Semantic = {
  /** Of the document and its groups that occur once. `-scheme`, `-currency`: the attribute. */
  head: Terms;
  /** BG-23 */
  vat: Terms[];
  /** BG-25 */
  lines: Terms[];
  /** How often groups occur that may occur once. */
  counts: { notes: number; payments: number; taxTotals: number; taxTotalsWithGroups: number };
  /** Names of elements with neither text nor children. */
  empty: string[];
};

/** A decimal as an integer at a scale. @throws Error if it has more digits, or is none */
export function scaled(text: string | undefined, scale: number): number {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? [];
  if (whole === '' || part.length > scale) throw new Error(`${text} is no decimal with ${scale} digits`);
  const value = Number(whole) * 10 ** scale + Number(part.padEnd(scale, '0') || 0);
  return sign === '' || value === 0 ? value : -value;
}
export const cents = (text: string | undefined): number => scaled(text, 2);
/** Digits after the point. */
export const digitsOf = (text: string | undefined): number => (text ?? '').split('.')[1]?.length ?? 0;
export const sumOf = (texts: readonly (string | undefined)[]): number => texts.reduce((sum, text) => sum + cents(text), 0);
