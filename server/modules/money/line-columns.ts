import type { CellSpec, FieldOf } from '#contract/core/mask';
import { MAX_LINES } from '#contract/money/lines';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { vatOptions } from './fields.ts';

/** Columns of priced lines (contract/money/lines.ts), shared by all documents that have them. An area can add columns of its own. */
const priced: Record<string, CellSpec> = {
  text: { kind: 'text', label: 'invoices.lines.text', required: true, maxLength: 200, width: 240 },
  note: { kind: 'text', label: 'invoices.lines.note', maxLength: 200, width: 140 },
  qty: { kind: 'decimal', label: 'invoices.lines.qty', scale: QTY_SCALE, required: true, min: 1, default: 1000, width: 80 },
  unit: { kind: 'text', label: 'invoices.lines.unit', maxLength: 20, width: 80 },
  unitPrice: { kind: 'decimal', label: 'invoices.lines.unitPrice', scale: PRICE_SCALE, required: true, min: 0, default: 0, width: 100 },
  discount: { kind: 'percent', label: 'invoices.lines.discount', default: 0, width: 84 },
  vatCategory: { kind: 'choice', label: 'invoices.lines.vatCategory', required: true, default: 'S', options: vatOptions, width: 170 },
  vatRate: { kind: 'percent', label: 'invoices.lines.vatRate', default: 1900, width: 84 },
};

/** @param currencyField name of the row's field that holds the currency @param details columns below the row */
export const pricedLines = (
  currencyField: string,
  more: Record<string, CellSpec> = {},
  details: string[] = [],
): Omit<FieldOf<'lines'>, 'label'> => ({
  kind: 'lines',
  columns: { ...priced, ...more },
  details,
  carry: ['unit', 'vatCategory', 'vatRate'],
  priced: currencyField,
  max: MAX_LINES,
});
