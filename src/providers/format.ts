import { useMemo } from 'react';
import { minorDigits } from '#contract/core/currency';
import type { Locale } from '#contract/core/limits';
import { isDay, writtenDay, writtenMonth } from '#contract/core/written-day';
import { currentLocale, localeTag, translate, useLocale } from './i18n.ts';

/** Shown for null, in every list and record. */
export const NOTHING = '–';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const two = (value: number): string => String(value).padStart(2, '0');

type Moment = string | number | Date | null | undefined;
const momentOf = (value: Moment): Date | null => {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** YYYY-MM-DD, for comparing and for calls. A calendar date is unchanged, an instant is taken in the user's time zone. */
export function dayKey(value: Moment): string {
  if (isDay(value)) return value;
  const date = momentOf(value);
  return date ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` : NOTHING;
}

/** A day as the reader writes it: year-month-day (specification, point 9), in German 28.11.2026. */
export const formatDate = (value: Moment, locale: Locale = currentLocale()): string => writtenDay(dayKey(value), locale);

/** A month as the reader writes it, of a day or of YYYY-MM. */
export const formatMonth = (value: string, locale: Locale = currentLocale()): string => writtenMonth(value.slice(0, 7), locale) || NOTHING;

/** HH:mm in the user's time zone. */
export function formatTime(value: Moment): string {
  const date = momentOf(value);
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}` : NOTHING;
}

/** Day and time without seconds. */
export const formatMinute = (value: Moment, locale: Locale = currentLocale()): string =>
  momentOf(value) ? `${formatDate(value, locale)} ${formatTime(value)}` : NOTHING;

/** A calendar date, YYYY-MM-DD, in words: “Tue 24 Nov”, with the year if it is not this one. */
export function formatDay(value: string, locale: Locale = currentLocale(), now = new Date()): string {
  const date = momentOf(`${value}T00:00:00Z`);
  if (!date) return NOTHING;
  const year = date.getUTCFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC', ...year } as const;
  return new Intl.DateTimeFormat(localeTag(locale), format).format(date);
}

/** Day and time with seconds in the user's time zone. */
export function formatInstant(value: Moment, locale: Locale = currentLocale()): string {
  const date = momentOf(value);
  return date ? `${formatMinute(date, locale)}:${two(date.getSeconds())}` : NOTHING;
}

/** Under 30 s "just now", then minutes, hours, "1 day" up to 48 hours. After that, or in the future, the date. */
export function formatRelative(value: Moment, now = Date.now(), locale: Locale = currentLocale()): string {
  const date = momentOf(value);
  if (!date) return NOTHING;
  const age = now - date.getTime();
  if (Math.abs(age) < 30_000) return translate('time.justNow');
  if (age < 0 || age >= 2 * DAY) return formatInstant(date, locale);
  const relative = new Intl.RelativeTimeFormat(localeTag(locale), { numeric: 'always' });
  if (age < HOUR) return relative.format(-Math.max(1, Math.floor(age / MINUTE)), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  return relative.format(-1, 'day');
}

const numbers = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const known = numbers.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(localeTag(locale), options);
  numbers.set(key, made);
  return made;
}

export const formatNumber = (
  value: number | null | undefined,
  options: Intl.NumberFormatOptions = {},
  locale: Locale = currentLocale(),
): string => (value === null || value === undefined || Number.isNaN(value) ? NOTHING : numberFormat(locale, options).format(value));

/** Formats an amount given in the smallest unit. Works on text, because dividing would round large amounts. */
export function formatMoney(minor: number | null | undefined, currency: string, locale: Locale = currentLocale()): string {
  if (minor === null || minor === undefined || !Number.isInteger(minor)) return NOTHING;
  const digits = minorDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  const signed = `${minor < 0 ? '-' : ''}${amount}` as Intl.StringNumericLiteral;
  try {
    return numberFormat(locale, { style: 'currency', currency }).format(signed);
  } catch {
    return `${numberFormat(locale, { minimumFractionDigits: digits }).format(signed)} ${currency}`;
  }
}

/** An amount with parts of a cent, given in units of 10^-`scale`: all its digits, a price with those of its currency at least. */
export const formatExact = (value: number, scale: number, currency: string, locale: Locale = currentLocale()): string =>
  formatNumber(
    value / 10 ** scale,
    { style: 'currency', currency, minimumFractionDigits: minorDigits(currency), maximumFractionDigits: scale },
    locale,
  );

/** The formatters for the current language. The component renders again when the language changes. */
export function useFormat() {
  const locale = useLocale();
  return useMemo(
    () => ({
      date: (value: Moment) => formatDate(value, locale),
      minute: (value: Moment) => formatMinute(value, locale),
      day: (value: string) => formatDay(value, locale),
      instant: (value: Moment) => formatInstant(value, locale),
      relative: (value: Moment, now?: number) => formatRelative(value, now, locale),
      number: (value: number | null | undefined, options?: Intl.NumberFormatOptions) => formatNumber(value, options, locale),
      money: (minor: number | null | undefined, currency: string) => formatMoney(minor, currency, locale),
    }),
    [locale],
  );
}
