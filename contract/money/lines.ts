import { z } from 'zod';
import { Id, Line } from '../core/fields.ts';
import { Percent, Quantity, UnitPrice } from './amount.ts';
import { type Currency, MAX_AMOUNT } from './scale.ts';
import { lineNet, type Taxed, totalsOf } from './sums.ts';
import { VAT_CATEGORIES } from './vat.ts';

/** Fields of a priced line, shared by invoices, bills, quotations and purchase orders. */
export const pricedLine = {
  /** Never changes: credit notes, bills and receipts refer to the line by it. */
  id: Id,
  text: Line(200, 1),
  note: Line(200).default(''),
  qty: Quantity,
  unit: Line(20).default(''),
  unitPrice: UnitPrice,
  /** Discount on the line in hundredths of a per cent. */
  discount: Percent.default(0),
  vatCategory: z.enum(VAT_CATEGORIES).default('S'),
  vatRate: Percent.default(0),
};
export const MAX_LINES = 500;

type Fault = { path: string; rule: string; params?: Record<string, number> };

/** Faults across fields: a rate in a category without tax (BR-AE-05 and similar rules), or a line or sum that is implausibly large. */
export function lineFaults(lines: readonly (Taxed & { id: string })[], currency: Currency): Fault[] {
  const faults: Fault[] = [];
  const ids = new Set<string>();
  lines.forEach((line, i) => {
    if (ids.has(line.id)) faults.push({ path: `lines.${i}.id`, rule: 'duplicate' });
    ids.add(line.id);
    if (line.vatCategory === 'S' && line.vatRate === 0) faults.push({ path: `lines.${i}.vatRate`, rule: 'vatRateMissing' });
    if (line.vatCategory !== 'S' && line.vatRate !== 0) faults.push({ path: `lines.${i}.vatRate`, rule: 'vatRateZero' });
    if (lineNet(line, currency) > MAX_AMOUNT) faults.push({ path: `lines.${i}.unitPrice`, rule: 'amountTooBig' });
  });
  if (faults.length === 0 && totalsOf(lines, currency).gross > MAX_AMOUNT) faults.push({ path: 'lines', rule: 'amountTooBig' });
  return faults;
}

/**
 * Lines outside the scope of VAT stand alone: an e-invoice that has one has no other group of VAT (EN 16931, BR-O-11 to BR-O-14). Applies to
 * what the house issues, not to what it receives.
 */
export function outsideFaults(lines: readonly Taxed[]): Fault[] {
  const isMixed = lines.some(({ vatCategory }) => vatCategory === 'O') && lines.some(({ vatCategory }) => vatCategory !== 'O');
  if (!isMixed) return [];
  const [first] = lines;
  return lines.flatMap(({ vatCategory }, i) =>
    (vatCategory === 'O') === (first?.vatCategory === 'O') ? [] : [{ path: `lines.${i}.vatCategory`, rule: 'outsideMixed' }],
  );
}
