import writeXlsxFile from 'write-excel-file/node';
import type { Locale } from '#contract/core/limits';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { safeText } from '../../core/http/cells.ts';
import { textIn } from '../../core/http/texts.ts';
import type { AnnexRow } from './annex.ts';

/** The annex as a spreadsheet: real dates and numbers, the names of services in the reader's language. */

const COLUMNS = ['day', 'service', 'unit', 'quantity', 'unitPrice', 'amount', 'currency', 'order', 'parcel'] as const;
const WIDTHS: Record<(typeof COLUMNS)[number], number> = {
  day: 12,
  service: 32,
  unit: 14,
  quantity: 12,
  unitPrice: 12,
  amount: 16,
  currency: 10,
  order: 16,
  parcel: 16,
};
const text = (value: string) => ({ value: safeText(value), type: String });
const number = (value: number, digits: number, format: string) => ({ value: value / 10 ** digits, type: Number, format });

function cellsOf({ day, text: names, unit, qty, unitPrice, exact, currency, task, parcel }: AnnexRow, locale: Locale) {
  return [
    { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' },
    text(names[locale]),
    text(textIn(locale, `quotationCategories.units.${unit}`)),
    number(qty, QTY_SCALE, '#,##0.###'),
    unitPrice === null ? null : number(unitPrice, PRICE_SCALE, '#,##0.00##'),
    number(exact, QTY_SCALE + PRICE_SCALE, '#,##0.00#####'),
    text(currency ?? ''),
    text(task ?? ''),
    text(parcel ?? ''),
  ];
}

/** One row for each charge, as in the CSV. The hash that is kept is that of the CSV. */
export function annexSheet(rows: readonly AnnexRow[], locale: Locale): Promise<Buffer> {
  const head = COLUMNS.map((key) => ({ value: textIn(locale, `billingRuns.annex.${key}`), fontWeight: 'bold' as const }));
  const sheet = [head, ...rows.map((row) => cellsOf(row, locale))];
  const columns = COLUMNS.map((key) => ({ width: WIDTHS[key] }));
  return writeXlsxFile(
    sheet as never,
    { sheet: textIn(locale, 'billingRuns.annex.title'), stickyRowsCount: 1, columns } as never,
  ).toBuffer();
}
