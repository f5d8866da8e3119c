import type { Locale } from '#contract/core/limits';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { safeText } from '../../core/http/cells.ts';
import { textIn } from '../../core/http/texts.ts';
import { type SheetCell, writeSpreadsheet } from '../../core/spreadsheet/spreadsheet.ts';
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
const text = (value: string): SheetCell => safeText(value);
const number = (value: number, digits: number, format: string): SheetCell => ({ value: value / 10 ** digits, format });

function cellsOf({ day, text: names, unit, basis, qty, unitPrice, exact, currency, task, parcel }: AnnexRow, locale: Locale): SheetCell[] {
  return [
    { value: new Date(`${day}T00:00:00Z`), format: 'yyyy-mm-dd' },
    text(names[locale]),
    text(`${textIn(locale, `quotationCategories.units.${unit}`)}${basis ? ` (${textIn(locale, `merchantTerms.bases.${basis}`)})` : ''}`),
    number(qty, QTY_SCALE, '#,##0.###'),
    unitPrice === null ? null : number(unitPrice, PRICE_SCALE, '#,##0.00##'),
    number(exact, QTY_SCALE + PRICE_SCALE, '#,##0.00#####'),
    text(currency ?? ''),
    text(task ?? ''),
    text(parcel ?? ''),
  ];
}

/** Rows that are handed to the thread at once. */
const AT_ONCE = 500;

/** One row for each charge, as in the CSV. The hash that is kept is that of the CSV. */
export function annexSheet(rows: readonly AnnexRow[], locale: Locale): Promise<Buffer> {
  const sheet = writeSpreadsheet({
    sheet: textIn(locale, 'billingRuns.annex.title'),
    head: COLUMNS.map((key) => textIn(locale, `billingRuns.annex.${key}`)),
    widths: COLUMNS.map((key) => WIDTHS[key]),
  });
  for (let at = 0; at < rows.length; at += AT_ONCE) sheet.add(rows.slice(at, at + AT_ONCE).map((row) => cellsOf(row, locale)));
  return sheet.end();
}
