import { describe, expect, it } from 'vitest';
import type { Locale } from '#contract/core/limits';
import type { Scope } from '#print/layout/scope';
import { fill } from '#print/layout/template';

const words = {
  parcel: { en: 'Parcel', cn: '包裹', de: 'Paket' },
  sku: { en: 'SKU', cn: 'SKU', de: 'SKU' },
  'country.DE': { en: 'Germany', cn: '德国', de: 'Deutschland' },
  'kind.box': { en: 'box', cn: '箱', de: 'Karton' },
};
const data = {
  no: 'P-7',
  weight: 12_345,
  qty: 1234567,
  share: 0.5,
  due: '2026-03-09',
  at: '2026-03-09T07:05',
  amount: -1_234_56,
  currency: 'EUR',
  yen: 1500,
  rate: 1900,
  kind: 'box',
  to: { name1: 'Ana Trujillo', name2: '', streetName: 'Avda.', streetNumber: '2222', zip: '05021', city: 'México D.F.', country: 'DE' },
};
const say = (template: string, ...locales: Locale[]): string => {
  const scope: Scope = { job: { locales, dpi: 203, fonts: { glyph: () => null }, words, warn: () => undefined }, values: [data] };
  return fill(template, scope);
};

describe('a template', () => {
  it('takes values by path and words in the reader’s language, or in two at once', () => {
    expect(say('{=parcel} {no} {to.city}', 'de')).toBe('Paket P-7 México D.F.');
    expect(say('{=parcel}', 'de', 'cn')).toBe('Paket / 包裹');
    expect(say('{=sku}', 'en', 'cn')).toBe('SKU');
  });

  it.each([
    ['{qty|number}', '1,234,567', '1.234.567'],
    ['{qty}', '1234567', '1234567'],
    ['{share}', '0.5', '0,5'],
    ['{weight|kg}', '12.35 kg', '12,35 kg'],
    ['{due|date}', '9 Mar 2026', '09.03.2026'],
    ['{at|instant}', '9 Mar 2026 07:05', '09.03.2026 07:05'],
    ['{amount|money:currency}', 'EUR -1,234.56', '-1.234,56 EUR'],
    ['{yen|money:JPY}', 'JPY 1,500', '1.500 JPY'],
    ['{rate|percent}', '19 %', '19 %'],
    ['{kind|word:kind}', 'box', 'Karton'],
  ])('writes %s as people of the country do', (template, en, de) => {
    expect(say(template, 'en')).toBe(en);
    expect(say(template, 'de')).toBe(de);
  });

  it('leaves out a line that has nothing to say, so that an address has no hole', () => {
    expect(say('{to|address}', 'de')).toBe('Ana Trujillo\nAvda. 2222\n05021 México D.F.\nDEUTSCHLAND');
    expect(say('{=parcel}: {nothing.here}\n{no}\nalways', 'en')).toBe('P-7\nalways');
  });

  it('names the country of an address abroad only, as post within the country of the house has none', () => {
    const to = (country: string) => {
      const job = { locales: ['de' as const], dpi: 203, fonts: { glyph: () => null }, words, warn: () => undefined };
      return fill('{to|address:abroad}', { job, values: [{ to: { ...data.to, country: 'DE' }, house: { address: { country } } }] });
    };
    expect(to('DE')).toBe('Ana Trujillo\nAvda. 2222\n05021 México D.F.');
    expect(to('AT')).toBe('Ana Trujillo\nAvda. 2222\n05021 México D.F.\nDEUTSCHLAND');
  });

  it('leaves out a part between dots and the blank of a missing value, so that no line begins or ends with nothing', () => {
    expect(say('{no} · {to.name2}', 'en')).toBe('P-7');
    expect(say('{to.name2} · {no} · {nothing} · {=sku}', 'en')).toBe('P-7 · SKU');
    expect(say('{to.name2} {to.city}', 'en')).toBe('México D.F.');
    expect(say('{to.name2} · {nothing}', 'en')).toBe('');
  });
});
