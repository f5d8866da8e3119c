import { addDays, dayNumber } from '#contract/core/house-day';

export type Period = { from: string; to: string };

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (months: number): string => `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
const lastOf = (months: number): string => addDays(firstOf(months + 1), -1);

/**
 * The period that another is compared with. One that begins with a month: as many months earlier, until the same day, or the last one of the
 * month. Any other: as many days, directly before it. Days are inclusive.
 */
export function periodBefore({ from, to }: Period): Period {
  if (!from.endsWith('-01')) return { from: addDays(from, dayNumber(from) - dayNumber(to) - 1), to: addDays(from, -1) };
  const end = monthsOf(to);
  const count = end - monthsOf(from) + 1;
  const last = lastOf(end - count);
  const sameDay = `${last.slice(0, 8)}${to.slice(8)}`;
  return { from: firstOf(monthsOf(from) - count), to: to === lastOf(end) || sameDay > last ? last : sameDay };
}
