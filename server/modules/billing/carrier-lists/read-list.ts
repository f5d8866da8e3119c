import { parse } from 'csv-parse/sync';
import {
  LIST_SEPARATORS,
  type ListColumn,
  type ListedCost,
  type ListLayout,
  MAX_LIST_COSTS,
  MAX_LIST_MB,
  trackingKey,
} from '#contract/billing/carrier-costs';
import { fail } from './fault.ts';
import { amountIn, dayIn, trackingIn, weightIn } from './values.ts';

/** Reads the list of parcels of a carrier as its profile says. */

/** `total`: of all costs. `unread`: headings that no column of the profile names. */
export type ReadList = {
  costs: ListedCost[];
  parcels: number;
  total: number;
  fromOn: string | null;
  toOn: string | null;
  unread: string[];
};

export function textOf(bytes: Uint8Array, { encoding }: ListLayout): string {
  const decode = (name: string, fatal = false): string => new TextDecoder(name, { fatal }).decode(bytes);
  if (encoding === 'windows1252') return decode('windows-1252');
  if (encoding === 'utf16' || (bytes[0] === 0xff && bytes[1] === 0xfe)) return decode('utf-16le');
  try {
    return decode('utf-8', true);
  } catch {
    return encoding === 'utf8' ? fail('notText') : decode('windows-1252');
  }
}

export type Record_ = { line: number; cells: string[] };

export function recordsOf(text: string, { separator, skip }: ListLayout): Record_[] {
  const ends: number[] = [];
  try {
    const records = parse(skip === 0 ? text : text.split('\n').slice(skip).join('\n'), {
      delimiter: LIST_SEPARATORS[separator],
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      on_record: (record: string[], { lines }) => {
        ends.push(lines + skip);
        return record;
      },
    });
    return records.map((cells, i) => ({ cells: cells.map((cell) => cell.trim()), line: ends[i] ?? 0 }));
  } catch (error) {
    return fail('broken', { line: (ends.at(-1) ?? skip) + 1, text: error instanceof Error ? error.message.slice(0, 120) : '' });
  }
}

export const plain = (heading: string): string => heading.trim().toLowerCase().replace(/\s+/g, ' ');

type Place = { at: number; heading: string };
type Places = { of: Partial<Record<ListColumn, number>>; costs: (Place & { kind: ListedCost['kind'] })[]; unread: string[] };

/** Where a heading stands in the first row; -1 if it does not. */
export const placeOf = (first: Record_, { hasHeadings }: Pick<ListLayout, 'hasHeadings'>, heading: string): number =>
  hasHeadings
    ? first.cells.findIndex((one) => plain(one) === plain(heading))
    : /^\d{1,3}$/.test(heading) && Number(heading) <= first.cells.length
      ? Number(heading) - 1
      : -1;

/** @throws ListError `columnMissing` for a column of one meaning. A column of costs may be missing: not every month has each of them. */
export function placesOf(first: Record_, layout: ListLayout): Places {
  const { hasHeadings, columns, costs, skip } = layout;
  const find = (heading: string): number => placeOf(first, layout, heading);
  const of: Places['of'] = {};
  for (const [column, heading] of Object.entries(columns) as [ListColumn, string][]) {
    const at = find(heading);
    if (at < 0) fail('columnMissing', { line: skip + 1, text: heading });
    of[column] = at;
  }
  const found = columns.costText === undefined ? costs.map(({ heading, kind }) => ({ at: find(heading), heading, kind })) : [];
  const known = new Set([...Object.values(of), ...found.map(({ at }) => at)]);
  return {
    of,
    costs: found.filter(({ at }) => at >= 0),
    unread: hasHeadings ? first.cells.filter((cell, at) => cell !== '' && !known.has(at)) : [],
  };
}

/** The costs of one row. What is 0 is none, but a parcel of which nothing is billed stays visible. */
export function costsOfRow({ line, cells }: Record_, { of, costs }: Places, layout: ListLayout): ListedCost[] {
  const at = (column: ListColumn): string => (of[column] === undefined ? '' : (cells[of[column]] ?? ''));
  const head = {
    line,
    trackingNo: trackingIn(at('trackingNo'), line),
    service: at('service').slice(0, 60),
    weight: weightIn(at('weight'), layout, line),
    zone: at('zone').slice(0, 30),
    billedOn: at('billedOn') === '' ? null : dayIn(at('billedOn'), layout.day, line),
  };
  const amount = amountIn(at('amount'), layout, line);
  const text = at('costText');
  const isByText = layout.columns.costText !== undefined;
  const named = layout.costs.find(({ heading }) => plain(heading) === plain(text));
  const main: ListedCost = isByText
    ? { ...head, kind: named?.kind ?? 'other', heading: text.slice(0, 80), amount }
    : { ...head, kind: 'base', heading: '', amount };
  const further = costs.map(
    (cost): ListedCost => ({
      ...head,
      kind: cost.kind,
      heading: cost.kind === 'base' ? '' : cost.heading,
      amount: amountIn(cells[cost.at] ?? '', layout, line),
    }),
  );
  const all = [main, ...further];
  const sum = all.reduce((total, one) => total + one.amount, 0);
  if (at('total') !== '' && amountIn(at('total'), layout, line) !== sum)
    fail('rowTotal', { line, text: at('total').slice(0, 40), found: (sum / 100).toFixed(2) });
  // Several columns may belong to the price of the label, such as the transport and a toll that it includes.
  const base = { ...main, amount: all.filter(({ kind }) => kind === 'base').reduce((total, one) => total + one.amount, 0) };
  const kept = [...(main.kind === 'base' ? [base] : [main]), ...further.filter(({ kind }) => kind !== 'base')];
  const billed = kept.filter((one) => one.amount !== 0);
  return billed.length > 0 ? billed : isByText ? [] : [base];
}

/**
 * @param total what the bill comes to, net, in the smallest unit: the costs must add up to it, so that no cut file and no column that the
 * profile does not name goes unseen. Null: not known yet, for a preview.
 * @throws ListError with line and reason
 */
export function readList(bytes: Uint8Array, layout: ListLayout, total: number | null): ReadList {
  if (bytes.length === 0) fail('empty');
  if (bytes.length > MAX_LIST_MB * 1024 * 1024) fail('tooLarge', { size: MAX_LIST_MB });
  const text = textOf(bytes, layout);
  if (text.trim() === '') fail('empty');
  if (text.includes('\0')) fail('notText');
  if (!text.endsWith('\n')) fail('cut', { line: text.split('\n').length });
  const records = recordsOf(text, layout);
  const first = records[0] ?? fail('noRows');
  const places = placesOf(first, layout);
  const rows = layout.hasHeadings ? records.slice(1) : records;
  if (rows.length === 0) fail('noRows');
  const costs: ListedCost[] = [];
  const parcels = new Set<string>();
  for (const row of rows) {
    if (row.cells.length !== first.cells.length) fail('columns', { line: row.line, expected: first.cells.length, found: row.cells.length });
    for (const cost of costsOfRow(row, places, layout)) costs.push(cost);
    if (costs.length > MAX_LIST_COSTS) fail('tooMany', { most: MAX_LIST_COSTS });
  }
  for (const { trackingNo } of costs) parcels.add(trackingKey(trackingNo));
  const sum = costs.reduce((all, { amount }) => all + amount, 0);
  if (total !== null && sum !== total) fail('fileTotal', { expected: (total / 100).toFixed(2), found: (sum / 100).toFixed(2) });
  const days = costs.flatMap(({ billedOn }) => billedOn ?? []).toSorted();
  return { costs, parcels: parcels.size, total: sum, fromOn: days[0] ?? null, toOn: days.at(-1) ?? null, unread: places.unread };
}
