import { describe, expect, it } from 'vitest';
import { type ListPreview, PREVIEW_ROWS } from '#contract/billing/carrier-bill-profiles';
import type { ListLayout } from '#contract/billing/carrier-costs';
import { faultIn } from '../../../server/modules/billing/carrier-lists/fault.ts';
import { previewList } from '../../../server/modules/billing/carrier-lists/preview-list.ts';
import { readList } from '../../../server/modules/billing/carrier-lists/read-list.ts';
import { listFile, WRITTEN } from '../../support/carrier-list.ts';

const LAYOUT: ListLayout = {
  ...WRITTEN,
  encoding: 'auto',
  columns: {
    trackingNo: 'Sendungsnummer',
    amount: 'Transportentgelt',
    weight: 'Gewicht (kg)',
    billedOn: 'Versanddatum',
    total: 'Nettobetrag',
  },
  costs: [
    { heading: 'Sperrgut', kind: 'size' },
    { heading: 'Energiezuschlag', kind: 'fuel' },
    { heading: 'Maut', kind: 'toll' },
  ],
};
const FILE = listFile([
  { trackingNo: '00340434161234500017', price: 349, fuel: 12 },
  { trackingNo: '00340434161234500024', price: 1_234, size: 2_000, weight: 1_250 },
]);
const preview = (text: string, over: Partial<ListLayout> = {}): ListPreview =>
  previewList(Buffer.from(text, 'utf8'), { ...LAYOUT, ...over }, (fault) => faultIn('en', fault));
const valuesOf = ({ rows }: ListPreview) => rows.map(({ cells }) => cells.map(({ value }) => value));
/** Faults of cells by column, in the order of the rows. */
const faultsOf = ({ columns, rows }: ListPreview) =>
  rows.flatMap(({ cells }) => cells.flatMap(({ fault }, at) => (fault === null ? [] : [`${columns[at]?.heading}: ${fault}`])));

describe('the preview of a layout', () => {
  it('shows the rows as the file would be read, and which columns it leaves out or does not find', () => {
    const shown = preview(FILE);
    expect(shown).toMatchObject({ fault: null, unread: ['Produkt', 'Zone'] });
    expect(shown.columns.filter(({ found }) => !found)).toMatchObject([{ column: 'cost', heading: 'Maut', kind: 'toll', fault: null }]);
    expect(valuesOf(shown)).toEqual([
      ['00340434161234500017', 349, 900, '2026-11-03', 361, 0, 12, null],
      ['00340434161234500024', 1_234, 1_250, '2026-11-03', 3_234, 2_000, 0, null],
    ]);
    const { costs } = readList(Buffer.from(FILE, 'utf8'), LAYOUT, null);
    expect(costs.map(({ amount }) => amount)).toEqual([349, 12, 1_234, 2_000]);
  });

  it('goes on behind a fault and names it at its column', () => {
    expect(faultsOf(preview(FILE.replace('00340434161234500017', '3,40434E+17').replace('1,250', 'heavy')))).toEqual([
      'Sendungsnummer: Line 2: “3,40434E+17” is not a tracking number. A spreadsheet may have changed it.',
      'Gewicht (kg): Line 3: “heavy” is not a weight.',
    ]);
    expect(faultsOf(preview(FILE, { day: 'YYYY-MM-DD' }))).toHaveLength(2);
    const missing = preview(FILE, { columns: { ...LAYOUT.columns, service: 'Dienst' } });
    expect(missing.columns.flatMap(({ fault }) => fault ?? [])).toEqual(['Line 1: the column “Dienst” is missing. Check the layout.']);
    expect(missing.rows).toHaveLength(2);
    expect(faultsOf(missing)).toEqual([]);
  });

  it('says of a row that it does not add up, or has another number of columns', () => {
    expect(preview(FILE, { costs: [] }).rows[0]?.fault).toMatch(/costs come to 3\.49, not to 3,61/);
    expect(preview(FILE.replace(';3,61', '')).rows.map(({ fault }) => fault !== null)).toEqual([true, false]);
  });

  it('reads a few pasted lines whose last one has no end, of a longer file only the first', () => {
    expect(preview(FILE.trimEnd()).rows).toHaveLength(2);
    const long = listFile(Array.from({ length: 40 }, (_, n) => ({ trackingNo: `0034043416123450${n + 1000}`, price: 100 })));
    expect(preview(long).rows).toHaveLength(PREVIEW_ROWS);
  });

  it('says why nothing can be read', () => {
    expect(preview(' ').fault).toBe('The file is empty.');
    expect(preview('a\0b').fault).toMatch(/not a CSV file/);
    expect(preview(FILE.split('\n')[0] ?? '').fault).toBe('The file contains no parcels.');
    expect(preview('a;"b\n').fault).toMatch(/damaged/);
  });

  it('reads columns by their number where a file has no headings', () => {
    const bare = FILE.split('\n').slice(1).join('\n');
    expect(valuesOf(preview(bare, { hasHeadings: false, columns: { trackingNo: '1', amount: '6' }, costs: [] }))).toEqual([
      ['00340434161234500017', 349],
      ['00340434161234500024', 1_234],
    ]);
  });
});
