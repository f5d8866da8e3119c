import { z } from 'zod';
import { Id, Line } from '../fields.ts';
import { type Currency, divide, EXPONENTS, MAX_AMOUNT, Percent, PRICE_SCALE, QTY_SCALE, Quantity, tenTo, UnitPrice } from './amount.ts';
import { VAT_CATEGORIES, type VatCategory } from './vat.ts';

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
export type Priced = { qty: number; unitPrice: number; discount?: number };
export type Taxed = Priced & { vatCategory: VatCategory; vatRate: number };

export const MAX_LINES = 500;

/** Net of a line in the smallest unit: quantity × price − discount, rounded once, half away from zero. */
export function lineNet({ qty, unitPrice, discount = 0 }: Priced, currency: Currency): number {
  const top = BigInt(qty) * BigInt(unitPrice) * BigInt(10_000 - discount) * tenTo(EXPONENTS[currency]);
  return Number(divide(top, tenTo(QTY_SCALE + PRICE_SCALE + 4)));
}

export type VatGroup = { category: VatCategory; rate: number; base: number; tax: number };
export type Totals = { nets: number[]; vat: VatGroup[]; net: number; tax: number; gross: number };

/**
 * Sums of a document. Tax is made once a category and rate on the sum of its nets (EN 16931 BR-CO-17, BR-S-09), never line by line;
 * groups stand highest rate first.
 */
export function totalsOf(lines: readonly Taxed[], currency: Currency): Totals {
  const nets = lines.map((line) => lineNet(line, currency));
  const groups = new Map<string, VatGroup>();
  lines.forEach(({ vatCategory, vatRate }, i) => {
    const key = `${vatCategory}${vatRate}`;
    const group = groups.get(key) ?? { category: vatCategory, rate: vatRate, base: 0, tax: 0 };
    group.base += nets[i] ?? 0;
    groups.set(key, group);
  });
  const vat = [...groups.values()]
    .map((group) => ({ ...group, tax: Number(divide(BigInt(group.base) * BigInt(group.rate), 10_000n)) }))
    .sort((a, b) => b.rate - a.rate || a.category.localeCompare(b.category));
  const net = vat.reduce((sum, group) => sum + group.base, 0);
  const tax = vat.reduce((sum, group) => sum + group.tax, 0);
  return { nets, vat, net, tax, gross: net + tax };
}

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
