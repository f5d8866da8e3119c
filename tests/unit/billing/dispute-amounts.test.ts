import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditQuantity, grossOf } from '#contract/billing/dispute-amounts';
import { lineNet } from '#contract/money/sums';

describe('the quantity that is credited for an amount', () => {
  it('is what the amount buys at the price of the line', () => {
    // 12.50 at 1.25 a piece are ten pieces; 1.90 at 1.20 are 1.583; 1.00 at 1.00 less a half are two.
    expect(creditQuantity({ unitPrice: 12_500, discount: 0 }, 1250, 'EUR')).toBe(10_000);
    expect(creditQuantity({ unitPrice: 12_000, discount: 0 }, 190, 'EUR')).toBe(1583);
    expect(creditQuantity({ unitPrice: 10_000, discount: 5000 }, 100, 'EUR')).toBe(2000);
  });

  it('never comes to less, and to at most a thousandth of a unit more', () => {
    const line = fc.record({ unitPrice: fc.integer({ min: 1, max: 50_000_000 }), discount: fc.integer({ min: 0, max: 9000 }) });
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 1_000_000 }), (of, amount) => {
        const qty = creditQuantity(of, amount, 'EUR');
        expect(lineNet({ qty, ...of }, 'EUR')).toBeGreaterThanOrEqual(amount);
        expect(lineNet({ qty, ...of }, 'EUR')).toBeLessThanOrEqual(amount + Math.ceil(of.unitPrice / 100_000) + 1);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('has the VAT of its line', () => {
    expect([grossOf(1000, 1900), grossOf(1, 1900), grossOf(1000, 0)]).toEqual([1190, 1, 1000]);
  });
});
