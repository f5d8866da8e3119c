const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(\d{2})$/;

/** How days and months are written where it is not year-month-day, the default of the specification. By language. */
const WRITTEN: Partial<Record<string, { day: string; month: string }>> = { de: { day: '$3.$2.$1', month: '$2/$1' } };

export const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);

/** A calendar day, YYYY-MM-DD, as the reader writes it: 28.11.2026 in German. */
export const writtenDay = (day: string, locale: string): string => day.replace(DAY, WRITTEN[locale]?.day ?? '$&');

/** A month, YYYY-MM, as the reader writes it: 11/2026 in German. */
export const writtenMonth = (month: string, locale: string): string => month.replace(MONTH, WRITTEN[locale]?.month ?? '$&');

/** How readers write a day, such as DD.MM.YYYY; none where they write it as it is stored. */
export const dayPattern = (locale: string): string | undefined =>
  WRITTEN[locale]?.day.replace('$1', 'YYYY').replace('$2', 'MM').replace('$3', 'DD');
