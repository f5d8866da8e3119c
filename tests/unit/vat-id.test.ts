import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EU_COUNTRIES, tidyVatId, vatIdCountry, vatIdFault } from '#contract/parties/vat-id';

/** One real shape a country, as published with its rule. */
const GOOD = [
  'ATU13585627',
  'BE 0428.759.497',
  'BG 175 074 752',
  'CHE-107.787.577 IVA',
  'CY-10259033P',
  'CZ 25123891',
  'DE 136 695 976',
  'DK 13585628',
  'EE 100 931 558',
  'EL 094 259 216',
  'ES B-58378431',
  'ES 54362315K',
  'ES X2482300W',
  'FI 2077474-0',
  'FR 40 303 265 045',
  'GB 980 780 684',
  'HR 33392005961',
  'HU 12892312',
  'IE 6433435F',
  'IE 6433435OA',
  'IT 00743110157',
  'LT 119511515',
  'LT 100001919017',
  'LU 150 274 42',
  'LV 4000 3521 600',
  'MT 1167-9112',
  'NL 004495445B01',
  'PL 856 734 6215',
  'PT 501 964 843',
  'RO 185 472 90',
  'SE 123456789701',
  'SI 5022 3054',
  'SK 202 274 96 19',
];

describe('VAT numbers', () => {
  it.each(GOOD)('%s is right', (typed) => expect(vatIdFault(tidyVatId(typed))).toBeNull());

  it('a mistyped digit of the number is found in every country whose rule knows one', () => {
    for (const typed of GOOD) {
      const id = tidyVatId(typed);
      const at = id.startsWith('CHE') ? 6 : 5;
      const wrong = id.slice(0, at) + String((Number(id[at]) + 1) % 10) + id.slice(at + 1);
      expect(vatIdFault(wrong), wrong).not.toBeNull();
    }
  });

  it('a number too short, or of letters, has the wrong shape', () => {
    for (const id of ['DE12345678', 'DEABCDEFGHI', 'ATU1234567', 'D', '']) expect(vatIdFault(id), id).toBe('shape');
  });

  it('countries without a known rule are believed', () => expect(vatIdFault('NO123456789MVA')).toBeNull());

  it('names the country, Greece and Northern Ireland by their own', () => {
    expect(['EL094259216', 'XI980780684', 'CHE107787577', 'DE136695976', 'US1234'].map(vatIdCountry)).toEqual([
      'GR',
      'GB',
      'CH',
      'DE',
      null,
    ]);
    expect(EU_COUNTRIES.size).toBe(27);
  });

  it('never breaks, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (typed) => void vatIdFault(tidyVatId(typed))));
  });
});
