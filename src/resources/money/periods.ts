import { houseToday } from '#contract/core/house-day';
import { monthDays } from '#contract/money/accountant-exports';

/** First day of the month that lies `by` months from another one; any day of it will do. */
export function monthFrom(day: string, by: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 10);
}
/** The month before this one, which is what a month end is about. */
export const lastMonth = (): { from: string; to: string } => monthDays(monthFrom(houseToday(), -1));
/** A month, YYYY-MM, in words: “November 2026”. `tag` as in `localeTag`. */
export const monthName = (month: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
