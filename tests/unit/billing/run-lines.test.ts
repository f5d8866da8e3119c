import { describe, expect, it } from 'vitest';
import { type Bundle, billedLines, latePeriod, minimumLine } from '#contract/billing/run-lines';
import { lineNet } from '#contract/money/sums';

const bundle = (over: Partial<Bundle> = {}): Bundle => {
  const { unitPrice = 425, qty = 1000 } = over;
  return {
    categoryId: 'c',
    storehouseId: null,
    lateFrom: null,
    unitPrice,
    qty,
    exact: BigInt(unitPrice ?? 0) * BigInt(qty),
    topUp: 0,
    count: 1,
    ...over,
  };
};
const net = (bundles: readonly Bundle[]): number => billedLines(bundles, 'EUR').reduce((sum, line) => sum + lineNet(line, 'EUR'), 0);

describe('the lines of a run', () => {
  it('have one line for each price, and the sum of costs as one line that says how many', () => {
    const costs = [bundle({ unitPrice: null, qty: 5000, exact: 123_456_789n, count: 5 }), bundle({ unitPrice: null, exact: 100_000n })];
    expect(billedLines([bundle({ qty: 10_000_000 }), ...costs], 'EUR')).toEqual([
      { categoryId: 'c', storehouseId: null, lateFrom: null, kind: 'price', unitPrice: 425, qty: 10_000_000, count: 1 },
      // 12.3456789 and 0.01, rounded once.
      { categoryId: 'c', storehouseId: null, lateFrom: null, kind: 'sum', unitPrice: 123_600, qty: 1000, count: 6 },
    ]);
    // 10,000 at 0.0425 and the costs.
    expect(net([bundle({ qty: 10_000_000 }), ...costs])).toBe(42_500 + 1236);
  });

  it('leave out what is free, and have a line of its own for a missing minimum', () => {
    expect(billedLines([bundle({ unitPrice: 0, exact: 0n })], 'EUR')).toEqual([]);
    expect(billedLines([bundle({ qty: 1_000_000, topUp: 77 })], 'EUR').map(({ kind, unitPrice }) => [kind, unitPrice])).toEqual([
      ['price', 425],
      ['topUp', 7700],
    ]);
    expect(lineNet(minimumLine(123, 'EUR', 'c'), 'EUR')).toBe(123);
  });

  it('become one line for each service above 400 prices, so that an invoice keeps within its 500 lines, and the sum stays', () => {
    const many = Array.from({ length: 900 }, (_, i) => bundle({ categoryId: `c${i % 3}`, unitPrice: 10_000 + 100 * i, count: 2 }));
    const lines = billedLines(many, 'EUR');
    expect(lines.map(({ categoryId, kind, count }) => [categoryId, kind, count])).toEqual(['c0', 'c1', 'c2'].map((id) => [id, 'sum', 600]));
    // 900 × 1.00 and 0.01 for each step: 899 × 900 / 2 cents.
    expect(net(many)).toBe(90_000 + (899 * 900) / 2);
    expect(billedLines(many.slice(0, 400), 'EUR')).toHaveLength(400);
  });

  it('never put two storehouses into one line, not even as a sum', () => {
    const of = (storehouseId: string | null) => [
      bundle({ storehouseId, topUp: 50 }),
      bundle({ storehouseId, unitPrice: null, exact: 10_000_000n }),
    ];
    const lines = billedLines([...of('hh'), ...of('pl'), ...of(null)], 'EUR');
    expect(lines.map(({ kind, storehouseId }) => [kind, storehouseId])).toEqual(
      ['price', 'sum', 'topUp'].flatMap((kind) => ['hh', 'pl', null].map((storehouse) => [kind, storehouse])),
    );
    const many = Array.from({ length: 900 }, (_, i) => bundle({ storehouseId: i % 2 === 0 ? 'hh' : 'pl', unitPrice: 10_000 + 100 * i }));
    expect(billedLines(many, 'EUR').map(({ storehouseId, count }) => [storehouseId, count])).toEqual([
      ['hh', 450],
      ['pl', 450],
    ]);
  });

  it('keep what is late apart by its month, at the same price, as a sum and as a missing minimum', () => {
    const [october, september] = ['2026-10-01', '2026-09-01'];
    const of = (lateFrom: string | null) => [bundle({ lateFrom, topUp: 50 }), bundle({ lateFrom, unitPrice: null, exact: 10_000_000n })];
    const lines = billedLines([...of(null), ...of(october), ...of(september)], 'EUR');
    expect(lines.map(({ kind, lateFrom, unitPrice }) => [kind, lateFrom, unitPrice])).toEqual(
      [
        ['price', 425],
        ['sum', 10_000],
        ['topUp', 5000],
      ].flatMap(([kind, unitPrice]) => [null, october, september].map((late) => [kind, late, unitPrice])),
    );
    // A month ends at the latest on the day before the run.
    expect(latePeriod(october, '2026-11-01')).toEqual({ from: october, to: '2026-10-31' });
    expect(latePeriod('2024-02-01', '2026-11-01')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(latePeriod('2026-11-01', '2026-11-16')).toEqual({ from: '2026-11-01', to: '2026-11-15' });
  });
});
