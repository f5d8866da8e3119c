import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Case, priceOf } from '#contract/trade/price';
import { type Rule, ruleFaults } from '#contract/trade/rule';

const rule = (over: Partial<Rule> = {}): Rule => ({
  id: '1',
  categoryId: 'pick',
  merchantId: null,
  currency: 'EUR',
  mode: 'tier',
  bands: [{ from: 0, price: 4500 }],
  countries: [],
  carrierIds: [],
  zones: [],
  itemKinds: [],
  minWeight: null,
  maxWeight: null,
  minAmount: 0,
  step: 0,
  markup: 0,
  validFrom: null,
  validTo: null,
  ...over,
});
const given = (over: Partial<Case> = {}): Case => ({
  categoryId: 'pick',
  merchantId: 'm',
  currency: 'EUR',
  date: '2026-03-01',
  quantity: 1000,
  ...over,
});
const amount = (rules: Rule[], over: Partial<Case> = {}) => priceOf(rules, given(over))?.amount;

/** 0.45 EUR a piece up to 99, 0.40 from 100 on. */
const BANDS = [
  { from: 0, price: 4500 },
  { from: 100_000, price: 4000 },
];

describe('what a service costs', () => {
  it('is the band that the whole quantity falls into', () => {
    expect(amount([rule({ bands: BANDS })], { quantity: 99_000 })).toBe(4455);
    expect(amount([rule({ bands: BANDS })], { quantity: 100_000 })).toBe(4000);
  });

  it('is each part by its own band where a rule is graduated', () =>
    expect(amount([rule({ bands: BANDS, mode: 'graduated' })], { quantity: 150_000 })).toBe(4500 + 2000));

  it('charges each started step, and never less than the least amount', () => {
    expect(amount([rule({ step: 1000 })], { quantity: 1250 })).toBe(90);
    expect(amount([rule({ minAmount: 200 })])).toBe(200);
    expect(amount([rule({ minAmount: 200 })], { quantity: 0 })).toBe(0);
  });

  it('rounds once, half away from zero', () => {
    // 0.0425 a label: 10 labels are 0.425, so 0.43.
    expect(amount([rule({ bands: [{ from: 0, price: 425 }] })], { quantity: 10_000 })).toBe(43);
  });

  it("is the merchant's own rule before the base, and the narrower before the wider", () => {
    const base = rule({ id: 'a', bands: [{ from: 0, price: 10_000 }] });
    const german = rule({ id: 'b', bands: [{ from: 0, price: 20_000 }], countries: ['DE'] });
    const own = rule({ id: 'c', merchantId: 'm', bands: [{ from: 0, price: 30_000 }] });
    expect(amount([base, german])).toBe(100);
    expect(amount([base, german], { country: 'DE' })).toBe(200);
    expect(amount([base, german, own], { country: 'DE' })).toBe(300);
    expect(amount([base, german, own], { country: 'DE', merchantId: 'other' })).toBe(200);
  });

  it("is the base with the merchant's markup where he has no bands of his own", () => {
    const base = rule({ bands: [{ from: 0, price: 10_000 }] });
    const less = rule({ id: 'less', merchantId: 'm', bands: [], markup: -500 });
    expect(amount([base, less])).toBe(95);
    expect(amount([base, less], { merchantId: null })).toBe(100);
  });

  it('holds only on its days, in its currency, at its weight', () => {
    const spring = rule({ validFrom: '2026-03-01', validTo: '2026-05-31', maxWeight: 5000 });
    expect(amount([spring], { weight: 5000 })).toBe(45);
    const others: Partial<Case>[] = [
      { date: '2026-02-28', weight: 1 },
      { date: '2026-06-01', weight: 1 },
      { weight: 5001 },
      {},
      { currency: 'USD', weight: 1 },
    ];
    for (const over of others) expect(priceOf([spring], given(over)), JSON.stringify(over)).toBeNull();
  });

  it('graduated: more never costs less, and the parts are the whole', () => {
    const bands = fc
      .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 6 })
      .chain((froms) =>
        fc
          .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: froms.length + 1, maxLength: froms.length + 1 })
          .map((prices) => [0, ...froms.toSorted((a, b) => a - b)].map((from, i) => ({ from, price: prices[i] ?? 0 }))),
      );
    fc.assert(
      fc.property(bands, fc.nat(2_000_000), fc.nat(1000), (all, quantity, more) => {
        const one = rule({ bands: all, mode: 'graduated' });
        const priced = priceOf([one], given({ quantity }));
        expect(priced?.parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
        expect(amount([one], { quantity: quantity + more }) ?? 0).toBeGreaterThanOrEqual(priced?.amount ?? 0);
      }),
    );
  });
});

describe('a rule is refused', () => {
  const faults = (over: Partial<Rule>) => ruleFaults(rule(over)).map(({ rule: name }) => name);
  it('without bands that begin at nothing and rise', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ bands: [] })).toEqual(['bandsNeeded']);
    expect(faults({ bands: [{ from: 1, price: 1 }] })).toEqual(['bandsFromZero']);
    expect(faults({ bands: [...BANDS, { from: 100_000, price: 1 }] })).toEqual(['bandsInOrder']);
  });
  it('with bands and a markup, or a markup for everybody', () => {
    expect(faults({ markup: 100 })).toEqual(['bandsOrMarkup']);
    expect(faults({ bands: [], markup: 100 })).toEqual(['bandsNeeded']);
    expect(faults({ bands: [], markup: 100, merchantId: 'm' })).toEqual([]);
  });
  it('with an end before its start, or weights the wrong way round', () => {
    expect(faults({ validFrom: '2026-02-01', validTo: '2026-01-01' })).toEqual(['beforeStart']);
    expect(faults({ minWeight: 2, maxWeight: 1 })).toEqual(['weightsInOrder']);
  });
});
