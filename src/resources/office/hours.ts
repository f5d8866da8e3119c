/** Minutes as hours with sign: 450 is 7:30, −30 is −0:30. */
export const hours = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
};

/** A month, YYYY-MM, in words: “November 2026”. `tag` as in `localeTag`. */
export const monthName = (month: string, tag: string, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(tag, { month: style, year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
