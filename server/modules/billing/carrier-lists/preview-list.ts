import { type ListPreview, PREVIEW_ROWS } from '#contract/billing/carrier-bill-profiles';
import { LIST_COLUMNS, type ListColumn, type ListLayout } from '#contract/billing/carrier-costs';
import { ListError } from './fault.ts';
import { costsOfRow, placeOf, placesOf, plain, type Record_, recordsOf, textOf } from './read-list.ts';
import { amountIn, dayIn, trackingIn, weightIn } from './values.ts';

/** Shows what a layout makes of the first rows of a file: unlike reading, it goes on behind a fault and says which column has it. */

type Words = (fault: ListError) => string;
type Value = string | number | null;

/** What `read` gives, or the sentence of its fault. */
function attempt<T>(words: Words, read: () => T): { value: T | null; fault: string | null } {
  try {
    return { value: read(), fault: null };
  } catch (error) {
    if (error instanceof ListError) return { value: null, fault: words(error) };
    throw error;
  }
}

/** How the cells of a column are read, as `costsOfRow` reads them. */
const READS: Record<ListColumn | 'cost', (text: string, layout: ListLayout, line: number) => Value> = {
  trackingNo: (text, _, line) => trackingIn(text, line),
  amount: amountIn,
  cost: amountIn,
  costText: (text) => text,
  service: (text) => text,
  weight: weightIn,
  zone: (text) => text,
  billedOn: (text, { day }, line) => (text === '' ? null : dayIn(text, day, line)),
  total: (text, layout, line) => (text === '' ? null : amountIn(text, layout, line)),
};

const EMPTY = { columns: [], rows: [], unread: [] };

function recordsIn(bytes: Uint8Array, layout: ListLayout): Record_[] {
  const text = textOf(bytes, layout);
  if (text.trim() === '') throw new ListError('empty');
  if (text.includes('\0')) throw new ListError('notText');
  const records = recordsOf(text, layout);
  if (records.length === 0) throw new ListError('noRows');
  return records;
}

/** The columns that the layout names, with their place in the file. */
function columnsOf(first: Record_, layout: ListLayout, words: Words) {
  const named = LIST_COLUMNS.flatMap((column) => {
    const heading = layout.columns[column];
    return heading === undefined ? [] : [{ column, heading, kind: null }];
  });
  const further =
    layout.columns.costText === undefined ? layout.costs.map(({ heading, kind }) => ({ column: 'cost' as const, heading, kind })) : [];
  return [...named, ...further].map((one) => {
    const at = placeOf(first, layout, one.heading);
    const missing =
      at < 0 && one.column !== 'cost' ? words(new ListError('columnMissing', { line: layout.skip + 1, text: one.heading })) : null;
    return { ...one, at, fault: missing };
  });
}

/** @param words the sentence of a fault in the language of the reader */
export function previewList(bytes: Uint8Array, layout: ListLayout, words: Words): ListPreview {
  const { value: records, fault } = attempt(words, () => recordsIn(bytes, layout));
  const first = records?.[0];
  if (!records || !first) return { ...EMPTY, fault };
  const columns = columnsOf(first, layout, words);
  const { value: places } = attempt(words, () => placesOf(first, layout));
  const known = new Set(columns.map(({ heading }) => plain(heading)));
  const rows = (layout.hasHeadings ? records.slice(1) : records).slice(0, PREVIEW_ROWS).map((row) => {
    const { line } = row;
    const cells = columns.map(({ column, at }) => {
      const text = row.cells[at] ?? '';
      return {
        text: text.slice(0, 80),
        ...(at < 0 ? { value: null, fault: null } : attempt<Value>(words, () => READS[column](text, layout, line))),
      };
    });
    const isSound = places !== null && cells.every((cell) => cell.fault === null);
    const whole = attempt(words, () => {
      if (row.cells.length !== first.cells.length)
        throw new ListError('columns', { line, expected: first.cells.length, found: row.cells.length });
      // A row that does not add up shows only as a whole.
      if (isSound) costsOfRow(row, places, layout);
    });
    return { line, fault: whole.fault, cells };
  });
  return {
    fault: rows.length === 0 ? words(new ListError('noRows')) : null,
    columns: columns.map(({ at, ...column }) => ({ ...column, found: at >= 0 })),
    rows,
    unread: layout.hasHeadings ? first.cells.filter((cell) => cell !== '' && !known.has(plain(cell))) : [],
  };
}
