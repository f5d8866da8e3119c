import { describe, expect, it } from 'vitest';
import type { ListLayout } from '#contract/billing/carrier-costs';
import { trackingKey } from '#contract/billing/carrier-costs';
import { trackingNumbersIn } from '#contract/billing/find-tracking';
import { ListError } from '../../../server/modules/billing/carrier-lists/fault.ts';
import { readList } from '../../../server/modules/billing/carrier-lists/read-list.ts';
import { listFile, totalOf, WRITTEN } from '../../support/carrier-list.ts';

const LAYOUT: ListLayout = {
  ...WRITTEN,
  encoding: 'auto',
  columns: {
    trackingNo: 'Sendungsnummer',
    amount: 'Transportentgelt',
    service: 'Produkt',
    weight: 'Gewicht (kg)',
    zone: 'Zone',
    billedOn: 'Versanddatum',
    total: 'Nettobetrag',
  },
  costs: [
    { heading: 'Sperrgut', kind: 'size' },
    { heading: 'Energiezuschlag', kind: 'fuel' },
    { heading: 'Übergewicht', kind: 'weight' },
  ],
};
const ROWS = [
  { trackingNo: '00340434161234500017', price: 349, fuel: 12 },
  { trackingNo: '00340434161234500024', price: 123_456, size: 2_000, weight: 1_250 },
  { trackingNo: '00340434161234500024', price: 0, fuel: 7, day: '28.02.2026' },
];
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
/** The fault of a file, with its line; null if it can be read. */
function faultOf(text: string | Buffer, over: Partial<ListLayout> = {}, total: number | null = null): string | null {
  try {
    readList(typeof text === 'string' ? bytes(text) : text, { ...LAYOUT, ...over }, total);
    return null;
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    return `${error.fault}${error.params['line'] === undefined ? '' : ` ${error.params['line']}`}`;
  }
}

describe('a list of a carrier', () => {
  it('gives one cost for each parcel and column, and none for an empty column', () => {
    const { costs, parcels, total, fromOn, toOn, unread } = readList(bytes(listFile(ROWS)), LAYOUT, totalOf(ROWS));
    expect(costs.map(({ line, trackingNo, kind, amount, weight }) => [line, trackingNo.slice(-2), kind, amount, weight])).toEqual([
      [2, '17', 'base', 349, 900],
      [2, '17', 'fuel', 12, 900],
      [3, '24', 'base', 123_456, 1_250],
      [3, '24', 'size', 2_000, 1_250],
      [4, '24', 'fuel', 7, 900],
    ]);
    expect({ parcels, total, fromOn, toOn, unread }).toEqual({
      parcels: 2,
      total: 125_824,
      fromOn: '2026-02-28',
      toOn: '2026-11-03',
      unread: [],
    });
  });

  it('is refused wherever it is cut', () => {
    const file = bytes(listFile(ROWS));
    for (let end = 0; end < file.length; end += 1)
      expect(faultOf(file.subarray(0, end), {}, totalOf(ROWS)), `cut at ${end}`).not.toBeNull();
    expect(faultOf(file, {}, totalOf(ROWS))).toBeNull();
  });

  it('is read in UTF-8, Windows-1252 and UTF-16', () => {
    const text = listFile(ROWS).replaceAll('Sperrgut', 'Übergewicht');
    const expected = readList(bytes(text), LAYOUT, null).costs;
    expect(expected.some(({ kind }) => kind === 'weight')).toBe(true);
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    for (const file of [Buffer.from(text, 'latin1'), bytes(`\ufeff${text}`), marked])
      expect(readList(file, LAYOUT, null).costs).toEqual(expected);
    expect(faultOf(Buffer.from(text, 'latin1'), { encoding: 'utf8' })).toBe('notText');
    expect(faultOf(Buffer.from(text, 'utf16le'))).toBe('notText');
  });

  it('has German or English numbers, as its layout says, and never guesses', () => {
    const cases: readonly (readonly [string, 'comma' | 'point', number | null])[] = [
      ['1.234,56', 'comma', 123_456],
      ['1234,56', 'comma', 123_456],
      ['1.234', 'comma', 123_400],
      ['12,5', 'comma', 1_250],
      ['12,500', 'comma', 1_250],
      ['-3,49', 'comma', -349],
      ['3,49-', 'comma', -349],
      ['3,49 EUR', 'comma', 349],
      ['3.49', 'comma', null],
      ['12,345', 'comma', null],
      ['1,234.56', 'point', 123_456],
      ['.99', 'point', 99],
      ['3,49', 'point', null],
      ['abc', 'point', null],
    ];
    for (const [text, decimal, expected] of cases) {
      const file = `no,price\n1Z12345E0205271686,"${text}"\n`;
      const layout: ListLayout = { ...LAYOUT, separator: 'comma', decimal, columns: { trackingNo: 'no', amount: 'price' }, costs: [] };
      const read = faultOf(file, layout) === null ? readList(bytes(file), layout, null).total : null;
      expect(read, `${text} with ${decimal}`).toBe(expected);
    }
  });

  it('may have one row for each cost, and no headings', () => {
    const layout: ListLayout = {
      ...LAYOUT,
      separator: 'comma',
      decimal: 'point',
      day: 'YYYY-MM-DD',
      hasHeadings: false,
      columns: { trackingNo: '2', costText: '3', amount: '4', billedOn: '1' },
      costs: [
        { heading: 'TB Standard', kind: 'base' },
        { heading: 'Fuel Surcharge', kind: 'fuel' },
      ],
    };
    const file =
      '2026-11-03,1Z12345E0205271686,TB Standard,5.10\n2026-11-03,1Z12345E0205271686,Fuel Surcharge,0.61\n2026-11-04,1Z12345E0205271686,Something new,3.00\n2026-11-04,1Z12345E0205271686,Residential,0.00\n';
    expect(readList(bytes(file), layout, 871).costs.map(({ kind, heading, amount }) => [kind, heading, amount])).toEqual([
      ['base', 'TB Standard', 510],
      ['fuel', 'Fuel Surcharge', 61],
      ['other', 'Something new', 300],
    ]);
  });

  it('is refused with line and reason', () => {
    const file = listFile(ROWS);
    expect(faultOf('')).toBe('empty');
    expect(faultOf('\n \n')).toBe('empty');
    expect(faultOf(file.replace('Sendungsnummer', 'Nummer'))).toBe('columnMissing 1');
    expect(faultOf(file.replace('00340434161234500024', '3,40434E+17'))).toBe('tracking 3');
    expect(faultOf(file.replace('1234,56', '1234.56'))).toBe('amount 3');
    expect(faultOf(file.replace('28.02.2026', '30.02.2026'))).toBe('day 4');
    expect(faultOf(file.replace(';PAKET', ''))).toBe('columns 2');
    expect(faultOf(file.replace('Sperrgut', 'Neuer Zuschlag'))).toBe('rowTotal 3');
    expect(faultOf(file, {}, totalOf(ROWS) - 1)).toBe('fileTotal');
    expect(faultOf(`${file}"open quote`)).toBe('cut 5');
    expect(faultOf(`${file}"open quote\n`)).toMatch(/^broken/);
    expect(faultOf(file.split('\r\n')[0] + '\r\n')).toBe('noRows');
  });
});

describe('a tracking number', () => {
  it('is the same with spaces, hyphens and lost zeros', () => {
    expect(
      new Set(['00340434161234500017', '340434161234500017', '0034 0434 1612 3450 0017', '00340434-161234500017'].map(trackingKey)).size,
    ).toBe(1);
    expect(trackingKey('1z 12345e 0205271686')).toBe('1Z12345E0205271686');
  });

  it('is found in the text of a line by its check digit or by its name', () => {
    expect(trackingNumbersIn('Transport 1Z12345E0205271686 nach FR')).toEqual(['1Z12345E0205271686']);
    expect(trackingNumbersIn('Paket 1Z 123 45E 02 0527 1686')).toContain('1Z12345E0205271686');
    expect(trackingNumbersIn('Sendungsnummer: 01980000000017 Sperrgut')).toEqual(['01980000000017']);
    expect(trackingNumbersIn('Maut November 2026, 431 Pakete, Kunde 4711000815')).toEqual([]);
  });
});
