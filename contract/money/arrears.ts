/** Interest on arrears of a business (§ 288 (2) and (5), § 247 BGB) and the days from which an item is dunned. */

import { addDays, dayNumber } from '../core/house-day.ts';
import { divide } from './scale.ts';

export type BaseRate = { validFrom: string; rate: number };

/** Percentage points over the base rate, in hundredths. */
export const BUSINESS_POINTS = 900;
/** § 288 (5) BGB, for each claim, in cents. */
export const FLAT_SUM = 4000;
/** A multiple of the days of every year, so that parts of years are added without rounding. */
const YEARS = 365n * 366n;

const daysOf = (year: number): bigint => (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 366n : 365n);

/** The base rate of a day; null before the first one that is known. */
export const baseRateOn = (rates: readonly BaseRate[], day: string): number | null =>
  rates.filter(({ validFrom }) => validFrom <= day).toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]?.rate ?? null;

/** The half-year of a day begins on 1 January or 1 July; true if its base rate was entered. */
export const isRateKnown = (rates: readonly BaseRate[], day: string): boolean => {
  const start = `${day.slice(0, 4)}-${day.slice(5) < '07-01' ? '01' : '07'}-01`;
  return rates.some(({ validFrom }) => validFrom >= start && validFrom <= day);
};

/**
 * Interest on an open amount for each day after `dueOn` up to and including `until`: 9 percentage points over the base rate of that day, by
 * the days of its year, rounded once to the smallest unit. Days before the first known rate bear none.
 */
export function arrearsInterest(open: number, dueOn: string, until: string, rates: readonly BaseRate[]): number {
  let sum = 0n;
  for (let day = addDays(dueOn, 1); day <= until; ) {
    const next = rates
      .map(({ validFrom }) => validFrom)
      .concat(`${Number(day.slice(0, 4)) + 1}-01-01`, addDays(until, 1))
      .filter((start) => start > day)
      .reduce((first, start) => (start < first ? start : first));
    const rate = baseRateOn(rates, day);
    const points = rate === null ? 0 : Math.max(0, rate + BUSINESS_POINTS);
    const days = BigInt(dayNumber(next) - dayNumber(day));
    sum += (BigInt(open) * BigInt(points) * days * YEARS) / daysOf(Number(day.slice(0, 4)));
    day = next;
  }
  return Number(divide(sum, 10_000n * YEARS));
}

type Level = { afterDays: number; waitDays: number };
export type NextLevel = { level: number; on: string } | null;

/** The level that follows the last one that was sent, and the first day on which it may be sent. Null after the last level of the scheme. */
export function nextLevel(levels: readonly Level[], dueOn: string, last: { level: number; sentOn: string } | null): NextLevel {
  const level = (last?.level ?? 0) + 1;
  const rule = levels[level - 1];
  if (!rule) return null;
  const afterDue = addDays(dueOn, rule.afterDays);
  const afterLast = last ? addDays(last.sentOn, rule.waitDays) : afterDue;
  return { level, on: afterDue > afterLast ? afterDue : afterLast };
}

/** The fee of a letter. The flat sum counts towards the costs of asking for the money (§ 288 (5) BGB), so only what exceeds it is added. */
export const feeBeside = (fee: number, flatSum: number): number => Math.max(0, fee - flatSum);
