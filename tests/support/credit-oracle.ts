import type { Currency } from '#contract/money/scale';
import { between, type DrawnLine } from './money-oracle.ts';

/**
 * What credit notes of an invoice must come to, by fractions in bigint and without code of the product. A credit note is judged by what is
 * left of the invoice after it: the rounded figures of the credited quantity so far. It is not judged one by one.
 */

/** top / bottom as a whole number, its half taken up. Neither is below zero. */
const whole = (top: bigint, bottom: bigint): number => Number(top / bottom + (((top % bottom) * 10n) / bottom >= 5n ? 1n : 0n));
const euro = (amount: number, currency: Currency, rate: number): number =>
  currency === 'EUR' ? amount : whole(BigInt(amount) * 1_000_000n, BigInt(rate));
const cents = ({ unitPrice, discount }: DrawnLine, qty: number): number =>
  whole(BigInt(qty) * BigInt(unitPrice) * BigInt(10_000 - discount) * 100n, 1000n * 10_000n * 10_000n);

type Group = { base: number; tax: number; houseBase: number; houseTax: number };
export type SoFar = { groups: Record<string, Group>; gross: number; houseGross: number };

/** What a quantity of each line (thousandths by line id) is worth, of the invoice as of everything credited so far. */
export function worth(lines: readonly DrawnLine[], qtyOf: (line: DrawnLine) => number, currency: Currency, rate: number): SoFar {
  const groups: Record<string, Group> = {};
  for (const line of lines) {
    const key = `${line.vatCategory}${line.vatRate}`;
    const group = (groups[key] ??= { base: 0, tax: 0, houseBase: 0, houseTax: 0 });
    group.base += cents(line, qtyOf(line));
    group.tax = whole(BigInt(group.base) * BigInt(line.vatRate), 10_000n);
    group.houseBase = euro(group.base, currency, rate);
    group.houseTax = euro(group.tax, currency, rate);
  }
  const gross = Object.values(groups).reduce((sum, { base, tax }) => sum + base + tax, 0);
  return { groups, gross, houseGross: euro(gross, currency, rate) };
}

/** Splits the lines of an invoice into parts at random: each part some quantity of some lines, all parts together everything. */
export function splitAtRandom(random: () => number, lines: readonly DrawnLine[], most: number): (DrawnLine & { ofLine: string })[][] {
  const left = new Map(lines.map(({ id, qty }) => [id, qty]));
  const parts: (DrawnLine & { ofLine: string })[][] = [];
  const count = between(random, 1, most);
  for (let n = 0; n < count; n++) {
    const last = n === count - 1;
    const part = lines.flatMap((line, i) => {
      const rest = left.get(line.id) ?? 0;
      const qty = last ? rest : random() < 0.4 ? 0 : between(random, 0, rest);
      left.set(line.id, rest - qty);
      return qty > 0 ? [{ ...line, id: `${n}-${i}`, qty, ofLine: line.id }] : [];
    });
    if (part.length > 0) parts.push(part);
  }
  return parts;
}
