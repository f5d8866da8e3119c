import type { CURRENCIES } from '../core/fields.ts';

/**
 * Money is an integer in the smallest unit of its currency, quantities are integer thousandths, unit prices integer ten-thousandths of a
 * major unit (0.0425 EUR a label is 425). Products are made in bigint and rounded once, half away from zero, as people round by hand.
 */
export type Currency = (typeof CURRENCIES)[number];

/** Digits behind the point, ISO 4217 (2024, amendment 177). */
export const EXPONENTS: Record<Currency, number> = { EUR: 2, USD: 2, CNY: 2, GBP: 2 };
/** The books are kept in it. */
export const HOUSE_CURRENCY = 'EUR' satisfies Currency;

/** Ten billion euro. A thousand sums of this size still fit a double exactly, so sums of documents need no bigint. */
export const MAX_AMOUNT = 1_000_000_000_000;
export const QTY_SCALE = 3;
export const PRICE_SCALE = 4;

/** a / b rounded half away from zero. */
export function divide(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -rounded : rounded;
}

export const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
