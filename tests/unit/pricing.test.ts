import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Case, PriceList, priceOf, reversed, roundedExact } from '#contract/trade/price';
import { type Rule, ruleFaults } from '#contract/trade/rule';

const rule = (over: Partial<Rule> = {}): Rule => ({
  id: '1',
  categoryId: 'pick',
  merchantId: null,
  currency: 'EUR',
  mode: 'tier',
  per: 'fact',
  bands: [{ from: 0, price: 4500 }],
  countries: [],
  carrierIds: [],
  zones: [],
  itemKinds: [],
  minWeight: null,
  maxWeight: null,
  conditions: [],
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
const amount = (rules: Rule[], over: Partial<Case> = {}) => {
  const priced = priceOf(rules, given(over));
  return priced ? roundedExact(priced.exact, 'EUR') + priced.topUp : undefined;
};

/** 0.45 EUR a piece up to 99, 0.40 from 100 on. */
const BANDS = [
  { from: 0, price: 4500 },
  { from: 100_000, price: 4000 },
];

describe('what a service costs', () => {
  it('depends on the conditions of its fact: values of one kind are alternatives, every kind must hold, and the narrower price wins', () => {
    const conditions = [
      { dimension: 'outcome', value: 'restock' },
      { dimension: 'outcome', value: 'bWare' },
      { dimension: 'weekday', value: '6' },
    ] as const;
    const rules = [rule({ id: '2', bands: [{ from: 0, price: 9000 }], conditions }), rule()];
    expect(amount(rules, { facts: { outcome: 'bWare', weekday: '6' } })).toBe(90);
    expect(amount(rules, { facts: { outcome: 'bWare', weekday: '5' } })).toBe(45);
    expect(amount(rules, { facts: { weekday: '6' } })).toBe(45);
    expect(amount(rules)).toBe(45);
  });

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

  it('is exact, and rounded only where cases come together: 10,000 labels at 0.0425 are 425.00, not 400.00', () => {
    const labels = rule({ bands: [{ from: 0, price: 425 }] });
    expect(amount([labels], { quantity: 10_000 })).toBe(43);
    const all = new PriceList([labels]).priceAll(Array.from({ length: 10_000 }, () => given()));
    expect(
      roundedExact(
        all.reduce((sum, one) => sum + (one?.exact ?? 0n), 0n),
        'EUR',
      ),
    ).toBe(42_500);
  });

  it('of a reversal is that of what it takes back, whatever the tariff says today', () => {
    const priced = priceOf([rule({ bands: BANDS, mode: 'graduated', minAmount: 99_999 })], given({ quantity: 150_000 }));
    const back = priced && reversed(priced);
    expect(back?.parts).toEqual([
      { from: 0, quantity: -100_000, unitPrice: 4500 },
      { from: 100_000, quantity: -50_000, unitPrice: 4000 },
    ]);
    expect((priced?.exact ?? 0n) + (back?.exact ?? 1n)).toBe(0n);
    expect((priced?.topUp ?? 0) + (back?.topUp ?? 1)).toBe(0);
    expect(() => priceOf([rule()], given({ quantity: -1 }))).toThrow(RangeError);
  });

  it('has its markup in the unit price, so that unit price times quantity is the amount', () => {
    const less = rule({ id: 'less', merchantId: 'm', bands: [], markup: -333 });
    const priced = priceOf([rule({ bands: [{ from: 0, price: 425 }] }), less], given({ quantity: 1_234_000 }));
    expect(priced?.parts).toEqual([{ from: 0, quantity: 1_234_000, unitPrice: 411 }]);
    expect(roundedExact(priced?.exact ?? 0n, 'EUR')).toBe(5072);
  });

  it('names the rules that fit just as well', () => {
    const [one, other] = [rule({ id: 'a' }), rule({ id: 'b' })];
    expect(priceOf([other, one], given())?.ties).toEqual([other]);
    expect(priceOf([one, rule({ id: 'b', validFrom: '2026-01-01' })], given())?.ties).toEqual([]);
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
    expect(amount([spring], { weight: 4999 })).toBe(45);
    const others: Partial<Case>[] = [
      { date: '2026-02-28', weight: 1 },
      { date: '2026-06-01', weight: 1 },
      { weight: 5000 },
      {},
      { currency: 'USD', weight: 1 },
    ];
    for (const over of others) expect(priceOf([spring], given(over)), JSON.stringify(over)).toBeNull();
  });

  it('holds at a weight by one of two ranges that meet there', () => {
    const light = rule({ id: 'a', maxWeight: 2000 });
    const heavy = rule({ id: 'b', minWeight: 2000, maxWeight: 5000, bands: [{ from: 0, price: 9000 }] });
    expect([1999, 2000, 4999].map((weight) => amount([light, heavy], { weight }))).toEqual([45, 90, 90]);
    expect(priceOf([light, heavy], given({ weight: 2000 }))?.ties).toEqual([]);
  });

  describe('where a rule counts together', () => {
    const list = (over: Partial<Rule>) => new PriceList([rule({ bands: BANDS, ...over })]);
    const prices = (over: Partial<Rule>, cases: Partial<Case>[]) =>
      list(over)
        .priceAll(cases.map(given))
        .map((one) => one?.parts.map(({ quantity, unitPrice }) => [quantity / 1000, unitPrice]));

    it('a month: the band that all its days reach holds for each of them, and the next month begins anew', () => {
      const days = [
        { date: '2026-03-01', quantity: 60_000 },
        { date: '2026-03-31', quantity: 40_000 },
        { date: '2026-04-01', quantity: 40_000 },
      ];
      expect(prices({ per: 'month' }, days)).toEqual([[[60, 4000]], [[40, 4000]], [[40, 4500]]]);
      expect(prices({ per: 'day' }, days)).toEqual([[[60, 4500]], [[40, 4500]], [[40, 4500]]]);
    });

    it('an order, by parts: the first pick has its own price, the further ones another, over all its lines', () => {
      const bands = [
        { from: 0, price: 12_000 },
        { from: 1000, price: 3500 },
      ];
      const lines = [
        { orderId: 'one', quantity: 1000 },
        { orderId: 'two', quantity: 2000 },
        { orderId: 'one', quantity: 3000 },
        { quantity: 1000 },
      ];
      expect(prices({ per: 'order', mode: 'graduated', bands }, lines)).toEqual([
        [[1, 12_000]],
        [
          [1, 12_000],
          [1, 3500],
        ],
        [[3, 3500]],
        [[1, 12_000]],
      ]);
    });

    it('another merchant’s quantities never help to reach a band', () =>
      expect(prices({ per: 'month' }, [{ quantity: 99_000 }, { quantity: 99_000, merchantId: 'other' }])).toEqual([
        [[99, 4500]],
        [[99, 4500]],
      ]));

    it('the minimum is of the sum, and missing once', () => {
      const priced = list({ per: 'month', minAmount: 10_000 }).priceAll([given({ quantity: 10_000 }), given({ quantity: 20_000 })]);
      expect(priced.map((one) => one?.topUp)).toEqual([0, 10_000 - 1350]);
    });

    it('however the quantity of a month is cut into cases, its price is the same', () => {
      const cuts = fc.array(fc.nat(400_000), { minLength: 1, maxLength: 20 });
      fc.assert(
        fc.property(cuts, fc.constantFrom('tier' as const, 'graduated' as const), fc.constantFrom(0, 1000), (quantities, mode, step) => {
          const priced = list({ per: 'month', mode, step }).priceAll(quantities.map((quantity) => given({ quantity })));
          const whole = priceOf([rule({ bands: BANDS, mode, step })], given({ quantity: quantities.reduce((a, b) => a + b, 0) }));
          expect(priced.reduce((sum, one) => sum + (one?.exact ?? 0n), 0n)).toBe(whole?.exact);
        }),
      );
    });
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
        expect(amount([one], { quantity: quantity + more }) ?? 0).toBeGreaterThanOrEqual(amount([one], { quantity }) ?? 0);
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
    for (const maxWeight of [1, 2]) expect(faults({ minWeight: 2, maxWeight })).toEqual(['weightsInOrder']);
  });
});
