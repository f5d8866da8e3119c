import { LOCALES, type Locale } from '#contract/core/limits';
import type { Format } from '#contract/printing/layout';
import { lookUp, type Scope } from './scope.ts';
import { wordsOf } from './words.ts';

/**
 * Formats numbers and dates by locale. Intl is not used: browser and server have different versions of its data, and a document must be the
 * same on both.
 */
const SEPARATORS: Record<Locale, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  cn: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
};
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A number with exactly `places` decimals, grouped by thousands. */
export function decimal(value: number, places: number, locale: Locale): string {
  const { group, decimal: point } = SEPARATORS[locale];
  const [whole = '0', part] = Math.abs(value).toFixed(places).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const sign = value < 0 && /[1-9]/.test(`${whole}${part ?? ''}`) ? '-' : '';
  return `${sign}${grouped}${part ? point + part : ''}`;
}

/** Like `decimal`, without trailing zeros. */
export function shortDecimal(value: number, places: number, locale: Locale): string {
  const text = decimal(value, places, locale);
  const { decimal: point } = SEPARATORS[locale];
  return text.includes(point) ? text.replace(/0+$/, '').replace(new RegExp(`\\${point}$`), '') : text;
}

/** Formats a calendar date, or the date part of an instant. The data contains instants in the house's local time. */
export function date(iso: string, locale: Locale): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  if (!year || !month || !day) return iso;
  if (locale === 'de') return `${day}.${month}.${year}`;
  return locale === 'cn' ? `${year}-${month}-${day}` : `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

const instant = (iso: string, locale: Locale): string => `${date(iso, locale)} ${iso.slice(11, 16)}`.trim();

const month = (iso: string, locale: Locale): string => {
  const [year, number] = iso.split('-');
  if (!year || !number) return iso;
  return locale === 'en' ? `${MONTHS[Number(number) - 1] ?? number} ${year}` : locale === 'de' ? `${number}/${year}` : `${year}-${number}`;
};

/** Decimals of currencies (ISO 4217); all others have two. */
const PLACES: Record<string, number> = { JPY: 0, KRW: 0, CLP: 0, VND: 0, KWD: 3, BHD: 3, TND: 3 };

function money(minor: number, currency: string, locale: Locale): string {
  const places = PLACES[currency] ?? 2;
  const amount = decimal(minor / 10 ** places, places, locale);
  return locale === 'de' ? `${amount} ${currency}` : `${currency} ${amount}`;
}

/** A unit price: the decimals of its currency, or up to four if it has fractions (a label for 0.0425). */
function price(minor: number, currency: string, locale: Locale): string {
  const places = PLACES[currency] ?? 2;
  const most = Math.max(places, 4);
  const exact = decimal(minor / 10 ** places, most, locale);
  const amount = exact.replace(new RegExp(`0{0,${most - places}}$`), '');
  return locale === 'de' ? `${amount} ${currency}` : `${currency} ${amount}`;
}

const isLocale = (name: string): name is Locale => (LOCALES as readonly string[]).includes(name);

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(text).filter(Boolean).join(', ') : '';
};

type Write = (value: unknown, scope: Scope, argument: string) => string;

const numeric =
  (write: (value: number, locale: Locale, argument: string, scope: Scope) => string): Write =>
  (value, scope, argument) =>
    typeof value === 'number' && Number.isFinite(value) ? write(value, scope.job.locales[0] ?? 'en', argument, scope) : text(value);

const dated =
  (write: (iso: string, locale: Locale) => string): Write =>
  (value, scope) =>
    typeof value === 'string' && value ? write(value, scope.job.locales[0] ?? 'en') : '';

/** Name, street and town as address lines; the country in capitals if given. `address:abroad`: not the country of the house, as post within it has none. */
function address(value: unknown, scope: Scope, argument: string): string {
  const get = (key: string): string =>
    text(value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : '').trim();
  const join = (...keys: string[]): string => keys.map(get).filter(Boolean).join(' ');
  const isNamed = get('country') !== '' && !(argument === 'abroad' && get('country') === lookUp(scope, 'house.address.country'));
  const country = isNamed ? wordsOf(scope.job, `country.${get('country')}`, get('country')).toUpperCase() : '';
  return [join('name1'), join('name2'), join('streetName', 'streetNumber'), join('zip', 'city'), country].filter(Boolean).join('\n');
}

/** Writers by format. The argument follows the format after a colon. */
export const WRITERS: Record<Format, Write> = {
  number: numeric((value, locale, places) => (places ? decimal(value, Number(places), locale) : shortDecimal(value, 3, locale))),
  kg: numeric((grams, locale) => `${decimal(grams / 1000, 2, locale)} kg`),
  mm: numeric((value, locale) => `${shortDecimal(value, 0, locale)} mm`),
  cm: numeric((value, locale) => `${shortDecimal(value / 10, 1, locale)} cm`),
  m3: numeric((value, locale) => `${decimal(value / 1e9, 3, locale)} m³`),
  date: dated(date),
  instant: dated(instant),
  month: dated(month),
  money: numeric((value, locale, currency, scope) => money(value, text(lookUp(scope, currency || 'currency')) || currency, locale)),
  price: numeric((value, locale, currency, scope) => price(value, text(lookUp(scope, currency || 'currency')) || currency, locale)),
  percent: numeric((hundredths, locale) => `${shortDecimal(hundredths / 100, 2, locale)} %`),
  yes: (value, scope) => wordsOf(scope.job, value === true ? 'yes' : 'no'),
  /** A key of a family of words, or a list of such keys. */
  word: (value, scope, family) =>
    [value]
      .flat()
      .map(text)
      .filter(Boolean)
      .map((key) => wordsOf(scope.job, `${family}.${key}`, key))
      .join(', '),
  /** `country:en` uses English regardless of the label's language, for postal services on the way. */
  country: (value, scope, locale) => {
    const job = isLocale(locale) ? { ...scope.job, locales: [locale] } : scope.job;
    return text(value) ? wordsOf(job, `country.${text(value)}`, text(value)) : '';
  },
  address,
  upper: (value) => text(value).toUpperCase(),
  /** The 18 digits in groups: extension digit, company prefix and serial, check digit. */
  sscc: (value) => text(value).replace(/^(\d)(\d{7})(\d{9})(\d)$/, '$1 $2 $3 $4'),
  grouped: (value) => text(value).replace(/(.{4})(?=.)/g, '$1 '),
};

/** A value without a format: numbers without grouping; everything else as it is. */
export const plain = (value: unknown, scope: Scope): string =>
  typeof value === 'number' ? String(value).replace('.', SEPARATORS[scope.job.locales[0] ?? 'en'].decimal) : text(value);
