import { describe, expect, it } from 'vitest';
import { make } from './data.ts';
import { drawn, textsOf } from './sheets.ts';

/** What the lines of an invoice say, in one language. */
async function said(lines: { price: number; discount?: number | null }[], locale: 'de' | 'en' | 'cn'): Promise<string[]> {
  const { record } = make('invoice', lines.length, 0);
  const rows = (record['lines'] as object[]).map((line, i) => ({ ...line, discount: null, ...lines[i] }));
  const { pages } = await drawn('invoice', [{ ...record, currency: 'EUR', lines: rows }], [locale]);
  return pages.flatMap(textsOf).map(({ text }) => text);
}

// The first page of Chinese glyphs takes its time on a busy machine.
describe('the price of one, on an invoice', () => {
  it.each([
    ['de', ['0,0425 EUR', '0,125 EUR', '19,99 EUR', '20,00 EUR', '1.234,5678 EUR']],
    ['en', ['EUR 0.0425', 'EUR 0.125', 'EUR 19.99', 'EUR 20.00', 'EUR 1,234.5678']],
    ['cn', ['EUR 0.0425', 'EUR 0.125', 'EUR 19.99', 'EUR 20.00', 'EUR 1,234.5678']],
  ] as const)('stands with its parts of a cent, and without noughts that say nothing (%s)', async (locale, prices) => {
    const texts = await said(
      [4.25, 12.5, 1999, 2000, 123_456.78].map((price) => ({ price })),
      locale,
    );
    expect(texts).toEqual(expect.arrayContaining([...prices]));
  });
  it.each([
    ['de', 'Rabatt 12,5 %'],
    ['en', 'Discount 12.5 %'],
    ['cn', '优惠 12.5 %'],
  ] as const)('is as agreed, and what is taken off it stands below (§ 14 Abs. 4 Nr. 7 UStG; %s)', async (locale, discount) => {
    const texts = await said([{ price: 1000, discount: 1250 }, { price: 5000 }], locale);
    expect(texts.filter((text) => text === discount)).toHaveLength(1);
    expect(texts.some((text) => text.includes('10') && text.includes('EUR'))).toBe(true);
    expect(texts.filter((text) => text.startsWith(discount.split(' ')[0] ?? ''))).toHaveLength(1);
  });
});
