import { describe, expect, it } from 'vitest';
import { findNumbers, findReferences, plainNumber } from '#contract/bank/find-numbers';
import { creditorReference, epcCode, sharedReference } from '#contract/money/remittance';

const number = (n: number): string => `E-2026-${String(n).padStart(5, '0')}`;
const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => number(n + 1));

describe('the reference of a transfer that pays several invoices', () => {
  it('is the creditor reference of the only one', () => {
    expect(sharedReference([number(1)], 'MB-1001')).toBe(creditorReference(number(1)));
    expect(findReferences(sharedReference([number(1)], 'MB-1001'))).toEqual([plainNumber(number(1))]);
  });

  it('names their numbers, each of which the bank finds in the purpose', () => {
    for (const count of [2, 5, 10]) {
      const text = sharedReference(numbers(count), 'MB-1001');
      expect(text.length).toBeLessThanOrEqual(140);
      expect(findNumbers(text)).toEqual(numbers(count).map(plainNumber));
    }
  });

  it('is the number that stands for all where a transfer has no room for theirs', () => {
    expect(sharedReference(numbers(11), 'MB-1001')).toBe('MB-1001');
    expect(sharedReference([], 'MB-1001')).toBe('MB-1001');
  });

  it('stands in the field of the code that is for words, where it is no creditor reference (EPC069-12)', () => {
    const transfer = { iban: 'DE02120300000000202051', bic: '', holder: 'Kontor', amount: 41_983 };
    const fields = (reference: string) =>
      epcCode({ ...transfer, reference })
        .split('\n')
        .slice(8);
    expect(fields(creditorReference(number(1)))).toEqual(['', creditorReference(number(1))]);
    expect(fields('E-2026-00001, E-2026-00002')).toEqual(['', '', 'E-2026-00001, E-2026-00002']);
    expect(fields('')).toEqual(['', '']);
  });
});
