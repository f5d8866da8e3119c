import { z } from 'zod';
import { type Currency, divide, EXPONENTS, HOUSE_CURRENCY, tenTo } from './scale.ts';

/** Digits of a rate behind the point. A rate says how much of a currency one euro buys, as the European Central Bank publishes it. */
export const RATE_SCALE = 6;
export const Rate = z.int().min(1).max(10_000_000_000_000);
/** The rate of the house's own currency. */
export const PAR = 1_000_000;

/** An amount in the house's currency at this rate, rounded once. */
export function toHouse(amount: number, currency: Currency, rate: number): number {
  const shift = RATE_SCALE + EXPONENTS[HOUSE_CURRENCY] - EXPONENTS[currency];
  return Number(divide(BigInt(amount) * tenTo(shift), BigInt(rate)));
}

/** The rate that turns `amount` into `house`: what a bank really gave. */
export function rateBetween(amount: number, currency: Currency, house: number): number {
  const shift = RATE_SCALE + EXPONENTS[HOUSE_CURRENCY] - EXPONENTS[currency];
  return Number(divide(BigInt(amount) * tenTo(shift), BigInt(house)));
}

/**
 * What part of a document's value in the house's books goes with the next `amount` of it, after `taken` went with what was settled before:
 * the last part takes whatever rounding left, so that all parts come to the whole.
 */
export const shareOf = (of: { currency: Currency; rate: number; settled: number }, amount: number, taken: number): number =>
  toHouse(of.settled + amount, of.currency, of.rate) - taken;
