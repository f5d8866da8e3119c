import { describe, expect, it } from 'vitest';
import type { FieldSpec } from '#contract/core/mask';
import { exportCell, importCell, safeText, unsafeText } from '../../server/core/http/cells.ts';
import { countryCode } from '../../server/core/http/countries.ts';

const money = { kind: 'money', label: 'x', currencyField: 'currency' } as FieldSpec;

describe('cells of files', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\0x'])('marks %j, and takes the mark off again (P23)', (text) => {
    expect(safeText(text)).toBe(`'${text}`);
    expect(unsafeText(safeText(text))).toBe(text);
  });
  it.each(["O'Neill", "'quoted'", 'plain', ''])('leaves %j alone', (text) => expect(unsafeText(safeText(text))).toBe(text));

  it.each([
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    ['1234', 123_400],
    ['12,5', 1250],
    ['-3.20', -320],
    ['1 234,00', 123_400],
  ])('reads money %s as %i cents', (text, value) => expect(importCell(money, text, {})).toEqual({ value }));
  it.each(['much', '1.2.3', '12,345,6', '1e5', 'NaN'])('refuses %s as a number', (text) =>
    expect(importCell(money, text, {})).toEqual({ rule: 'number' }),
  );

  it.each([
    ['100 g', 100],
    ['1,5 kg', 1500],
    ['1.25KG', 1250],
    ['', null],
  ])('reads the weight %j as %s grams', (text, value) => expect(importCell({ kind: 'weight', label: 'x' }, text, {})).toEqual({ value }));
  it.each([
    ['Weight (g)', 250],
    ['Gewicht in kg', 250_000],
    ['weight_kg', 250_000],
    ['Weight [g]', 250],
  ])('below the head %j, a bare 250 is %i grams', (column, value) =>
    expect(importCell({ kind: 'weight', label: 'x' }, '250', {}, column)).toEqual({ value }),
  );
  it('a bare number whose unit nobody wrote is refused, and the units are named', () => {
    expect(importCell({ kind: 'weight', label: 'x' }, '2,5', {}, 'Weight')).toEqual({ rule: 'unitMissing', params: { units: 'g, kg, t' } });
    expect(importCell({ kind: 'volume', label: 'x' }, '1.2 m³', {})).toEqual({ value: 1200 });
    expect(importCell({ kind: 'volume', label: 'x' }, '1.2', {}, 'Volume (m3)')).toEqual({ value: 1200 });
    expect(importCell({ kind: 'volume', label: 'x' }, '96', {}, 'Volumen (dm³)')).toEqual({ value: 96 });
    expect(importCell({ kind: 'size', label: 'x' }, '30', {}, 'Length')).toMatchObject({ rule: 'unitMissing' });
  });
  it.each(['100 lb', 'kg', 'heavy'])('refuses %j as a weight', (text) =>
    expect(importCell({ kind: 'weight', label: 'x' }, text, {})).toEqual({ rule: 'number' }),
  );

  it('writes a number by its name, and reads the name in every language, or any other number', () => {
    const type: FieldSpec = {
      kind: 'choice',
      label: 'x',
      numeric: true,
      options: [{ value: '110', label: { en: 'Warehouse', cn: '仓库', de: 'Lager' } }],
    };
    expect(exportCell('type', type, { type: 110 }, 'de')).toBe('Lager');
    expect(exportCell('type', type, { type: 115 }, 'de')).toBe('115');
    for (const text of ['warehouse', 'Lager', '仓库', '110']) expect(importCell(type, text, {})).toEqual({ value: 110 });
    expect(importCell(type, '115', {})).toEqual({ value: 115 });
    expect(importCell(type, 'Halle', {})).toEqual({ rule: 'choice' });
  });

  it('writes money in whole units of its own currency', () => {
    expect(exportCell('price', money, { price: 2100, currency: 'EUR' }, 'en')).toBe(21);
    expect(exportCell('price', money, { price: 2100, currency: 'JPY' }, 'en')).toBe(2100);
    expect(exportCell('price', money, { price: null }, 'en')).toBeNull();
  });

  it.each([
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['德国', 'DE'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['Venezuela', 'VE'],
    ['de', 'DE'],
    ['Atlantis', 'Atlantis'],
  ])('writes the country %s as %s', (name, code) => expect(countryCode(name)).toBe(code));

  it('countries leave a house by name and come in by name or code, one or several', () => {
    const one = { kind: 'text', label: 'x', pattern: 'countryCode' } as const;
    const many = { kind: 'tags', label: 'x', pattern: 'countryCode' } as const;
    expect(exportCell('c', one, { c: 'DE' }, 'de')).toBe('Deutschland');
    expect(exportCell('c', many, { c: ['DE', 'CN'] }, 'en')).toBe('Germany, China');
    for (const text of ['Germany, China', 'Deutschland, cn', '德国,中国'])
      expect(importCell(many, text, {}), text).toEqual({ value: ['DE', 'CN'] });
    for (const text of ['Germany', 'DE', '德国']) expect(importCell(one, text, {}), text).toEqual({ value: 'DE' });
  });
});
