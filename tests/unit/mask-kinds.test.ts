import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#contract/core/limits';
import { FIELD_KINDS, type FieldKind, type FieldSpec } from '#contract/core/mask';
import type { FieldContext, Row } from '../../src/core/mask/kinds/kind.ts';
import { parseNumber } from '../../src/core/mask/kinds/numbers.ts';
import { KINDS, kindOf } from '../../src/core/mask/kinds/registry.tsx';

process.env['TZ'] = 'Europe/Berlin';

const ID = '0199f0a0-0000-7000-8000-000000000001';
const OTHER = '0199f0a0-0000-7000-8000-000000000002';
const options = [
  { value: 'open', label: { en: 'Open', cn: '未结', de: 'Offen' } },
  { value: 'done', label: { en: 'Done', cn: '完成', de: 'Erledigt' } },
];

/** Values of every kind as the server holds them. */
const SAMPLES: { [K in FieldKind]: { spec: Extract<FieldSpec, { kind: K }>; values: unknown[]; row?: Row } } = {
  text: { spec: { kind: 'text', label: 'x' }, values: ['Queso Cabrales', 'a; b, "c"', '=1+1'] },
  // What is typed never comes back.
  secret: { spec: { kind: 'secret', label: 'x' }, values: [] },
  email: { spec: { kind: 'email', label: 'x' }, values: ['li@kontor.example'] },
  phone: { spec: { kind: 'phone', label: 'x' }, values: ['+49 30 123-456'] },
  url: { spec: { kind: 'url', label: 'x' }, values: ['https://kontor.example/a?b=c#d'] },
  number: { spec: { kind: 'number', label: 'x', unit: 'pcs' }, values: [0, -3, 1234567, 0.25, 1000, 12.125] },
  money: { spec: { kind: 'money', label: 'x', currency: 'EUR' }, values: [0, 29, -1999, 123456789, 100000] },
  percent: { spec: { kind: 'percent', label: 'x' }, values: [0, 1900, 725, 1] },
  weight: { spec: { kind: 'weight', label: 'x' }, values: [0, 1, 999, 1000, 1001, 12345678] },
  size: { spec: { kind: 'size', label: 'x' }, values: [0, 99, 100, 101, 100000] },
  volume: { spec: { kind: 'volume', label: 'x' }, values: [0, 1, 96, 1200, 12345, 1234567] },
  date: { spec: { kind: 'date', label: 'x' }, values: ['2026-02-28', '2024-02-29'] },
  instant: { spec: { kind: 'instant', label: 'x' }, values: ['2026-11-21T10:05:07.000Z', '2026-06-01T23:59:59.000Z'] },
  status: { spec: { kind: 'status', label: 'x', options }, values: ['open', 'done'] },
  choice: { spec: { kind: 'choice', label: 'x', options }, values: ['open', 'done'] },
  choices: { spec: { kind: 'choices', label: 'x', options }, values: [['open', 'done'], [], ['done']] },
  boolean: { spec: { kind: 'boolean', label: 'x' }, values: [true, false] },
  reference: { spec: { kind: 'reference', label: 'x', area: 'merchants' }, values: [ID], row: { xLabel: 'Northwind · 7' } },
  references: {
    spec: { kind: 'references', label: 'x', area: 'roles' },
    values: [[ID, OTHER], []],
    row: { xLabels: ['manager', 'packer'] },
  },
  tags: { spec: { kind: 'tags', label: 'x' }, values: [['cold', 'a, b'], []] },
  image: { spec: { kind: 'image', label: 'x' }, values: ['0123456789abcdef0123456789abcdef'] },
  file: { spec: { kind: 'file', label: 'x' }, values: ['0123456789abcdef0123456789abcdef'] },
  address: {
    spec: { kind: 'address', label: 'x' },
    values: [
      {
        name1: 'Li',
        name2: '',
        streetName: 'Hauptstr.',
        streetNumber: '5',
        zip: '10115',
        city: 'Berlin',
        country: 'DE',
        phone: '',
        email: '',
        addition: '',
      },
    ],
  },
  barcode: { spec: { kind: 'barcode', label: 'x' }, values: ['4006381333931', 'SKU-0O1l'] },
  texts: {
    spec: { kind: 'texts', label: 'x' },
    values: [
      { en: 'Hold', cn: '暂停', de: 'Anhalten' },
      { en: 'two\nlines', cn: '', de: '' },
    ],
  },
  json: { spec: { kind: 'json', label: 'x' }, values: [{ a: [1, 'b', null] }, [true]] },
  color: { spec: { kind: 'color', label: 'x' }, values: ['#1890ff'] },
  decimal: { spec: { kind: 'decimal', label: 'x', scale: 4 }, values: [0, 425, -1, 123456789, 10_000] },
  lines: {
    spec: { kind: 'lines', label: 'x', columns: { qty: { kind: 'decimal', label: 'x', scale: 3 } } },
    values: [[{ id: ID, qty: 1500 }], []],
  },
};

const context = (spec: FieldSpec, row: Row, locale: Locale): FieldContext => ({
  name: 'x',
  spec,
  row,
  locale,
  text: (text) => (typeof text === 'string' ? text : text[locale]),
  t: (key) => ({ yes: { en: 'yes', cn: '是', de: 'ja' }, no: { en: 'no', cn: '否', de: 'nein' } })[key]?.[locale] ?? key,
  relative: (at) => at.toISOString(),
  linkTo: () => null,
});

describe.each(FIELD_KINDS)('kind %s', (kind) => {
  const { spec, values, row } = SAMPLES[kind];
  it.each(LOCALES)('reads back what it writes, in %s', (locale) => {
    for (const value of values) {
      const field = context(spec, { ...row, x: value }, locale);
      expect(KINDS[kind].parse(kindOf(spec).format(value, field), field as never)).toEqual({ value });
    }
  });
  it('shows nothing as a dash and reads the dash as nothing', () => {
    const field = context(spec, { x: null }, 'en');
    expect(kindOf(spec).format(null, field)).toBe('–');
    const parsed = kindOf(spec).parse('–', field);
    expect([null, []]).toContainEqual('value' in parsed ? parsed.value : parsed);
  });
});

describe('kinds and wrong input', () => {
  const parse = (spec: FieldSpec, text: string, locale: Locale = 'en') => kindOf(spec).parse(text, context(spec, {}, locale));
  it('refuses what is no number instead of guessing', () => {
    expect(parse({ kind: 'number', label: 'x' }, '12abc')).toEqual({ rule: 'number' });
    expect(parse({ kind: 'money', label: 'x' }, '1,2,3')).toEqual({ rule: 'number' });
    expect(parse({ kind: 'money', label: 'x' }, '0.295')).toEqual({ rule: 'tooFine' });
  });
  it('reads units; a bare weight is in kilograms and a bare size in centimetres', () => {
    expect(parse({ kind: 'weight', label: 'x' }, '1,5 kg', 'de')).toEqual({ value: 1500 });
    expect(parse({ kind: 'weight', label: 'x' }, '1.5kg', 'de')).toEqual({ value: 1500 });
    expect(parse({ kind: 'weight', label: 'x' }, '2,5', 'de')).toEqual({ value: 2500 });
    expect(parse({ kind: 'weight', label: 'x' }, '250 g')).toEqual({ value: 250 });
    expect(parse({ kind: 'size', label: 'x' }, '30')).toEqual({ value: 300 });
    expect(parse({ kind: 'size', label: 'x' }, '12.5 cm')).toEqual({ value: 125 });
    expect(parse({ kind: 'volume', label: 'x' }, '1.2 m³', 'de')).toEqual({ value: 1200 });
    expect(parse({ kind: 'volume', label: 'x' }, '12,345 CBM', 'de')).toEqual({ value: 12_345 });
    expect(parse({ kind: 'volume', label: 'x' }, '1,2')).toEqual({ value: 1200 });
    expect(parse({ kind: 'volume', label: 'x' }, '96 dm3')).toEqual({ value: 96 });
    expect(parse({ kind: 'volume', label: 'x' }, '3 yd³')).toMatchObject({ rule: 'unit' });
    expect(kindOf({ kind: 'volume' }).format(1200, context({ kind: 'volume', label: 'x' }, {}, 'de'))).toBe('1,2\u00a0m³');
    expect(parse({ kind: 'size', label: 'x' }, '3 feet')).toMatchObject({ rule: 'unit' });
  });
  it('writes time worked and the size of files as people do, and reads both ways of writing time', () => {
    const minutes: FieldSpec = { kind: 'number', label: 'x', unit: 'min' };
    const bytes: FieldSpec = { kind: 'number', label: 'x', unit: 'B' };
    const written = (spec: FieldSpec, value: number, locale: Locale = 'en') => kindOf(spec).format(value, context(spec, {}, locale));
    expect([474, 35, 15_456].map((n) => written(minutes, n))).toEqual(['7:54\u00a0h', '0:35\u00a0h', '257:36\u00a0h']);
    for (const text of ['7:54', '7:54 h', '474', '474 min']) expect(parse(minutes, text), text).toEqual({ value: 474 });
    expect(parse(minutes, '7:75')).toEqual({ rule: 'number' });
    expect([0, 999, 34_524, 2_500_000].map((n) => written(bytes, n, 'de'))).toEqual([
      '0\u00a0B',
      '999\u00a0B',
      '34,5\u00a0kB',
      '2,5\u00a0MB',
    ]);
  });
  it('writes an amount with parts of a cent in its currency, with all its digits, and reads it back', () => {
    const spec: FieldSpec = { kind: 'decimal', label: 'x', scale: 7, currencyField: 'currency' };
    const written = (value: number, currency: string, locale: Locale) => kindOf(spec).format(value, context(spec, { currency }, locale));
    expect(written(4_275_000, 'EUR', 'de')).toBe('0,4275\u00a0€');
    expect(written(18_000_000, 'EUR', 'de')).toBe('1,80\u00a0€');
    expect(written(-425_000, 'USD', 'en')).toBe('-US$0.0425');
    expect(written(425_000, '', 'en')).toBe('0.0425');
    expect(parse(spec, '1.234,5678\u00a0€', 'de')).toEqual({ value: 12_345_678_000 });
  });
  it('reads agreed hours as people type them, and shows them as hours and minutes', () => {
    const spec = { kind: 'number', label: 'x', unit: 'min', hours: true, min: 0, max: 600 } as const;
    const typed = (text: string, locale: Locale) => parse(spec, text, locale);
    for (const text of ['8', '8:00', '8 h', '8:00 h']) expect(typed(text, 'de'), text).toEqual({ value: 480 });
    const halves = [typed('7,5', 'de'), typed('7.5', 'de'), typed('7.5', 'en'), typed('7:30', 'cn')];
    for (const half of halves) expect(half).toEqual({ value: 450 });
    expect(typed('11', 'de')).toEqual({ rule: 'tooBig', params: { max: '10:00\u00a0h' } });
    expect([typed('eight', 'en'), typed('7.333', 'en')]).toEqual([{ rule: 'hours' }, { rule: 'hours' }]);
  });

  it('a number with a name is shown and read by its name, and any other number by itself', () => {
    const spec: FieldSpec = {
      kind: 'choice',
      label: 'x',
      numeric: true,
      options: [{ value: '110', label: { en: 'Warehouse', cn: '仓库', de: 'Lager' } }],
    };
    const shown = (value: number) => kindOf(spec).format(value, context(spec, { x: value }, 'de'));
    expect([shown(110), shown(115)]).toEqual(['Lager', '115']);
    expect([parse(spec, '仓库', 'cn'), parse(spec, '115'), parse(spec, '110')]).toEqual([{ value: 110 }, { value: 115 }, { value: 110 }]);
    expect(parse(spec, 'hall')).toEqual({ rule: 'choice' });
  });
  it('a plain country is kept by its code, and read by its name in the reader’s language', () => {
    const country = (locale: Locale) => context({ kind: 'text', label: 'x', pattern: 'countryCode' }, {}, locale);
    const kind = kindOf({ kind: 'text' });
    expect((['en', 'de', 'cn'] as const).map((locale) => kind.format('DE', country(locale)))).toEqual(['Germany', 'Deutschland', '德国']);
    expect(kind.parse('Deutschland', country('de'))).toEqual({ value: 'DE' });
    expect(kind.parse('at', country('en'))).toEqual({ value: 'AT' });
    expect(kind.parse('XX', country('en'))).toEqual({ rule: 'countryCode' });
  });

  it('several countries are kept by their codes, and typed and read by name or code', () => {
    const spec = { kind: 'tags', label: 'x', pattern: 'countryCode' } as const;
    const kind = kindOf(spec);
    const countries = (locale: Locale) => context(spec, {}, locale);
    expect(kind.format(['DE', 'CN'], countries('de'))).toBe('Deutschland; China');
    expect(kind.parse('Deutschland; cn', countries('de'))).toEqual({ value: ['DE', 'CN'] });
    expect(kind.parse('Deutschland; Atlantis', countries('de'))).toEqual({ rule: 'countryCode' });
    expect(kindOf({ kind: 'tags' }).parse('a; b', context({ kind: 'tags', label: 'x' }, {}, 'en'))).toEqual({ value: ['a', 'b'] });
  });

  it('refuses days that no calendar has', () => {
    expect(parse({ kind: 'date', label: 'x' }, '2026-02-30')).toEqual({ rule: 'date' });
    for (const text of ['28.2.2026', '2026/2/28', '2026年2月28日', '20260228'])
      expect(parse({ kind: 'date', label: 'x' }, text), text).toEqual({ value: '2026-02-28' });
  });
  it('reads thousands of the reader’s language', () => {
    expect(parseNumber('1.234.567,5', 'de')).toBe(1234567.5);
    expect(parseNumber('1,234,567.5', 'en')).toBe(1234567.5);
    expect(parseNumber('1.234', 'de')).toBe(1234);
    expect(parseNumber('1,23', 'en')).toBe(1.23);
    expect(parseNumber('1,234', 'en')).toBe(1234);
  });
  it('names a kind that it does not know and goes on', () => {
    const alien = { kind: 'hologram', label: 'x' } as unknown as FieldSpec;
    expect(kindOf(alien).format('v', context(alien, {}, 'en'))).toBe('unsupported');
  });
  it('never makes a link that runs code', () => {
    expect(parse({ kind: 'url', label: 'x' }, 'javascript:alert(1)')).toEqual({ rule: 'url' });
  });
});
