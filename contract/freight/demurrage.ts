import { dayNumber } from '../core/house-day.ts';

/** Free days of a container without a tariff and without days of its own. */
export const FREE_DAYS = 7;

/** See contract/freight/container-tariffs.ts. */
export type DayBand = { from: number; perDay: number };
/** `perDay`: what the present day costs. `ended`: the container was picked up or returned, so no further day is added. */
export type Charge = { lastFreeDay: string; days: number; amount: number | null; perDay: number | null; ended: boolean };

const perDayOn = (bands: readonly DayBand[], day: number): number => bands.findLast(({ from }) => from <= day)?.perDay ?? 0;

/**
 * Charged days and their amount so far. Each calendar day after the last free day counts in full, the day of pick-up or return included.
 * Amounts are null without bands, because nobody knows then what a day costs.
 * @param lastFreeDay null as long as the time does not run: nothing is charged
 * @param end day of pick-up or return; null: until `today`
 */
export function chargeOf(lastFreeDay: string | null, end: string | null, today: string, bands: readonly DayBand[]): Charge | null {
  if (lastFreeDay === null) return null;
  const days = Math.max(0, dayNumber(end ?? today) - dayNumber(lastFreeDay));
  const known = bands.length > 0;
  let amount = 0;
  for (let day = 1; day <= days; day++) amount += perDayOn(bands, day);
  return {
    lastFreeDay,
    days,
    amount: known ? amount : null,
    perDay: known && end === null ? perDayOn(bands, Math.max(1, days)) : null,
    ended: end !== null,
  };
}

/** Faults of a tariff's bands: the first starts on day 1, and each later. */
export function bandFaults(path: string, bands: readonly DayBand[]): { path: string; rule: string }[] {
  if (bands.length > 0 && bands[0]?.from !== 1) return [{ path, rule: 'bandsFromOne' }];
  return bands.some(({ from }, i) => i > 0 && from <= (bands[i - 1]?.from ?? 0)) ? [{ path, rule: 'bandsInOrder' }] : [];
}
