import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { Amount, Paid, Quantity, UnitPrice } from '#contract/money/amount';
import { circleOf, numberOf } from '#contract/money/circles';
import { PAR, Rate, rateBetween, toHouse } from '#contract/money/fx';
import { lineFaults, MAX_LINES, pricedLine } from '#contract/money/lines';
import { matchLine } from '#contract/money/match';
import { ageOf, daysOverdue, propose } from '#contract/money/open';
import { divide, MAX_AMOUNT } from '#contract/money/scale';
import { billStatus, invoiceStatus, isOverdue, paymentStatus } from '#contract/money/status';
import { lineNet, type Taxed, totalsOf } from '#contract/money/sums';
import { NEEDS_VAT_ID, VAT_CATEGORIES, VAT_SENTENCES, vatFor } from '#contract/money/vat';

const line = (over: Partial<Taxed & { id: string }> = {}): Taxed & { id: string } => ({
  id: crypto.randomUUID(),
  qty: 1000,
  unitPrice: 10_000,
  vatCategory: 'S',
  vatRate: 1900,
  ...over,
});

describe('a line', () => {
  it('costs what quantity times price comes to, with parts of a cent in the price', () => {
    expect(lineNet({ qty: 1_000_000, unitPrice: 425 }, 'EUR')).toBe(4250);
    expect(lineNet({ qty: 1500, unitPrice: 800_000 }, 'EUR')).toBe(12_000);
    expect(lineNet({ qty: 1000, unitPrice: 1_000_000, discount: 333 }, 'EUR')).toBe(9667);
  });
  it('is rounded half away from zero, once', () => {
    expect(lineNet({ qty: 1000, unitPrice: 50 }, 'EUR')).toBe(1);
    expect(lineNet({ qty: 1000, unitPrice: 49 }, 'EUR')).toBe(0);
    expect([divide(5n, 10n), divide(-5n, 10n), divide(5n, -10n), divide(-14n, 10n)]).toEqual([1n, -1n, -1n, -1n]);
  });
  it('is never off by more than half a cent, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (qty, unitPrice, discount) => {
          const exact = BigInt(qty) * BigInt(unitPrice) * BigInt(10_000 - discount) * 100n;
          const net = BigInt(lineNet({ qty, unitPrice, discount }, 'EUR')) * 100_000_000_000n;
          const off = net > exact ? net - exact : exact - net;
          expect(off * 2n <= 100_000_000_000n).toBe(true);
        },
      ),
    );
  });
});

describe('a document', () => {
  it('makes tax once a rate on the sum of the nets, not line by line', () => {
    const { vat, net, tax, gross } = totalsOf([line({ unitPrice: 1100 }), line({ unitPrice: 1100 }), line({ unitPrice: 1100 })], 'EUR');
    expect(vat).toEqual([{ category: 'S', rate: 1900, base: 33, tax: 6 }]);
    expect([net, tax, gross]).toEqual([33, 6, 39]);
  });
  it('keeps categories and rates apart, the highest rate first', () => {
    const { vat } = totalsOf(
      [line({ vatRate: 700 }), line(), line({ vatCategory: 'AE', vatRate: 0 }), line({ vatCategory: 'O', vatRate: 0 })],
      'EUR',
    );
    expect(vat.map(({ category, rate }) => `${category}${rate}`)).toEqual(['S1900', 'S700', 'AE0', 'O0']);
  });
  it('adds up exactly, in any order of its lines', () => {
    const lines = fc.array(
      fc.record({
        id: fc.uuid(),
        qty: fc.integer({ min: 1, max: 10_000_000 }),
        unitPrice: fc.integer({ min: 0, max: 10_000_000 }),
        vatCategory: fc.constant('S' as const),
        vatRate: fc.constantFrom(700, 1900),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, (some) => {
        const one = totalsOf(some, 'EUR');
        const other = totalsOf(some.toReversed(), 'EUR');
        expect([one.net, one.tax, one.gross]).toEqual([other.net, other.tax, other.gross]);
        expect(one.gross).toBe(one.vat.reduce((sum, { base, tax }) => sum + base + tax, 0));
        expect(one.nets.reduce((sum, net) => sum + net, 0)).toBe(one.net);
      }),
    );
  });
  it('is refused with a rate where the category has none, and above what can be meant', () => {
    expect(lineFaults([line({ vatCategory: 'AE' })], 'EUR')).toEqual([{ path: 'lines.0.vatRate', rule: 'vatRateZero' }]);
    expect(lineFaults([line({ vatRate: 0 })], 'EUR')).toEqual([{ path: 'lines.0.vatRate', rule: 'vatRateMissing' }]);
    const huge = line({ qty: 10_000_000_000, unitPrice: 100_000_000_000 });
    expect(lineFaults([huge], 'EUR')).toEqual([{ path: 'lines.0.unitPrice', rule: 'amountTooBig' }]);
    const big = Array.from({ length: 3 }, () => line({ qty: 1_000_000, unitPrice: 50_000_000_000 }));
    expect(lineFaults(big, 'EUR')).toEqual([{ path: 'lines', rule: 'amountTooBig' }]);
    const twice = line();
    expect(lineFaults([twice, twice], 'EUR')).toEqual([{ path: 'lines.1.id', rule: 'duplicate' }]);
    expect(Quantity.safeParse(-1000).success || UnitPrice.safeParse(-1).success).toBe(false);
  });
});

describe('the tax treatment proposed', () => {
  it.each([
    ['DE', 'DE136695976', 'S'],
    ['FR', 'FR40303265045', 'AE'],
    ['GR', 'EL094259216', 'AE'],
    ['FR', '', 'S'],
    ['FR', 'DE136695976', 'S'],
    ['CN', '', 'O'],
    ['', '', 'S'],
  ] as const)('for a service to %s with VAT id "%s" is %s', (country, vatId, category) => {
    expect(vatFor({ country, vatId })).toBe(category);
  });
  it('for goods is the intra-community supply or the export', () => {
    expect(vatFor({ country: 'FR', vatId: 'FR40303265045' }, 'goods')).toBe('K');
    expect(vatFor({ country: 'CN', vatId: '' }, 'goods')).toBe('G');
  });
  it('has its sentence in three languages wherever no tax is shown', () => {
    for (const category of VAT_CATEGORIES)
      if (category !== 'S') for (const text of Object.values(VAT_SENTENCES[category])) expect(text).not.toBe('');
  });
});

describe('foreign money', () => {
  it('is turned into euro at the rate of the European Central Bank, rounded once', () => {
    expect(toHouse(10_000, 'USD', 1_100_000)).toBe(9091);
    expect(toHouse(10_000, 'EUR', PAR)).toBe(10_000);
    expect(rateBetween(10_000, 'USD', 9091)).toBe(1_099_989);
  });
  it('comes back to the cent when the rate is what the bank really gave', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 500_000, max: 2_000_000 }), (amount, rate) => {
        const house = toHouse(amount, 'USD', rate);
        fc.pre(house > 0 && house < 100_000_000);
        const given = rateBetween(amount, 'USD', house);
        expect(Rate.safeParse(given).success).toBe(true);
        expect(Math.abs(toHouse(amount, 'USD', given) - house)).toBeLessThanOrEqual(house / 500_000);
      }),
    );
  });
});

describe('what is open', () => {
  it('is as old as the calendar days past its due date', () => {
    expect(addDays('2026-02-20', 14)).toBe('2026-03-06');
    expect(addDays('2028-02-20', 14)).toBe('2028-03-05');
    expect(daysOverdue('2026-03-28', '2026-03-30')).toBe(2);
  });
  it.each([
    [-5, 'notDue'],
    [0, 'notDue'],
    [1, 'd30'],
    [30, 'd30'],
    [31, 'd60'],
    [60, 'd60'],
    [61, 'd90'],
    [90, 'd90'],
    [91, 'older'],
  ] as const)('%i days late is in %s', (days, age) => {
    expect(ageOf('2026-06-15', addDays('2026-06-15', days))).toBe(age);
  });
  it('is paid oldest first, never beyond what is open nor beyond the payment', () => {
    const items = [
      { id: 'b', dueDate: '2026-02-01', open: 500 },
      { id: 'a', dueDate: '2026-01-01', open: 300 },
      { id: 'c', dueDate: '2026-03-01', open: 900 },
    ];
    expect(propose(1000, items).map(({ item, amount }) => [item.id, amount])).toEqual([
      ['a', 300],
      ['b', 500],
      ['c', 200],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (amount) => {
        const spread = propose(amount, items).reduce((sum, part) => sum + part.amount, 0);
        expect(spread).toBe(Math.min(amount, 1700));
      }),
    );
  });
});

describe('a status', () => {
  const facts = { postedAt: '2026-01-01T00:00:00Z', gross: 100, settled: 0, credited: 0 };
  it('of an invoice follows from what happened to it', () => {
    expect(invoiceStatus({ ...facts, postedAt: null })).toBe('draft');
    expect(invoiceStatus(facts)).toBe('posted');
    expect(invoiceStatus({ ...facts, settled: 40 })).toBe('partPaid');
    expect(invoiceStatus({ ...facts, settled: 100, credited: 40 })).toBe('paid');
    expect(invoiceStatus({ ...facts, settled: 100, credited: 100 })).toBe('reversed');
    expect(isOverdue({ dueDate: '2026-01-15', open: 1 }, '2026-01-15')).toBe(false);
    expect(isOverdue({ dueDate: '2026-01-15', open: 1 }, '2026-01-16')).toBe(true);
    expect(isOverdue({ dueDate: '2026-01-15', open: 0 }, '2026-01-16')).toBe(false);
  });
  it('of a bill says disputed until it is paid', () => {
    const bill = { approvedAt: null, disputedAt: null, gross: 100, settled: 0 };
    expect(billStatus(bill)).toBe('entered');
    expect(billStatus({ ...bill, disputedAt: 'x' })).toBe('disputed');
    expect(billStatus({ ...bill, approvedAt: 'x' })).toBe('approved');
    expect(billStatus({ ...bill, approvedAt: 'x', settled: 1 })).toBe('partPaid');
    expect(billStatus({ ...bill, approvedAt: 'x', disputedAt: 'x', settled: 100 })).toBe('paid');
  });
  it('of a payment says how much of it was allocated', () => {
    const payment = { reversedAt: null, amount: 100, settled: 0 };
    expect(paymentStatus(payment)).toBe('open');
    expect(paymentStatus({ ...payment, settled: 1 })).toBe('partAllocated');
    expect(paymentStatus({ ...payment, settled: 100 })).toBe('allocated');
    expect(paymentStatus({ ...payment, reversedAt: 'x' })).toBe('reversed');
  });
});

describe('numbers of invoices', () => {
  it('name circle and year', () => {
    expect(numberOf(circleOf('invoice', 'EUR'), 2026, 1)).toBe('E-2026-00001');
    expect(numberOf(circleOf('creditNote', 'USD'), 2026, 123_456)).toBe('UC-2026-123456');
  });
});

describe('a bill beside order and receipt', () => {
  const base = { qty: 10_000, unitPrice: 20_000, ordered: 10_000, orderedPrice: 20_000, received: 10_000 };
  it('agrees where all three say the same, or nothing was ordered that one could compare with', () => {
    expect(matchLine(base, 'EUR')).toEqual([]);
    expect(matchLine({ ...base, ordered: null, received: null, orderedPrice: null }, 'EUR')).toEqual([]);
    expect(matchLine({ ...base, qty: 8000 }, 'EUR')).toEqual([]);
  });
  it('says what differs and what it costs', () => {
    expect(matchLine({ ...base, qty: 12_000, received: 9000, unitPrice: 21_000 }, 'EUR')).toEqual([
      { kind: 'moreThanOrdered', billed: 12_000, expected: 10_000, worth: 420 },
      { kind: 'moreThanReceived', billed: 12_000, expected: 9000, worth: 630 },
      { kind: 'dearer', billed: 21_000, expected: 20_000, worth: 120 },
    ]);
    expect(matchLine({ ...base, unitPrice: 19_000 }, 'EUR')).toEqual([{ kind: 'cheaper', billed: 19_000, expected: 20_000, worth: -100 }]);
    expect(matchLine({ ...base, ordered: 0, received: 0 }, 'EUR').map(({ kind }) => kind)).toEqual(['notOrdered', 'notReceived']);
  });
  it('never has a worth beyond what a sum may be', () => {
    expect(MAX_AMOUNT * 1000).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});

describe('bounds', () => {
  it('keep single values within what sums may hold', () => {
    expect(
      [Amount.safeParse(-1), Amount.safeParse(MAX_AMOUNT + 1), Paid.safeParse(0), Paid.safeParse(0.5)].some(({ success }) => success),
    ).toBe(false);
    expect(pricedLine.qty.safeParse(0).success || pricedLine.vatRate.safeParse(10_001).success).toBe(false);
    expect(MAX_LINES * MAX_AMOUNT).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(NEEDS_VAT_ID).toEqual(['AE', 'K']);
  });
});
