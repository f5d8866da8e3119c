import { z } from 'zod';
import { Id, Line } from '../core/fields.ts';
import { Percent, Quantity, UnitPrice } from './amount.ts';
import { type Currency, MAX_AMOUNT } from './scale.ts';
import { lineNet, type Taxed, totalsOf } from './sums.ts';
import { VAT_CATEGORIES } from './vat.ts';

/** What every priced line says, on invoices, bills, quotations and purchase orders alike. */
export const pricedLine = {
  /** Stands for ever: a credit note, a bill or a receipt names the line by it. */
  id: Id,
  text: Line(200, 1),
  note: Line(200).default(''),
  qty: Quantity,
  unit: Line(20).default(''),
  unitPrice: UnitPrice,
  /** Off the line, hundredths of a per cent. */
  discount: Percent.default(0),
  vatCategory: z.enum(VAT_CATEGORIES).default('S'),
  vatRate: Percent.default(0),
};
export const MAX_LINES = 500;

type Fault = { path: string; rule: string; params?: Record<string, number> };

/** What the single values cannot say: a rate where the category has none (BR-AE-05 and its like), one line or a sum too big to be meant. */
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
