import { MerchantOrder } from '#contract/channels/merchant-orders';
import { minorDigits, minorOf } from '#contract/core/currency';
import { HOUSE_ZONE } from '#contract/core/house-day';
import { instantAt } from '#contract/core/wall-clock';
import { countryCode } from '../../../core/http/countries.ts';
import { faultsOf } from '../../../core/http/validate.ts';
import type { Sheet } from '../../../core/spreadsheet/read-sheet.ts';
import { COLUMNS, type Column, OF_LINE, placesOf, REQUIRED } from './columns.ts';

/** One order of a file. `row` is its first row; the header is row 1. `fault` says what cannot be read. */
export type FileOrder = { row: number; externalNo: string } & ({ order: MerchantOrder } | { fault: string });

type Cells = Map<Column, string>;

/** A day as the house's midnight, in the forms `2026-11-27` and `27.11.2026`. Everything else is left as it is and judged by the schema. */
function instantOf(text: string): string | null {
  if (text === '') return null;
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const date = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return text;
  const at = instantAt(date, 0, HOUSE_ZONE);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
/** `12.50` or `12,50` in the smallest unit of its currency. NaN for anything else, which the schema refuses. */
const minorIn = (text: string, currency: string): number | null => {
  if (text === '') return null;
  const places = /^\d+(?:[.,](\d{1,4}))?$/.exec(text);
  return places && (places[1] ?? '').length <= minorDigits(currency) ? minorOf(text.replace(',', '.'), currency) : Number.NaN;
};

/** The values of an order: the first one that stands in any of its rows. Two different ones are a fault, because nobody could say which counts. */
function headOf(rows: readonly Cells[]): Cells | { differs: Column } {
  const head: Cells = new Map();
  for (const cells of rows)
    for (const [column, text] of cells) {
      if (OF_LINE.includes(column) || text === '') continue;
      const known = head.get(column);
      if (known !== undefined && known !== text) return { differs: column };
      head.set(column, text);
    }
  return head;
}

function orderOf(rows: readonly Cells[]): { order: MerchantOrder } | { fault: string } {
  const head = headOf(rows);
  if ('differs' in head) return { fault: `The rows of the order have different values of ${COLUMNS[head.differs][0]}.` };
  const of = (column: Column): string => head.get(column) ?? '';
  const currency = of('currency').toUpperCase();
  const raw = {
    orderedAt: instantOf(of('orderedAt')),
    consignee: {
      name1: of('name1'),
      name2: of('name2'),
      streetName: of('streetName'),
      streetNumber: of('streetNumber'),
      zip: of('zip'),
      city: of('city'),
      country: countryCode(of('country')),
      phone: of('phone'),
      email: of('email'),
      addition: of('addition'),
    },
    carrier: of('carrier'),
    service: of('service'),
    priority: of('priority').toLowerCase() || 'normal',
    requestedShipAt: instantOf(of('requestedShipAt')),
    remark: of('remark'),
    codAmount: minorIn(of('codAmount'), currency) ?? undefined,
    insuredAmount: minorIn(of('insuredAmount'), currency) ?? undefined,
    currency: currency || undefined,
    lines: rows.map((cells) => ({
      line: cells.get('line') ?? '',
      sku: cells.get('sku') ?? '',
      qty: Number(cells.get('qty') || Number.NaN),
      name: cells.get('itemName') ?? '',
      price: minorIn(cells.get('price') ?? '', currency),
    })),
  };
  const read = MerchantOrder.safeParse(raw);
  if (read.success) return { order: read.data };
  return {
    fault: faultsOf(MerchantOrder, raw, '')
      .map(({ path, rule }) => `${path}: ${rule}`)
      .join(', '),
  };
}

/**
 * The orders of a file, in the sequence of their first rows. Rows of one order need not stand together.
 * @returns the names of missing columns instead, if a file of orders cannot be without them
 */
export function ordersOf({ columns, rows, numbers }: Sheet): FileOrder[] | { missing: string[] } {
  const places = placesOf(columns);
  const missing = REQUIRED.filter((column) => !places.has(column)).map((column) => COLUMNS[column][0]);
  if (missing.length > 0) return { missing };
  const byNo = new Map<string, { row: number; cells: Cells[] }>();
  const faults: FileOrder[] = [];
  rows.forEach((row, n) => {
    const cells: Cells = new Map([...places].map(([column, at]) => [column, row[at]?.trim() ?? '']));
    const externalNo = cells.get('externalNo') ?? '';
    const number = numbers[n] ?? n + 2;
    if (externalNo === '' || externalNo.length > 60) {
      faults.push({
        row: number,
        externalNo: externalNo.slice(0, 60),
        fault: 'The number of the order is missing or longer than 60 characters.',
      });
      return;
    }
    cells.delete('externalNo');
    const known = byNo.get(externalNo);
    if (known) known.cells.push(cells);
    else byNo.set(externalNo, { row: number, cells: [cells] });
  });
  const orders = [...byNo].map(([externalNo, { row, cells }]): FileOrder => ({ row, externalNo, ...orderOf(cells) }));
  return [...orders, ...faults].sort((a, b) => a.row - b.row);
}
