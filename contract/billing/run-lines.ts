import { groupBy } from '../core/group-by.ts';
import { addDays, lastOfMonth } from '../core/house-day.ts';
import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';
import type { ServicePeriod } from '../money/service-period.ts';

/**
 * Lines of the invoice of a run: what has the same category, unit price and period is one line, so that it is rounded once. What earlier runs
 * missed is charged apart by the month of its facts, because the invoice names the time of each service and the tax arises in that month
 * (§ 14 Abs. 4 Nr. 6, § 13 Abs. 1 Nr. 1 a UStG; a calendar month is enough, § 31 Abs. 4 UStDV).
 */

/** Charges of one category and unit price together. `unitPrice` null: prices with more than four digits; their sum becomes the price. */
export type Bundle = {
  categoryId: string;
  /** Null where the terms do not keep storehouses apart, and for what no storehouse did. */
  storehouseId: string | null;
  /** First day of the month of late facts; null for facts of the period of the run. */
  lateFrom: string | null;
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
  storehouseId: string | null;
  lateFrom: string | null;
  kind: 'price' | 'sum' | 'topUp' | 'minimum';
  unitPrice: number;
  qty: number;
  count: number;
};

/** An invoice has at most 500 lines; above this number each category becomes one line. */
const MANY = 400;
const ONE = 10 ** QTY_SCALE;

/** Bundles that become one line, if they are not divided by price. */
const asOne = (bundles: readonly Bundle[]): Bundle[][] => [
  ...groupBy(bundles, ({ categoryId, storehouseId, lateFrom }) => `${categoryId} ${storehouseId} ${lateFrom}`).values(),
];

/** The days of a late line: its month, up to the day before the run. */
export function latePeriod(lateFrom: string, runFrom: string): ServicePeriod {
  const [last, before] = [lastOfMonth(lateFrom), addDays(runFrom, -1)];
  return { from: lateFrom, to: last < before ? last : before };
}

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
  const lines: BilledLine[] = priced.map(({ categoryId, storehouseId, lateFrom, unitPrice, qty, count }) => ({
    categoryId,
    storehouseId,
    lateFrom,
    kind: 'price',
    unitPrice: unitPrice ?? 0,
    qty,
    count,
  }));
  for (const some of asOne(summed)) {
    const { categoryId = '', storehouseId = null, lateFrom = null } = some[0] ?? {};
    const key = { categoryId, storehouseId, lateFrom };
    const price = asPrice(
      some.reduce((sum, { exact }) => sum + exact, 0n),
      currency,
    );
    const count = some.reduce((sum, one) => sum + one.count, 0);
    if (price > 0) lines.push({ ...key, kind: 'sum', unitPrice: price, qty: ONE, count });
  }
  for (const some of asOne(bundles.filter((one) => one.topUp > 0))) {
    const { categoryId = '', storehouseId = null, lateFrom = null } = some[0] ?? {};
    const key = { categoryId, storehouseId, lateFrom };
    const topUp = some.reduce((sum, one) => sum + one.topUp, 0);
    lines.push({ ...key, kind: 'topUp', unitPrice: minorAsPrice(topUp, currency), qty: ONE, count: some.length });
  }
  return lines;
}

/** The line that lifts a bill to the minimum of the terms. */
export const minimumLine = (missing: number, currency: Currency, categoryId: string): BilledLine => ({
  categoryId,
  storehouseId: null,
  lateFrom: null,
  kind: 'minimum',
  unitPrice: minorAsPrice(missing, currency),
  qty: ONE,
  count: 0,
});
