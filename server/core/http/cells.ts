import { majorOf, minorDigits } from '#contract/core/currency';
import { withoutHidden } from '#contract/core/fields';
import { LOCALES, type Locale } from '#contract/core/limits';
import type { FieldSpec } from '#contract/core/mask';
import { insteadOf, shownStatus } from '#contract/core/shown-status';
import type { Values } from './area.ts';
import { countryCode, countryName } from './countries.ts';
import { isDeeperThan, MAX_JSON_DEPTH } from './malformed.ts';
import { textIn } from './texts.ts';

/** A cell of an export. Numbers stay numbers, so that a spreadsheet can calculate with them. */
export type Cell = string | number | boolean | null;

const currencyOf = (field: Extract<FieldSpec, { kind: 'money' }>, row: Values): string => {
  const own = field.currencyField ? row[field.currencyField] : undefined;
  return typeof own === 'string' && /^[A-Z]{3}$/.test(own) ? own : (field.currency ?? 'EUR');
};

/** The fields of a row that are needed for the cells of these fields. */
export const cellSources = (fields: Readonly<Record<string, FieldSpec>>): string[] =>
  Object.entries(fields).flatMap(([name, spec]) => {
    if (spec.kind === 'status') return [name, ...insteadOf(spec.instead).map(({ field }) => field)];
    return spec.kind === 'money' && spec.currencyField ? [name, spec.currencyField] : [name];
  });

/** Countries are stored as codes, and exported and imported by name. */
const isCountry = (field: FieldSpec): boolean => (field.kind === 'text' || field.kind === 'tags') && field.pattern === 'countryCode';

/** The cell of a field in an export, in the user's language. Money, weights and sizes are exported in major units. */
export function exportCell(name: string, field: FieldSpec, row: Values, locale: Locale): Cell {
  const value = row[name];
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'money':
      return typeof value === 'number' ? majorOf(value, currencyOf(field, row)) : null;
    case 'percent':
      return typeof value === 'number' ? value / 100 : null;
    case 'decimal':
      return typeof value === 'number' ? value / 10 ** field.scale : null;
    case 'weight':
    case 'size':
    case 'volume':
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return value === true;
    case 'status': {
      const shown = shownStatus(field, value, row);
      return shown && textIn(locale, shown.label);
    }
    case 'choice': {
      const option = field.options.find((one) => one.value === String(value));
      return option ? textIn(locale, option.label) : String(value);
    }
    case 'choices':
      return (value as string[])
        .map((one) => textIn(locale, field.options.find((option) => option.value === one)?.label ?? one))
        .join(', ');
    case 'reference':
      return (row[`${name}Label`] as string | null) ?? null;
    case 'references':
      return ((row[`${name}Labels`] ?? []) as string[]).join(', ');
    case 'tags':
      return (value as string[]).map((one) => (isCountry(field) ? countryName(one, locale) : one)).join(', ');
    case 'texts':
      return (value as Record<Locale, string>)[locale];
    case 'address':
      return Object.values(value as Record<string, string>)
        .filter(Boolean)
        .join(', ');
    case 'lines':
    case 'json':
      return JSON.stringify(value);
    default:
      return isCountry(field) ? countryName(String(value), locale) : String(value);
  }
}

/** A parsed cell, or the rule it violates. `undefined` leaves the field unchanged. */
export type Parsed = { value: unknown } | { rule: string; params?: Record<string, string> };

const number = (text: string): number | null => {
  const plain = text.replace(/\s/g, '');
  // Accepts 1.234,50, 1,234.50 and 1234.5: the last separator is decimal if one or two digits follow or there is no other separator.
  const normal =
    /,\d{1,2}$/.test(plain) && !/\.\d{1,2}$/.test(plain) ? plain.replace(/\./g, '').replace(',', '.') : plain.replace(/,(?=\d{3}\b)/g, '');
  return /^[+-]?\d+(\.\d+)?$/.test(normal) ? Number(normal) : null;
};

const TRUE = new Set(['true', 'yes', 'ja', 'y', 'j', '1', 'x', '是', 'wahr']);
const FALSE = new Set(['false', 'no', 'nein', 'n', '0', '', '否', 'falsch']);

const scaled = (text: string, factor: number): Parsed => {
  const found = number(text);
  return found === null ? { rule: 'number' } : { value: Math.round(found * factor) };
};

/** Units of measures with their factors. The first is used for storage and export. */
const UNITS: Partial<Record<FieldSpec['kind'], Readonly<Record<string, number>>>> = {
  weight: { g: 1, kg: 1000, t: 1_000_000 },
  size: { mm: 1, cm: 10, m: 1000 },
  volume: { 'dm³': 1, dm3: 1, l: 1, 'm³': 1000, m3: 1000, cbm: 1000 },
};
const unitsOf = ({ kind }: FieldSpec): Readonly<Record<string, number>> => UNITS[kind] ?? {};

/** The header of a column. The header of a measure contains its unit, so that the file can be imported again. */
export function exportHead(field: FieldSpec, locale: Locale): string {
  const [unit] = Object.keys(unitsOf(field));
  const label = textIn(locale, field.label);
  return unit ? `${label} (${unit})` : label;
}

/** Splits `Weight (kg)`, `weight_kg` or `Gewicht in kg` into the header and its unit, if the unit belongs to this field. */
export function headOf(column: string, field: FieldSpec): { name: string; unit: string | null } {
  const { name, unit } = /^(?<name>.*?)(?:\s+in\s+|[\s_([/,-]+)(?<unit>[a-z]+[3³]?)[)\]]?\s*$/i.exec(column)?.groups ?? {};
  const known = unit?.toLowerCase() ?? '';
  return name && Object.hasOwn(unitsOf(field), known) ? { name, unit: known } : { name: column, unit: null };
}

/** Reads a measure with its unit (`1.5 kg`), or a number in a column whose header has a unit. Without any unit it is refused. */
function measured(text: string, field: FieldSpec, column: string): Parsed {
  if (text === '') return { value: null };
  const units = unitsOf(field);
  const [, figure = '', own = ''] = /^(.*?)\s*([a-z]+[3³]|[a-z]*)$/i.exec(text) ?? [];
  const unit = own.toLowerCase() || headOf(column, field).unit;
  if (unit === null)
    return number(figure) === null ? { rule: 'number' } : { rule: 'unitMissing', params: { units: Object.keys(units).join(', ') } };
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return factor === undefined ? { rule: 'number' } : scaled(figure, factor);
}

function optionValue(options: { value: string; label: string | { en: string; cn: string; de: string } }[], text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const found = options.find(
    (option) => option.value.toLowerCase() === wanted || LOCALES.some((locale) => textIn(locale, option.label).toLowerCase() === wanted),
  );
  return found?.value ?? null;
}

/** The number of an option, or any other whole number: the contract says which ones are allowed. */
const numbered = (text: string): Parsed => (/^\s*\d{1,9}\s*$/.test(text) ? { value: Number(text) } : { rule: 'choice' });

/** Parses a cell: the inverse of exportCell, also for values written by people and other programs. The caller resolves references. */
export function importCell(field: FieldSpec, text: string, row: Values, column = ''): Parsed {
  switch (field.kind) {
    case 'money':
      return text === '' ? { value: null } : scaled(text, 10 ** minorDigits(currencyOf(field, row)));
    case 'decimal':
      return text === '' ? { value: null } : scaled(text, 10 ** field.scale);
    case 'percent':
      return text === '' ? { value: null } : scaled(text.replace(/%\s*$/, ''), 100);
    case 'number': {
      if (text === '') return { value: null };
      const found = number(text);
      return found === null ? { rule: 'number' } : { value: found };
    }
    case 'weight':
    case 'size':
    case 'volume':
      return measured(text, field, column);
    case 'boolean': {
      const word = text.trim().toLowerCase();
      return TRUE.has(word) ? { value: true } : FALSE.has(word) ? { value: false } : { rule: 'choice' };
    }
    case 'status':
    case 'choice': {
      if (text === '') return { value: undefined };
      const found = optionValue(field.options, text);
      if (field.kind === 'choice' && field.numeric) return numbered(found ?? text);
      return found === null ? { rule: 'choice' } : { value: found };
    }
    case 'tags':
    case 'choices':
      return {
        value: text
          .split(',')
          .map((part) => (isCountry(field) ? countryCode(part) : part.trim()))
          .filter(Boolean),
      };
    case 'texts':
      return { value: { en: text, cn: text, de: text } };
    case 'json':
      try {
        return isDeeperThan(text, MAX_JSON_DEPTH) ? { rule: 'format' } : { value: text === '' ? undefined : JSON.parse(text) };
      } catch {
        return { rule: 'format' };
      }
    default:
      // Text copied from web pages may contain zero-width characters.
      return { value: isCountry(field) ? countryCode(withoutHidden(text)) : withoutHidden(text) };
  }
}

/** First characters with which a spreadsheet reads a cell as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n\0]/;
export const safeText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
/** Removes the mark added by safeText, so that importing an export changes nothing. */
export const unsafeText = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);
