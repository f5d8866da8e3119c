import { describe, expect, it } from 'vitest';
import { countStates, type GridRule, priceGrid, ruleOf } from '../../src/resources/trade/price-grid.ts';

const rule = (id: string, name: string, bands: [number, number][], more: Partial<GridRule> = {}): GridRule => ({
  ...ruleOf({ id, name, categoryId: 'pick', mode: 'tier', per: 'fact' }),
  bands: bands.map(([from, price]) => ({ from, price })),
  ...more,
});

describe('the prices of a tariff as a grid', () => {
  const [piece, heavy, pallet] = [
    rule('a', 'Piece', [
      [0, 5000],
      [10_000, 4000],
    ]),
    rule('b', 'Heavy piece', [[0, 9000]], { minWeight: 10_000 }),
    rule('c', 'Pallet', [[0, 80_000]], { categoryId: 'store' }),
  ];

  it('stands by service, with the price of each band and of those that only other rules have', () => {
    const groups = priceGrid([piece, heavy, pallet], null);
    expect(groups.map(({ categoryId, froms }) => [categoryId, froms])).toEqual([
      ['pick', [0, 10_000]],
      ['store', [0]],
    ]);
    expect(groups[0]?.rows[1]?.cells).toEqual([
      { from: 0, now: 9000, before: 9000, starts: true },
      { from: 10_000, now: 9000, before: 9000, starts: false },
    ]);
    expect(countStates(groups)).toEqual({ same: 3, changed: 0, new: 0, gone: 0 });
  });

  it('is compared with the version before by what a rule is for, not by its name or id', () => {
    const earlier = [
      rule('1', 'Pick, one piece', [[0, 4500]]),
      rule('2', 'Heavy piece', [[0, 9000]], { minWeight: 10_000 }),
      rule('3', 'Express', [[0, 20_000]], { conditions: [{ dimension: 'priority', value: 'high' }] }),
    ];
    const groups = priceGrid([piece, heavy, pallet], earlier);
    expect(groups.flatMap(({ rows }) => rows.map(({ rule: { name }, state }) => [name, state]))).toEqual([
      ['Piece', 'changed'],
      ['Heavy piece', 'same'],
      ['Express', 'gone'],
      ['Pallet', 'new'],
    ]);
    expect(groups[0]?.rows[0]?.cells).toEqual([
      { from: 0, now: 5000, before: 4500, starts: true },
      { from: 10_000, now: 4000, before: 4500, starts: true },
    ]);
    expect(groups[0]?.rows[2]?.cells[0]).toEqual({ from: 0, now: null, before: 20_000, starts: true });
  });

  it('names what else differs: minimum, rounding, markup, how bands count and the days', () => {
    const before = rule('1', 'Piece', [[0, 5000]], { minAmount: 100, validTo: '2026-12-31' });
    const after = rule('2', 'Piece', [[0, 5000]], { minAmount: 250, per: 'month' });
    expect(priceGrid([after], [before])[0]?.rows[0]).toMatchObject({ state: 'changed', others: ['per', 'minAmount', 'validTo'] });
  });

  it('pairs rules for the same case one to one', () => {
    const two = (ids: [string, string], prices: [number, number]) => [
      rule(ids[0], 'First', [[0, prices[0]]]),
      rule(ids[1], 'Second', [[0, prices[1]]]),
    ];
    const rows = priceGrid(two(['a', 'b'], [100, 200]), two(['1', '2'], [100, 150]).toReversed())[0]?.rows ?? [];
    expect(rows.map(({ before, state }) => [before?.id, state])).toEqual([
      ['1', 'same'],
      ['2', 'changed'],
    ]);
  });
});
