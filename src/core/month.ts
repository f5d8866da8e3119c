/** First day of the month that lies `by` months from another one; any day of it will do, and YYYY-MM too. */
export function monthFrom(day: string, by: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 10);
}

/** A month, YYYY-MM, in words: “November 2026”. `tag` as in `localeTag`. */
export const monthName = (month: string, tag: string, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(tag, { month: style, year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
