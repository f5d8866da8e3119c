import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';

/** Lines of the invoice of a run: what has the same category and unit price is one line, so that it is rounded once. */

/** Charges of one category and unit price together. `unitPrice` null: prices with more than four digits; their sum becomes the price. */
export type Bundle = {
  categoryId: string;
  unitPrice: number | null;
  /** Thousandths. */
  qty: number;
  /** 10^-7 of a major unit. */
  exact: bigint;
  /** In the smallest unit. */
  topUp: number;
  count: number;
};
export type BilledLine = {
  categoryId: string;
  kind: 'price' | 'sum' | 'topUp' | 'minimum';
  unitPrice: number;
  qty: number;
  count: number;
};

/** An invoice has at most 500 lines; above this number each category becomes one line. */
const MANY = 400;
const ONE = 10 ** QTY_SCALE;

/** An exact sum as a unit price: rounded to the smallest unit, once. */
const asPrice = (exact: bigint, currency: Currency): number => {
  const minor = divide(exact * tenTo(EXPONENTS[currency]), tenTo(QTY_SCALE + PRICE_SCALE));
  return Number(minor * tenTo(PRICE_SCALE - EXPONENTS[currency]));
};
const minorAsPrice = (minor: number, currency: Currency): number => minor * 10 ** (PRICE_SCALE - EXPONENTS[currency]);

/** Free facts have no line; they are in the annex. A missing minimum of a price is a line of its own. */
export function billedLines(bundles: readonly Bundle[], currency: Currency): BilledLine[] {
  const charged = bundles.filter(({ exact, qty }) => exact > 0n && qty > 0);
  const single = charged.length > MANY;
  const priced = single ? [] : charged.filter(({ unitPrice }) => unitPrice !== null);
  const summed = charged.filter((one) => single || one.unitPrice === null);
  const lines: BilledLine[] = priced.map(({ categoryId, unitPrice, qty, count }) => ({
    categoryId,
    kind: 'price',
    unitPrice: unitPrice ?? 0,
    qty,
    count,
  }));
  for (const categoryId of new Set(summed.map((one) => one.categoryId))) {
    const some = summed.filter((one) => one.categoryId === categoryId);
    const price = asPrice(
      some.reduce((sum, { exact }) => sum + exact, 0n),
      currency,
    );
    const count = some.reduce((sum, one) => sum + one.count, 0);
    if (price > 0) lines.push({ categoryId, kind: 'sum', unitPrice: price, qty: ONE, count });
  }
  for (const categoryId of new Set(bundles.map((one) => one.categoryId))) {
    const some = bundles.filter((one) => one.categoryId === categoryId && one.topUp > 0);
    const topUp = some.reduce((sum, one) => sum + one.topUp, 0);
    if (topUp > 0) lines.push({ categoryId, kind: 'topUp', unitPrice: minorAsPrice(topUp, currency), qty: ONE, count: some.length });
  }
  return lines;
}

/** The line that lifts a bill to the minimum of the terms. */
export const minimumLine = (missing: number, currency: Currency, categoryId: string): BilledLine => ({
  categoryId,
  kind: 'minimum',
  unitPrice: minorAsPrice(missing, currency),
  qty: ONE,
  count: 0,
});
