import { randomUUID } from 'node:crypto';
import type { Currency } from '#contract/money/scale';
import type { VatCategory } from '#contract/money/vat';

/**
 * Sums of documents a second time, by other means than the product's: exact fractions that are cut to the cent at the end by long division.
 * It imports nothing of what it judges but types.
 */
type Ratio = { top: bigint; bottom: bigint };

const ratio = (top: number | bigint, bottom: number | bigint = 1): Ratio => ({ top: BigInt(top), bottom: BigInt(bottom) });
const times = (a: Ratio, b: Ratio): Ratio => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });

/** A fraction that is not below zero as a whole number, its half taken up: digit by digit, as on paper. */
function whole({ top, bottom }: Ratio): number {
  const [digits, rest] = [top / bottom, top % bottom];
  const tenths = (rest * 10n) / bottom;
  return Number(tenths >= 5n ? digits + 1n : digits);
}

export type DrawnLine = {
  id: string;
  text: string;
  qty: number;
  unit: string;
  unitPrice: number;
  discount: number;
  vatCategory: VatCategory;
  vatRate: number;
};
export type Judged = { net: number; tax: number; gross: number };

const cents = ({ qty, unitPrice, discount }: DrawnLine): number =>
  whole([ratio(qty, 1000), ratio(unitPrice, 10_000), ratio(10_000 - discount, 10_000), ratio(100)].reduce(times));

/** What the lines come to: every line to the cent, the tax of each rate on its sum. */
export function judge(lines: readonly DrawnLine[]): Judged {
  const bases: [string, number, number][] = [];
  for (const line of lines) {
    const same = bases.find(([category, rate]) => category === line.vatCategory && rate === line.vatRate);
    if (same) same[2] += cents(line);
    else bases.push([line.vatCategory, line.vatRate, cents(line)]);
  }
  const net = bases.reduce((sum, [, , base]) => sum + base, 0);
  const tax = bases.reduce((sum, [, rate, base]) => sum + whole(times(ratio(base), ratio(rate, 10_000))), 0);
  return { net, tax, gross: net + tax };
}

/** In euro at so many millionths of the currency for one euro. */
export const inEuro = (amount: number, currency: Currency, rate: number): number =>
  currency === 'EUR' ? amount : whole(times(ratio(amount), ratio(1_000_000, rate)));

type Random = () => number;
export const between = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
export const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** Ways to be taxed: both German rates side by side, reverse charge, goods to a neighbour, export, outside the scope, exempt. */
const TREATMENTS: readonly (readonly [VatCategory, number])[][] = [
  [
    ['S', 1900],
    ['S', 700],
  ],
  [['S', 1900]],
  [['AE', 0]],
  [['K', 0]],
  [['G', 0]],
  [['O', 0]],
  [
    ['S', 1900],
    ['E', 0],
    ['Z', 0],
  ],
];
const PRICES = [1, 425, 4999, 10_000, 12_345, 333_333, 999_950, 7_500_000];

/** Lines as people write them, and as nobody would: parts of a cent, thousandths of an hour, odd discounts. */
export function drawLines(random: Random, treatments = TREATMENTS, most = 12): DrawnLine[] {
  const treatment = oneOf(random, treatments);
  return Array.from({ length: between(random, 1, most) }, (_, i) => {
    const [vatCategory, vatRate] = oneOf(random, treatment);
    return {
      id: randomUUID(),
      text: `Service ${i + 1}`,
      qty: random() < 0.5 ? 1000 * between(random, 1, 200) : between(random, 1, 250_000),
      unit: oneOf(random, ['', 'h', 'pallet']),
      unitPrice: random() < 0.5 ? oneOf(random, PRICES) : between(random, 0, 5_000_000),
      discount: random() < 0.7 ? 0 : oneOf(random, [500, 1000, 333, between(random, 1, 10_000)]),
      vatCategory,
      vatRate,
    };
  });
}
export const DOMESTIC = [TREATMENTS[0], TREATMENTS[1], TREATMENTS[6]] as typeof TREATMENTS;
export const ABROAD = [TREATMENTS[2], TREATMENTS[3], TREATMENTS[4], TREATMENTS[5]] as typeof TREATMENTS;
