import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from './scale.ts';
import type { VatCategory } from './vat.ts';

export type Priced = { qty: number; unitPrice: number; discount?: number };
export type Taxed = Priced & { vatCategory: VatCategory; vatRate: number };

/** Net amount of a line in the smallest unit: quantity × price − discount, rounded once, half away from zero. */
export function lineNet({ qty, unitPrice, discount = 0 }: Priced, currency: Currency): number {
  const top = BigInt(qty) * BigInt(unitPrice) * BigInt(10_000 - discount) * tenTo(EXPONENTS[currency]);
  return Number(divide(top, tenTo(QTY_SCALE + PRICE_SCALE + 4)));
}

/** The tax on a net amount, rounded half away from zero. @param rate in hundredths of a per cent */
export const taxOf = (net: number, rate: number): number => Number(divide(BigInt(net) * BigInt(rate), 10_000n));

export type VatGroup = { category: VatCategory; rate: number; base: number; tax: number };
export type Totals = { nets: number[]; vat: VatGroup[]; net: number; tax: number; gross: number };

/**
 * Totals of a document. Tax is calculated once for each category and rate on the sum of net amounts (EN 16931 BR-CO-17, BR-S-09), not by
 * line. Groups are sorted by rate, highest first.
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
    .map((group) => ({ ...group, tax: taxOf(group.base, group.rate) }))
    .sort((a, b) => b.rate - a.rate || a.category.localeCompare(b.category));
  const net = vat.reduce((sum, group) => sum + group.base, 0);
  const tax = vat.reduce((sum, group) => sum + group.tax, 0);
  return { nets, vat, net, tax, gross: net + tax };
}
