import { describe, expect, it } from 'vitest';
import { lastingWords, ruleSearch } from '#contract/bank/learned-rule';

describe('a learned rule', () => {
  it.each([
    ['Kontoführung November 2026', 'Kontoführung'],
    ['Rechnung 4711 Telekom Festnetz', 'Telekom Festnetz'],
    ['Miete Halle 3, Dez. 2026', 'Miete Halle'],
    ['RE-2026-77', ''],
    ['', ''],
  ])('looks for the words of “%s” that come again', (purpose, words) => {
    expect(lastingWords(purpose)).toBe(words);
  });

  it('looks for the account, and for words only where the account does not tell', () => {
    const entry = { iban: 'DE1', counterparty: 'Telekom', purpose: 'Festnetz 11/2026', isAmbiguous: false };
    expect(ruleSearch(entry)).toEqual({ iban: 'DE1', text: '' });
    expect(ruleSearch({ ...entry, isAmbiguous: true })).toEqual({ iban: 'DE1', text: 'Festnetz' });
    expect(ruleSearch({ ...entry, isAmbiguous: true, purpose: '4711' })).toBeNull();
    expect(ruleSearch({ ...entry, iban: '' })).toEqual({ iban: '', text: 'Telekom' });
    expect(ruleSearch({ ...entry, iban: '', counterparty: '', purpose: '99' })).toBeNull();
  });
});
