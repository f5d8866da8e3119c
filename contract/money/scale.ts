import type { CURRENCIES } from '../core/fields.ts';

/**
 * Money is an integer in the smallest unit of its currency. Quantities are integers in thousandths, unit prices in ten-thousandths of a
 * major unit (0.0425 EUR is 425). Products are calculated in bigint and rounded once, half away from zero.
 */
export type Currency = (typeof CURRENCIES)[number];

/** Decimal digits by ISO 4217 (2024, amendment 177). */
export const EXPONENTS: Record<Currency, number> = { EUR: 2, USD: 2, CNY: 2, GBP: 2 };
/** The currency of the ledger. */
export const HOUSE_CURRENCY = 'EUR' satisfies Currency;

/** Ten billion euro. A double can hold a thousand such amounts exactly, so sums of documents need no bigint. */
export const MAX_AMOUNT = 1_000_000_000_000;
export const QTY_SCALE = 3;
export const PRICE_SCALE = 4;
/** Decimal digits of a rate. A rate is the amount of a currency for one euro, as published by the European Central Bank. */
export const RATE_SCALE = 6;

/** a / b, rounded half away from zero. */
export function divide(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -rounded : rounded;
}

export const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
