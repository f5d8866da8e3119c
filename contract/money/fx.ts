import { z } from 'zod';
import { type Currency, divide, EXPONENTS, HOUSE_CURRENCY, RATE_SCALE, tenTo } from './scale.ts';

export const Rate = z.int().min(1).max(10_000_000_000_000);
/** The rate of the house currency. */
export const PAR = 1_000_000;

/** Converts an amount to the house currency. Rounded once. */
export function toHouse(amount: number, currency: Currency, rate: number): number {
  const shift = RATE_SCALE + EXPONENTS[HOUSE_CURRENCY] - EXPONENTS[currency];
  return Number(divide(BigInt(amount) * tenTo(shift), BigInt(rate)));
}

/** The rate at which `amount` equals `house`: the effective rate of a bank's conversion. */
export function rateBetween(amount: number, currency: Currency, house: number): number {
  const shift = RATE_SCALE + EXPONENTS[HOUSE_CURRENCY] - EXPONENTS[currency];
  return Number(divide(BigInt(amount) * tenTo(shift), BigInt(house)));
}

/**
 * The share of a document's book value for the next settled `amount`. `taken` is the share of earlier settlements. The last share
 * includes the rounding difference, so that all shares add up to the total.
 */
export const shareOf = (of: { currency: Currency; rate: number; settled: number }, amount: number, taken: number): number =>
  toHouse(of.settled + amount, of.currency, of.rate) - taken;
