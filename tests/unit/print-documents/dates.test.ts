import { describe, expect, it } from 'vitest';
import type { Locale } from '#contract/core/limits';
import { LAYOUTS } from '#print/layouts/layouts';
import { make } from './data.ts';
import { drawn, SHEETS, textsOf } from './sheets.ts';

/** Fields that hold a day, an instant or a month, by the end of their name. */
const DATED = /(?:At|On|[dD]ate|[dD]ay|[mM]onth|expiry|bestBefore)$/;
const FORMATS = ['date', 'instant', 'month'];

/** Every `{field|format}` of a layout, in the order in which it is written. */
const fieldsOf = (layout: unknown): [field: string, format: string | undefined][] =>
  [...JSON.stringify(layout).matchAll(/\{([a-zA-Z.]+)(?:\|([a-z]+))?[^}]*\}/g)].map(([, field = '', format]) => [field, format]);

describe('dates on paper', () => {
  it('every date is written by the one writer of dates, on all papers and labels', () => {
    const dated = Object.entries(LAYOUTS).flatMap(([document, layout]) =>
      fieldsOf(layout)
        .filter(([field]) => DATED.test(field))
        .map(([field, format]) => ({ document, field, format })),
    );
    expect(dated.length).toBeGreaterThan(15);
    expect(dated.filter(({ format }) => !FORMATS.includes(format ?? ''))).toEqual([]);
  });

  const WRITTEN: Record<Locale, RegExp> = { en: /^21 Nov 2026( 12:34)?$/, de: /^21\.11\.2026( 12:34)?$/, cn: /^2026-11-21( 12:34)?$/ };
  const ANY = /(?<![\w-])(?:\d{1,2} [A-Z][a-z]{2} \d{4}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2})?(?![\w-])/g;
  const CASES = SHEETS.flatMap((document) => (['en', 'de', 'cn'] as const).map((locale) => [document, locale] as const));

  it.each(CASES)('%s in %s: one way to write a date', async (document, locale) => {
    const { record } = make(document, 3, 1);
    const days = Object.fromEntries(
      fieldsOf(LAYOUTS[document])
        .filter(([field, format]) => FORMATS.includes(format ?? '') && !field.includes('.'))
        .map(([field]) => [field, '2026-11-21T12:34']),
    );
    const rows = Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((row: unknown) => (row && typeof row === 'object' ? { ...row, ...days } : row)) : value,
      ]),
    );
    const { pages } = await drawn(document, [{ ...rows, ...days }], [locale]);
    const seen = pages.flatMap((page) => textsOf(page).flatMap(({ text }) => text.match(ANY) ?? []));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => !WRITTEN[locale].test(text))).toEqual([]);
  });
});
