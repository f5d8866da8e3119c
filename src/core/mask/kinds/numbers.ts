import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import type { Parsed } from './kind.ts';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, least: number, most: number): Intl.NumberFormat {
  const key = `${locale}.${least}.${most}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE_TAGS[locale], { minimumFractionDigits: least, maximumFractionDigits: most });
  formats.set(key, made);
  return made;
}

export const formatNumber = (value: number, locale: Locale, least = 0, most = 6): string => numberFormat(locale, least, most).format(value);

const decimalSign = (locale: Locale): string =>
  numberFormat(locale, 1, 1)
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value ?? '.';

/**
 * Parses a number in the format of a language. A single separator of the other language followed by one or two digits is read as the
 * decimal sign ("2.5" in German). Thousands separators are accepted only before groups of three.
 */
export function parseNumber(text: string, locale: Locale): number | null {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace('−', '-');
  const decimal = decimalSign(locale);
  const other = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^-?\\d{1,3}(\\${other}\\d{3})+(\\${decimal}\\d+)?$`);
  const plain = new RegExp(`^-?\\d*(\\${decimal}\\d+)?$`);
  const foreign = new RegExp(`^-?\\d+\\${other}\\d{1,2}$`);
  if (bare === '' || bare === '-') return null;
  if (grouped.test(bare)) return Number(bare.replaceAll(other, '').replace(decimal, '.'));
  if (plain.test(bare)) return Number(bare.replace(decimal, '.'));
  return foreign.test(bare) ? Number(bare.replace(other, '.')) : null;
}

/** Scales by a power of ten without binary rounding errors: 0.29 € becomes 29 cents. */
export function scaled(value: number, digits: number): number | null {
  const result = Math.round(Number(`${value}e${digits}`));
  return Number.isSafeInteger(result) && Math.abs(result - value * 10 ** digits) < 1e-3 * Math.max(1, Math.abs(value)) ? result : null;
}

/** Parses a number with an optional unit of `units` (unit → power of ten above the stored unit). */
export function parseWithUnit(text: string, locale: Locale, units: Record<string, number>, standard: string): Parsed {
  const match = /^(.*?)\s*([a-zA-Z]+[3³]|[a-zA-Z%€$¥£]*)$/.exec(text.trim());
  const number = parseNumber(match?.[1] ?? '', locale);
  const unit = match?.[2]?.toLowerCase() || standard;
  const digits = units[unit];
  if (number === null) return { rule: 'number' };
  if (digits === undefined) return { rule: 'unit', params: { units: Object.keys(units).join(', ') } };
  const value = scaled(number, digits);
  return value === null ? { rule: 'tooFine' } : { value };
}
