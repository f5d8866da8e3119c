import { describe, expect, test } from 'vitest';
import { finish } from '../../server/core/steps.ts';
import { type BookingRow, bookingRows, type Keys, type LedgerLine, taxWithin } from '../../server/modules/money/datev/booking-rows.ts';
import { BOOKING_COLUMNS, PARTY_COLUMNS } from '../../server/modules/money/datev/columns.ts';
import { amountOf, documentField, extfFile, lineOf, text, windows1252 } from '../../server/modules/money/datev/extf.ts';
import { readExtf, type Turnover, turnovers } from '../support/datev-reader.ts';

const KEYS: Keys = {
  codes: new Map([
    ['DE19', { rate: 1900, key: '', reverseCharge: false }],
    ['DE7', { rate: 700, key: '', reverseCharge: false }],
    ['EU0', { rate: 0, key: '', reverseCharge: true }],
    ['VST19', { rate: 1900, key: '9', reverseCharge: false }],
    ['RC19', { rate: 1900, key: '94', reverseCharge: true }],
  ]),
  automatic: new Set(['8400', '8300']),
};
const AUTOMATIC = { '8400': { rate: 1900, tax: '1776' }, '8300': { rate: 700, tax: '1771' } };
const KEYED = { '9': { rate: 1900, tax: '1576' }, '94': { rate: 1900, tax: '1577', owed: '1787' } };

const line = (account: string, kind: LedgerLine['kind'], base: number, taxCode = '', over: Partial<LedgerLine> = {}): LedgerLine => ({
  account,
  kind,
  currency: 'EUR',
  amount: base,
  base,
  taxCode,
  taxOn: '2026-11-30',
  document: 'E-1',
  ...over,
});
const invoice = (net: number, tax: number, sign = 1): LedgerLine[] => [
  line('10000', 'receivable', sign * (net + tax)),
  line('8400', 'revenue', -sign * net, 'DE19'),
  line('1776', 'vat', -sign * tax, 'DE19'),
];
const read = (rows: readonly BookingRow[]): Record<string, Turnover> =>
  turnovers(
    rows.map((row) => ({ ...row, amount: row.base, day: '0111', text: '', foreign: '' })),
    AUTOMATIC,
    KEYED,
  );
const netOf = (found: Record<string, Turnover>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(found)
      .map(([no, { debit, credit }]) => [no, debit - credit] as const)
      .filter(([, net]) => net !== 0),
  );
const ledger = (lines: readonly LedgerLine[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { account, base } of lines) sums[account] = (sums[account] ?? 0) + base;
  return Object.fromEntries(Object.entries(sums).filter(([, base]) => base !== 0));
};

describe('the rows of an entry for DATEV', () => {
  test('an invoice is one gross row from debtor to an automatic account, without a key', () => {
    expect(bookingRows(invoice(10_000, 1900), KEYS)).toEqual([
      {
        base: 11_900,
        side: 'S',
        account: '10000',
        counter: '8400',
        key: '',
        taxCode: 'DE19',
        taxOn: '2026-11-30',
        foreign: null,
        document: 'E-1',
      },
    ]);
  });

  test('a credit note is the same row on the other side', () => {
    expect(bookingRows(invoice(10_000, 1900, -1), KEYS)).toMatchObject([{ base: 11_900, side: 'H', account: '10000', counter: '8400' }]);
  });

  test('tax that DATEV would compute otherwise is moved by a further row, with the automatic switched off', () => {
    const rows = bookingRows(invoice(10_000, 1901), KEYS);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ base: 1, side: 'H', account: '1776', counter: '8400', key: '40' });
    expect(netOf(read(rows))).toEqual({ '10000': 11_901, '1776': -1901, '8400': -10_000 });
  });

  test('a service of an earlier month has a row of its own, with its tax period', () => {
    const late = { taxOn: '2026-10-31' };
    const lines = [
      line('10000', 'receivable', 11_900 + 596),
      line('8400', 'revenue', -500, 'DE19', late),
      line('1776', 'vat', -96, 'DE19', late),
      line('8400', 'revenue', -10_000, 'DE19'),
      line('1776', 'vat', -1900, 'DE19'),
    ];
    const rows = bookingRows(lines, KEYS);
    // 0.95 of the 596 is what DATEV computes; the ledger has 0.96, and only the late row is corrected.
    expect(rows.map(({ base, account, counter, taxOn }) => [base, account, counter, taxOn])).toEqual([
      [11_900, '10000', '8400', '2026-11-30'],
      [596, '10000', '8400', '2026-10-31'],
      [1, '1776', '8400', null],
    ]);
    expect(netOf(read(rows))).toEqual(ledger(lines));
  });

  test('a bill has its key, and under reverse charge its net amount only', () => {
    const bill = [line('70000', 'payable', -11_900), line('3100', 'expense', 10_000, 'VST19'), line('1576', 'inputVat', 1900, 'VST19')];
    expect(bookingRows(bill, KEYS)).toMatchObject([{ base: 11_900, side: 'H', account: '70000', counter: '3100', key: '9' }]);
    const abroad = [
      line('70001', 'payable', -10_000),
      line('3100', 'expense', 10_000, 'RC19'),
      line('1577', 'inputVat', 1900, 'RC19'),
      line('1787', 'vat', -1900, 'RC19'),
    ];
    const rows = bookingRows(abroad, KEYS);
    expect(rows).toMatchObject([{ base: 10_000, account: '70001', counter: '3100', key: '94' }]);
    expect(netOf(read(rows))).toEqual(ledger(abroad));
  });

  test('revenue without tax on an automatic account has its tax switched off', () => {
    const untaxed = [line('10000', 'receivable', 5000), line('8400', 'revenue', -5000, 'EU0')];
    expect(bookingRows(untaxed, KEYS)).toMatchObject([{ base: 5000, key: '40' }]);
  });

  test('a payment in dollars keeps its amount in dollars', () => {
    const paid = [
      line('1200', 'bank', 9091, '', { currency: 'USD', amount: 10_000 }),
      line('10000', 'receivable', -9091, '', { currency: 'USD', amount: -10_000 }),
    ];
    expect(bookingRows(paid, KEYS)).toMatchObject([{ base: 9091, foreign: { currency: 'USD', amount: 10_000 }, account: '10000' }]);
  });

  test('5,000 random entries: every account has the balance of the ledger, to the cent', () => {
    let seed = 7;
    const upTo = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    const kinds = ['DE19', 'DE7', 'EU0', 'VST19', 'RC19'] as const;
    const accountsOf = {
      DE19: ['8400', '1776', 1900],
      DE7: ['8300', '1771', 700],
      EU0: ['8336', '', 0],
      VST19: ['3100', '1576', 1900],
      RC19: ['3123', '1577', 1900],
    } as const;
    for (let i = 0; i < 5000; i += 1) {
      const lines: LedgerLine[] = [];
      const sale = upTo(2) === 0;
      for (const code of kinds.filter((one) => (one.startsWith('VST') || one.startsWith('RC') ? !sale : sale) && upTo(3) > 0)) {
        const [account, taxAccount, rate] = accountsOf[code];
        const net = 1 + upTo(900_000);
        const off = upTo(5) === 0 ? upTo(5) - 2 : 0;
        const tax = Math.round((net * rate) / 10_000) + (rate === 0 || code === 'RC19' ? 0 : off);
        const sign = sale ? -1 : 1;
        lines.push(line(account, sale ? 'revenue' : 'expense', sign * net, code));
        if (taxAccount !== '' && tax !== 0) lines.push(line(taxAccount, sale ? 'vat' : 'inputVat', sign * tax, code));
        if (code === 'RC19' && tax !== 0) lines.push(line('1787', 'vat', -tax, code));
      }
      if (upTo(4) === 0) lines.push(line('4905', 'rounding', 1 + upTo(3)));
      const rest = lines.reduce((sum, { base }) => sum + base, 0);
      if (rest === 0) continue;
      const split = upTo(3) === 0 ? Math.trunc(rest / 3) : 0;
      lines.push(line(sale ? '10000' : '70000', sale ? 'receivable' : 'payable', -rest + split));
      if (split !== 0) lines.push(line('1590', 'clearing', -split));
      // The ledger gives the lines of an entry in any order.
      if (upTo(2) === 0) lines.reverse();
      const found = read(bookingRows(lines, KEYS));
      expect(netOf(found), JSON.stringify(lines)).toEqual(ledger(lines));
    }
  });
});

describe('the file', () => {
  test('has 125 columns for bookings and 254 for parties', () => {
    expect([BOOKING_COLUMNS.length, PARTY_COLUMNS.length]).toEqual([125, 254]);
  });

  test('texts survive: umlauts, the euro, quotes, sixty signs; what Windows-1252 does not have is written plainly', () => {
    const head = {
      category: 20,
      name: 'Kontenbeschriftungen',
      version: 3,
      madeAt: new Date('2026-11-25T10:00:00Z'),
      consultant: 1001,
      client: 1,
      yearStart: '2026-01-01',
      from: null,
      to: null,
      description: '',
      fixed: false,
      accountLength: 4,
      chart: '03',
    } as const;
    const long = 'ä€ß"; „Größe“ '.repeat(9).slice(0, 60);
    const { rows } = readExtf(finish(extfFile(head, ['a', 'b', 'c'], [lineOf([text(long, 60), 1200, text('深圳 Łódź\nx', 60)])])));
    expect(rows[0]?.[0]?.slice(1, -1).replaceAll('""', '"')).toBe(long.trim());
    expect(rows[0]?.slice(1)).toEqual(['1200', '"?? ?ódz x"']);
    expect(windows1252('€').toString('hex')).toBe('80');
  });

  test('amounts have a comma and two digits; a document number only the signs that clear open items', () => {
    expect([amountOf(5), amountOf(123_456), amountOf(100)]).toEqual(['0,05', '1234,56', '1,00']);
    expect(documentField('RE 2026_0001/ä#7')).toBe('RE20260001/7');
    expect(taxWithin(11_900, 1900)).toBe(1900);
  });
});
