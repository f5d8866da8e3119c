import { minorDigits } from '#contract/core/currency';
import type { Locale } from '#contract/core/limits';
import type { FieldOf } from '#contract/core/mask';
import { formatExact, formatMoney } from '../../../providers/format.ts';
import { asNumber, asText, type CellProps, type FieldContext, isBlank, type Kind, NOTHING, type Parsed } from './kind.ts';
import { formatNumber, parseNumber, parseWithUnit, scaled } from './numbers.ts';

const figures = { align: 'end', width: 110, filterOps: ['gte', 'lte', 'eq', 'null'], exportAs: 'number' } as const;

const clock = (minutes: number): string => {
  const all = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '\u2212' : ''}${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}\u00a0h`;
};
const BYTES = ['B', 'kB', 'MB', 'GB'];
const bytes = (n: number, locale: Locale): string => {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(n))) / 3));
  return `${formatNumber(n / 1000 ** step, locale, 0, 1)}\u00a0${BYTES[step]}`;
};
/** Units with a special format instead of number and unit. */
const WRITTEN: Partial<Record<string, (n: number, locale: Locale) => string>> = { min: clock, B: bytes };

/** `7:54` or `7:54 h` in minutes. Null for any other text. */
function minutesOf(text: string): number | null {
  const { hours, minutes } = /^(?<hours>\d+):(?<minutes>[0-5]\d)(\s*h)?$/.exec(text.trim())?.groups ?? {};
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}

/** Hours in minutes: `8`, `7:30`, `7.5` or `7,5`, with or without `h`. Null for any other text, and for parts of minutes. */
function minutesOfHours(text: string, locale: Locale): number | null {
  const hours = parseNumber(text.trim().replace(/\s*h$/, ''), locale);
  const minutes = hours === null ? null : Math.round(hours * 60 * 100) / 100;
  return minutesOf(text) ?? (Number.isInteger(minutes) ? minutes : null);
}

export const number: Kind<FieldOf<'number'>> = {
  ...figures,
  format(value, { locale, spec }) {
    const n = asNumber(value);
    if (n === null) return NOTHING;
    if (!spec.unit) return formatNumber(n, locale);
    return WRITTEN[spec.unit]?.(n, locale) ?? `${formatNumber(n, locale)}\u00a0${spec.unit}`;
  },
  parse(text, { locale, spec }): Parsed {
    if (isBlank(text)) return { value: null };
    const bare = spec.unit && text.trim().endsWith(spec.unit) ? text.trim().slice(0, -spec.unit.length) : text;
    const value = spec.hours ? minutesOfHours(text, locale) : ((spec.unit === 'min' ? minutesOf(text) : null) ?? parseNumber(bare, locale));
    if (value === null) return { rule: spec.hours ? 'hours' : 'number' };
    const limit = (n: number): number | string => (spec.hours ? clock(n) : n);
    if (spec.min !== undefined && value < spec.min) return { rule: 'tooSmall', params: { min: limit(spec.min) } };
    if (spec.max !== undefined && value > spec.max) return { rule: 'tooBig', params: { max: limit(spec.max) } };
    return { value };
  },
  // Days are a word to readers; `d` is what is typed and exported.
  Cell({ value, field }: CellProps<FieldOf<'number'>>) {
    const days = field.spec.unit === 'd' ? asNumber(value) : null;
    return days === null ? number.format(value, field) : field.t('days', { count: days });
  },
};

export const currencyOf = ({ spec, row }: FieldContext<FieldOf<'money'>>): string =>
  spec.currency ?? (asText(spec.currencyField ? row[spec.currencyField] : '') || 'EUR');

/** Without the currency. */
const withoutCurrency = (text: string): string => text.replace(/[\p{L}\p{Sc}]/gu, '');

export const money: Kind<FieldOf<'money'>> = {
  ...figures,
  width: 130,
  format(value, field) {
    return formatMoney(asNumber(value), currencyOf(field), field.locale);
  },
  Cell: ({ value, field }: CellProps<FieldOf<'money'>>) => (field.spec.blankZero && value === 0 ? '' : money.format(value, field)),
  parse(text, field) {
    if (isBlank(text)) return { value: null };
    const amount = parseNumber(withoutCurrency(text), field.locale);
    if (amount === null) return { rule: 'number' };
    const value = scaled(amount, minorDigits(currencyOf(field)));
    return value === null ? { rule: 'tooFine' } : { value };
  },
};

export const percent: Kind<FieldOf<'percent'>> = {
  ...figures,
  width: 90,
  format: (value, { locale }) => {
    const hundredths = asNumber(value);
    return hundredths === null ? NOTHING : `${formatNumber(hundredths / 100, locale, 0, 2)}\u00a0%`;
  },
  Cell: ({ value, field }: CellProps<FieldOf<'percent'>>) => (field.spec.blankZero && value === 0 ? '' : percent.format(value, field)),
  parse: (text, { locale }) => (isBlank(text) ? { value: null } : parseWithUnit(text, locale, { '%': 2 }, '%')),
};

/** Shown with all its digits, a price with at least two. */
export const decimal: Kind<FieldOf<'decimal'>> = {
  ...figures,
  format: (value, { locale, spec, row }) => {
    const n = asNumber(value);
    if (n === null) return NOTHING;
    const currency = asText(spec.currencyField ? row[spec.currencyField] : '');
    return currency === ''
      ? formatNumber(n / 10 ** spec.scale, locale, spec.scale > 3 ? 2 : 0, spec.scale)
      : formatExact(n, spec.scale, currency, locale);
  },
  Cell: ({ value, field }: CellProps<FieldOf<'decimal'>>) => (field.spec.blankZero && value === 0 ? '' : decimal.format(value, field)),
  parse(text, { locale, spec }): Parsed {
    if (isBlank(text)) return { value: null };
    const n = parseNumber(spec.currencyField ? withoutCurrency(text) : text, locale);
    if (n === null) return { rule: 'number' };
    const value = scaled(n, spec.scale);
    if (value === null) return { rule: 'tooFine' };
    if (spec.min !== undefined && value < spec.min) return { rule: 'tooSmall', params: { min: spec.min / 10 ** spec.scale } };
    if (spec.max !== undefined && value > spec.max) return { rule: 'tooBig', params: { max: spec.max / 10 ** spec.scale } };
    return { value };
  },
};

/** A bare number is read in kilograms or centimetres, as at the stations. Parsed values are shown with their unit. */
const WEIGHT = { g: 0, kg: 3, t: 6 };
export const weight: Kind<FieldOf<'weight'>> = {
  ...figures,
  unit: 'kg',
  format: (value, { locale, spec }) => {
    const grams = asNumber(value);
    if (grams === null) return NOTHING;
    if (spec.rounded) return `${formatNumber(grams / 1000, locale, 0, 1)}\u00a0kg`;
    return Math.abs(grams) < 1000 ? `${formatNumber(grams, locale)}\u00a0g` : `${formatNumber(grams / 1000, locale, 0, 3)}\u00a0kg`;
  },
  parse: (text, { locale }) => (isBlank(text) ? { value: null } : parseWithUnit(text, locale, WEIGHT, 'kg')),
};

const SIZE = { mm: 0, cm: 1, m: 3 };
export const size: Kind<FieldOf<'size'>> = {
  ...figures,
  unit: 'cm',
  format: (value, { locale, spec }) => {
    const millimetres = asNumber(value);
    if (millimetres === null) return NOTHING;
    if (spec.metres) return `${formatNumber(millimetres / 1000, locale, 0, 2)}\u00a0m`;
    return Math.abs(millimetres) < 100
      ? `${formatNumber(millimetres, locale)}\u00a0mm`
      : `${formatNumber(millimetres / 10, locale, 0, 1)}\u00a0cm`;
  },
  parse: (text, { locale }) => (isBlank(text) ? { value: null } : parseWithUnit(text, locale, SIZE, 'cm')),
};

/** A bare number is read in cubic metres, which forwarders also write CBM. */
const VOLUME = { 'm³': 3, m3: 3, cbm: 3, 'dm³': 0, dm3: 0, l: 0 };
export const volume: Kind<FieldOf<'volume'>> = {
  ...figures,
  unit: 'm³',
  format: (value, { locale }) => {
    const litres = asNumber(value);
    return litres === null ? NOTHING : `${formatNumber(litres / 1000, locale, 0, 3)}\u00a0m³`;
  },
  parse: (text, { locale }) => (isBlank(text) ? { value: null } : parseWithUnit(text, locale, VOLUME, 'm³')),
};
