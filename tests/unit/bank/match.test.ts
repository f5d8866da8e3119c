import { describe, expect, it } from 'vitest';
import { findLetterNumbers, findNumbers, findReferences } from '#contract/bank/find-numbers';
import { match, usedBy } from '#contract/bank/match';
import type { Movement } from '#contract/bank/match-parts';
import { makePool, type OpenDocument, type PoolData } from '#contract/bank/match-pool';
import type { Proposal } from '#contract/bank/proposal';
import { creditorReference } from '#contract/money/remittance';
import { isSameName } from '#contract/parties/party-name';
import { labelledSet } from '../../support/bank-labelled.ts';

const MOVEMENT: Movement = {
  bookedOn: '2026-11-20',
  valueOn: '2026-11-20',
  amount: 119_000,
  originalAmount: null,
  originalCurrency: '',
  counterparty: 'Northwind GmbH',
  iban: 'DE1',
  endToEnd: '',
  reference: '',
  purpose: '',
  isReturn: false,
  currency: 'EUR',
};
const DOCUMENT: OpenDocument = {
  id: 'd1',
  kind: 'invoice',
  side: 'in',
  no: 'E-2026-00001',
  theirNo: '',
  partyKind: 'merchants',
  partyId: 'p1',
  currency: 'EUR',
  open: 119_000,
  discountUntil: null,
  discount: 0,
};
const DATA: PoolData = {
  documents: [DOCUMENT],
  letters: [],
  parties: [
    { kind: 'merchants', id: 'p1', name: 'Northwind GmbH', ibans: ['DE1'] },
    { kind: 'suppliers', id: 'p2', name: 'Paketdienst AG', ibans: ['DE2'] },
  ],
  payments: [],
  orders: [],
  rules: [],
  habits: [],
  ownAccounts: [{ iban: 'DE9', name: 'Savings' }],
};
const best = (over: Partial<Movement>, data: Partial<PoolData> = {}): Proposal | undefined =>
  match({ ...MOVEMENT, ...over }, makePool({ ...DATA, ...data }))[0];
const ruled = (over: Partial<Movement>, data: Partial<PoolData> = {}) => {
  const found = best(over, data);
  return found && { basis: found.basis, automatic: found.automatic };
};

/** What a proposal settles, in the words of the labelled set. */
const settles = (proposal: Proposal | undefined): string =>
  proposal === undefined
    ? 'nothing'
    : proposal.parts
        .flatMap((part) => ('items' in part ? part.items.map(({ id }) => id) : []))
        .sort()
        .join('+');

describe('matching', () => {
  it.each([1, 2, 3])(
    'books none of 2,000 labelled movements wrongly, at least 85 % by itself, and proposes 97 % right (set %i)',
    (seed) => {
      const { data, movements } = labelledSet(seed);
      const pool = makePool(data);
      const wrong: string[] = [];
      const stories: Record<string, { n: number; automatic: number; right: number }> = {};
      for (const { movement, truth, story } of movements) {
        const [first] = match(movement, pool);
        if (first?.automatic) pool.take(usedBy(first));
        const isRight = settles(first) === truth;
        if (first?.automatic && !isRight) wrong.push(`${story}: ${movement.purpose}: ${settles(first)} for ${truth}`);
        const counted = (stories[story] ??= { n: 0, automatic: 0, right: 0 });
        counted.n += 1;
        counted.automatic += first?.automatic ? 1 : 0;
        counted.right += isRight ? 1 : 0;
      }
      const sum = (key: 'automatic' | 'right'): number =>
        Object.values(stories).reduce((total, one) => total + one[key], 0) / movements.length;
      expect(movements).toHaveLength(2000);
      expect(wrong).toEqual([]);
      expect(sum('automatic'), JSON.stringify(stories)).toBeGreaterThanOrEqual(0.85);
      expect(sum('right'), JSON.stringify(stories)).toBeGreaterThanOrEqual(0.97);
    },
  );

  it('never goes by the amount alone', () => {
    expect(best({ counterparty: 'Somebody', iban: 'DE5' })).toBeUndefined();
    expect(ruled({ iban: 'DE5' })).toEqual({ basis: 'nameAmount', automatic: false });
    expect(ruled({})).toEqual({ basis: 'ibanAmount', automatic: true });
  });

  it('decides nothing where two documents fit equally well', () => {
    const documents = [DOCUMENT, { ...DOCUMENT, id: 'd2', no: 'E-2026-00002' }];
    const found = match(MOVEMENT, makePool({ ...DATA, documents }));
    expect(found.map(({ automatic }) => automatic)).toEqual([false, false]);
    expect(found[0]?.reasons).toContainEqual({ code: 'alsoFits', params: { n: 2 } });
  });

  it('is held back by an account that belongs to another party, and by a number that is not open', () => {
    expect(ruled({ iban: 'DE2', purpose: 'E-2026-00001' })).toEqual({ basis: 'numbers', automatic: false });
    expect(ruled({ purpose: 'E-2026-00007' })).toEqual({ basis: 'ibanAmount', automatic: false });
    expect(ruled({ purpose: 'E-2026-00001 und 00007' })).toEqual({ basis: 'numbers', automatic: false });
  });

  it('takes the number of a reminder for the documents that it asks for', () => {
    const other = { ...DOCUMENT, id: 'd2', no: 'E-2026-00002', open: 1000 };
    const letters = [{ no: 'MB-1001', documentIds: ['d1', 'd2', 'paid'] }];
    const named = { documents: [DOCUMENT, other], letters };
    const both = best({ amount: 120_000, purpose: 'Mahnung MB 1001' }, named);
    expect(both).toMatchObject({ basis: 'numbers', automatic: true });
    expect(settles(both)).toBe('d1+d2');
    expect(both?.reasons[0]).toEqual({ code: 'reminder', params: { no: 'MB-1001', items: 'E-2026-00001, E-2026-00002' } });
    expect(settles(best({ amount: 120_000, reference: creditorReference('MB-1001') }, named))).toBe('d1+d2');
    expect(ruled({ amount: 120_750, purpose: 'MB-1001' }, named)).toEqual({ basis: 'numbersMore', automatic: false });
    // Somebody else's number does not hold back what the account and the amount show.
    expect(ruled({ purpose: 'Mercedes MB 1002' }, { letters })).toEqual({ basis: 'ibanAmount', automatic: true });
  });

  it('knows part payments, charges, cash discount in time, and what a bank converted', () => {
    const purpose = 'E-2026-00001';
    expect(ruled({ purpose, amount: 100_000 })).toEqual({ basis: 'numbersPart', automatic: false });
    expect(best({ purpose, amount: 118_000 })).toMatchObject({
      basis: 'numbersFee',
      automatic: false,
      parts: [{ deductions: [{ kind: 'fee', amount: 1000 }] }],
    });
    const discount = { ...DOCUMENT, discountUntil: '2026-11-20', discount: 2380 };
    expect(best({ purpose, amount: 116_620 }, { documents: [discount] })).toMatchObject({
      basis: 'numbersDiscount',
      automatic: true,
      parts: [{ amount: 116_620, items: [{ amount: 119_000 }], deductions: [{ kind: 'discount', amount: 2380, itemId: 'd1' }] }],
    });
    expect(ruled({ purpose, amount: 116_620, valueOn: '2026-11-21' }, { documents: [discount] })).toEqual({
      basis: 'numbersPart',
      automatic: false,
    });
    // Named as a discount it is proposed as one, so that its VAT is corrected; what is more than a discount is not.
    const named = 'E-2026-00001 abzgl. 2% Skonto';
    const taken = {
      basis: 'numbersDiscount',
      automatic: false,
      parts: [{ deductions: [{ kind: 'discount', amount: 2380, itemId: 'd1' }] }],
    };
    expect(best({ purpose: named, amount: 116_620 })).toMatchObject(taken);
    expect(best({ purpose: named, amount: 116_620, valueOn: '2026-11-21' }, { documents: [discount] })).toMatchObject(taken);
    expect(ruled({ purpose: named, amount: 100_000 })).toEqual({ basis: 'numbersPart', automatic: false });
    const second = { ...DOCUMENT, id: 'd2', no: 'E-2026-00002', open: 30_001 };
    expect(best({ purpose: `${named} E-2026-00002`, amount: 146_021 }, { documents: [DOCUMENT, second] })?.parts).toMatchObject([
      {
        deductions: [
          { amount: 2380, itemId: 'd1' },
          { amount: 600, itemId: 'd2' },
        ],
      },
    ]);
    const dollars = { ...DOCUMENT, currency: 'USD' as const };
    const converted = { purpose, amount: 108_000, originalAmount: 119_000, originalCurrency: 'USD' };
    expect(best(converted, { documents: [dollars] })).toMatchObject({
      basis: 'numbersConverted',
      automatic: true,
      parts: [{ amount: 108_000, paid: 119_000 }],
    });
    expect(ruled({ ...converted, originalAmount: null }, { documents: [dollars] })).toEqual({
      basis: 'numbersConverted',
      automatic: false,
    });
  });

  it('knows our own orders and transfers, returned payments, and payments that were typed before', () => {
    const orders = [
      { endToEnd: 'P-1007', amount: 50_000, discount: 0, billId: 'b1', no: 'RE7', partyKind: 'suppliers' as const, partyId: 'p2' },
    ];
    expect(ruled({ amount: -50_000, endToEnd: 'P-1007' }, { orders })).toEqual({ basis: 'ownOrder', automatic: true });
    expect(best({ amount: -50_001, endToEnd: 'P-1007', iban: 'DE2' }, { orders })).toBeUndefined();
    expect(ruled({ amount: -50_000, iban: 'DE9' })).toEqual({ basis: 'transfer', automatic: true });
    const payment = { id: 'x', no: 'P-1001', amount: 119_000, paidOn: '2026-11-10', partyId: 'p1', iban: 'DE1', isOpen: false };
    expect(ruled({ amount: -119_000, isReturn: true }, { payments: [payment] })).toEqual({ basis: 'return', automatic: true });
    expect(ruled({ amount: -119_000, isReturn: true }, { payments: [payment, { ...payment, id: 'y', no: 'P-1002' }] })).toEqual({
      basis: 'return',
      automatic: false,
    });
    // Neither account nor reference: the name proposes, and nothing is booked without a person.
    expect(ruled({ amount: -119_000, isReturn: true, iban: '' }, { payments: [payment] })).toEqual({ basis: 'return', automatic: false });
    expect(best({ amount: -119_000, isReturn: true, iban: '', counterparty: 'Paketdienst AG' }, { payments: [payment] })).toBeUndefined();
    expect(best({ amount: -119_000, isReturn: true, iban: 'DE2' }, { payments: [payment] })).toBeUndefined();
    const typed = { ...payment, isOpen: true, paidOn: '2026-11-18' };
    const found = match({ ...MOVEMENT, purpose: 'E-2026-00001' }, makePool({ ...DATA, payments: [typed] }));
    expect(found.map(({ basis, automatic }) => [basis, automatic])).toEqual([
      ['numbers', false],
      ['recorded', false],
    ]);
  });

  it('books by a rule of the house only where no document fits', () => {
    const rules = [
      {
        id: 'r',
        name: 'Rent',
        side: 'out' as const,
        text: 'Miete Halle',
        iban: '',
        accountId: 'a',
        accountTitle: '4210 Rent',
        taxId: null,
        automatic: true,
      },
    ];
    expect(ruled({ amount: -300_000, iban: 'DE7', counterparty: 'Hausverwaltung', purpose: 'MIETE  HALLE 2 Nov' }, { rules })).toEqual({
      basis: 'rule',
      automatic: true,
    });
    expect(ruled({ amount: 300_000, iban: 'DE7', purpose: 'Miete Halle', counterparty: 'X' }, { rules })).toBeUndefined();
    const twice = [...rules, { ...rules[0], id: 's', name: 'Hall' }] as typeof rules;
    expect(ruled({ amount: -300_000, iban: 'DE7', counterparty: 'X', purpose: 'Miete Halle' }, { rules: twice })).toEqual({
      basis: 'rule',
      automatic: false,
    });
  });

  it('what was always booked to one account is proposed for it, and a rule goes before', () => {
    const habits = [
      { iban: 'DE7', counterparty: '', isIn: false, accountId: 'h', accountTitle: '4920 Telephone', taxId: 't', times: 3 },
      { iban: '', counterparty: 'Bank', isIn: false, accountId: 'b', accountTitle: '4970 Charges', taxId: null, times: 4 },
    ];
    const out = { amount: -3990, iban: 'DE7', counterparty: 'Telekom', purpose: 'Festnetz' };
    expect(best(out, { habits })).toMatchObject({
      basis: 'habit',
      automatic: false,
      reasons: [{ code: 'bookedBefore', params: { n: 3 } }],
      parts: [{ kind: 'account', amount: -3990, accountId: 'h', taxId: 't' }],
    });
    expect(best({ ...out, iban: '', counterparty: 'Bank' }, { habits })).toMatchObject({ title: '4970 Charges' });
    expect(best({ ...out, amount: 3990 }, { habits })).toBeUndefined();
    expect(best({ ...out, iban: 'DE8' }, { habits })).toBeUndefined();
    const rule = {
      id: 'r',
      name: 'Telephone',
      side: 'out' as const,
      text: '',
      iban: 'DE7',
      accountId: 'a',
      accountTitle: '4920',
      taxId: null,
    };
    expect(best(out, { habits, rules: [{ ...rule, automatic: false }] })).toMatchObject({ basis: 'rule' });
  });
});

describe('numbers in a purpose', () => {
  it.each([
    ['E-2026-00001', ['E202600001']],
    ['RG E 2026 1', ['E202600001']],
    ['E-2O26-OOOO1', ['E202600001']],
    ['E-2026-00012, 13 und 14', ['E202600012', 'E202600013', 'E202600014']],
    ['E-2026-00012 vom 13.11.2026', ['E202600012']],
    ['RECHNUNGE202600042', ['E202600042']],
    ['E-2026-0 0001', ['E202600001']],
    ['U2026/7 EC-2026-00003', ['U202600007', 'EC202600003']],
    ['Kundennummer 2026 00001', []],
    ['Messe 2026-11', []],
  ])('are found in “%s”', (text, numbers) => {
    expect(findNumbers(text).sort()).toEqual(expect.arrayContaining(numbers));
    if (numbers.length === 0) expect(findNumbers(text)).toEqual([]);
  });

  it('are found in creditor references with right check digits', () => {
    const reference = creditorReference('E-2026-00001');
    expect(reference).toMatch(/^RF\d\dE202600001$/);
    expect(findReferences(reference)).toEqual(['E202600001']);
    expect(findReferences(`RF00${reference.slice(4)}`)).toEqual([]);
  });

  it('of reminders are found as they are, with other signs, and with O for 0', () => {
    expect(findLetterNumbers('Mahnung MB-1001, mb 1002 / MB1O03')).toEqual(['MB1001', 'MB1002', 'MB1003']);
    expect(findLetterNumbers('HMB-1001 MB-12 MB-1001A')).toEqual([]);
  });
});

it('compares names without legal forms, accents and what a bank cut off', () => {
  expect(isSameName('Müller & Söhne GmbH', 'MUELLER UND SOEHNE')).toBe(true);
  expect(isSameName('Northwind Trading Ges', 'Northwind Trading Gesellschaft mbH')).toBe(true);
  expect(isSameName('GmbH', 'AG')).toBe(false);
  expect(isSameName('Nordlicht GmbH', 'Südlicht GmbH')).toBe(false);
});
