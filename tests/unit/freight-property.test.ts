import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '#contract/core/fields';
import { addDays } from '#contract/core/house-day';
import { chargeOf, type DayBand } from '#contract/freight/demurrage';
import { toHouse } from '#contract/money/fx';
import { EXPONENTS, HOUSE_CURRENCY } from '#contract/money/scale';

const DAY = fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2024-01-01', n));
const BANDS = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 40 }), perDay: fc.integer({ min: 0, max: 50_000 }) }), {
    selector: ({ from }) => from,
    maxLength: 5,
  })
  .chain((later) =>
    fc.integer({ min: 0, max: 50_000 }).map((perDay): DayBand[] => [{ from: 1, perDay }, ...later.toSorted((a, b) => a.from - b.from)]),
  );
/** The price of a charged day, found the slow way. */
const priceOf = (bands: readonly DayBand[], day: number): number =>
  bands.reduce((price, band) => (band.from <= day ? band.perDay : price), 0);

describe('days of a container, for any tariff and any day', () => {
  it('cost the sum of each of their days, and a day more costs exactly the price of that day', () => {
    fc.assert(
      fc.property(DAY, BANDS, fc.integer({ min: 0, max: 60 }), (last, bands, n) => {
        const at = (days: number) => chargeOf(last, null, addDays(last, days), bands);
        const charge = at(n);
        expect(charge?.days).toBe(n);
        expect(charge?.amount).toBe(Array.from({ length: n }, (_, i) => priceOf(bands, i + 1)).reduce((sum, one) => sum + one, 0));
        expect((at(n + 1)?.amount ?? 0) - (charge?.amount ?? 0)).toBe(priceOf(bands, n + 1));
      }),
    );
  });

  it('end with the return: the same amount whenever it is looked at, and nothing within the free days', () => {
    fc.assert(
      fc.property(DAY, BANDS, fc.integer({ min: -20, max: 40 }), fc.integer({ min: 0, max: 300 }), (last, bands, n, later) => {
        const end = addDays(last, n);
        const ended = chargeOf(last, end, addDays(end, later), bands);
        expect(ended).toEqual(chargeOf(last, end, end, bands));
        if (n <= 0) expect(ended).toMatchObject({ days: 0, amount: 0 });
      }),
    );
  });
});

describe('offers in different currencies, compared in one', () => {
  const RATE = fc.integer({ min: 500_000, max: 9_000_000 });
  const OFFER = fc.record({ currency: fc.constantFrom(...CURRENCIES), amount: fc.integer({ min: 1, max: 100_000_000 }), rate: RATE });

  it('differ from the exact value by half a cent at most, so that the cheaper one stays the cheaper one', () => {
    fc.assert(
      fc.property(OFFER, OFFER, (a, b) => {
        const exact = ({ currency, amount, rate }: typeof a): number =>
          (amount * 1_000_000 * 10 ** (EXPONENTS[HOUSE_CURRENCY] - EXPONENTS[currency])) / rate;
        const house = ({ currency, amount, rate }: typeof a): number => toHouse(amount, currency, rate);
        for (const one of [a, b]) expect(Math.abs(house(one) - exact(one))).toBeLessThanOrEqual(0.500_01);
        if (exact(a) + 1.001 < exact(b)) expect(house(a)).toBeLessThan(house(b));
      }),
    );
  });

  it('of one currency keep their order at every rate', () => {
    fc.assert(
      fc.property(OFFER, fc.integer({ min: 1, max: 100_000 }), ({ currency, amount, rate }, more) => {
        expect(toHouse(amount + more, currency, rate)).toBeGreaterThanOrEqual(toHouse(amount, currency, rate));
      }),
    );
  });
});
