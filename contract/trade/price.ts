import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';
import type { Rule } from './rule.ts';

/** The service to be priced. */
export type Case = {
  categoryId: string;
  merchantId: string | null;
  currency: Currency;
  /** The day of the service. */
  date: string;
  /** Thousandths of the unit. */
  quantity: number;
  country?: string | undefined;
  carrierId?: string | undefined;
  zone?: string | undefined;
  itemKind?: string | undefined;
  /** Grams. */
  weight?: number | undefined;
};

export type Part = { from: number; quantity: number; price: number };
export type Priced = {
  /** The rule that provided the bands, and the merchant's markup, if any. */
  rule: Rule;
  markup: Rule | null;
  /** Quantity after rounding up to whole steps. */
  quantity: number;
  parts: Part[];
  /** True if the minimum amount applied. */
  least: boolean;
  /** In the smallest unit. */
  amount: number;
};

const among = (list: readonly string[], value: string | undefined): boolean =>
  list.length === 0 || (value !== undefined && list.includes(value));

function meets({ minWeight, maxWeight, ...rule }: Rule, given: Case): boolean {
  if (minWeight !== null && (given.weight === undefined || given.weight < minWeight)) return false;
  if (maxWeight !== null && (given.weight === undefined || given.weight > maxWeight)) return false;
  return (
    among(rule.countries, given.country) &&
    among(rule.carrierIds, given.carrierId) &&
    among(rule.zones, given.zone) &&
    among(rule.itemKinds, given.itemKind)
  );
}

/** Number of conditions a rule sets. A rule with more conditions is more specific. */
const narrowness = ({ countries, carrierIds, zones, itemKinds, minWeight, maxWeight }: Rule): number =>
  [countries, carrierIds, zones, itemKinds].filter((list) => list.length > 0).length +
  [minWeight, maxWeight].filter((end) => end !== null).length;

/** A merchant's own rule before the base, then the more specific, then the newer; finally by id, so that the order is stable. */
const better = (a: Rule, b: Rule): number =>
  Number(b.merchantId !== null) - Number(a.merchantId !== null) ||
  narrowness(b) - narrowness(a) ||
  (b.validFrom ?? '').localeCompare(a.validFrom ?? '') ||
  a.id.localeCompare(b.id);

const holds = (rule: Rule, given: Case): boolean =>
  rule.categoryId === given.categoryId &&
  rule.currency === given.currency &&
  (rule.merchantId === null || rule.merchantId === given.merchantId) &&
  (rule.validFrom === null || rule.validFrom <= given.date) &&
  (rule.validTo === null || given.date <= rule.validTo) &&
  meets(rule, given);

/** Divides a quantity by bands. @returns an empty list if no band starts at or below it */
export function partsOf({ bands, mode }: Pick<Rule, 'bands' | 'mode'>, quantity: number): Part[] {
  if (mode === 'tier') {
    const band = bands.findLast(({ from }) => from <= quantity);
    return band ? [{ from: band.from, quantity, price: band.price }] : [];
  }
  return bands.flatMap((band, i) => {
    const end = Math.min(quantity, bands[i + 1]?.from ?? quantity);
    return end > band.from ? [{ from: band.from, quantity: end - band.from, price: band.price }] : [];
  });
}

/**
 * The price of a case and how it was calculated. Rounded once, at the end.
 * @returns null if no rule applies; the price must then be entered by hand
 */
export function priceOf(rules: readonly Rule[], given: Case): Priced | null {
  const fitting = rules.filter((rule) => holds(rule, given)).toSorted(better);
  const rule = fitting.find(({ bands }) => bands.length > 0);
  if (!rule) return null;
  const markup = rule.merchantId === null ? (fitting.find(({ bands }) => bands.length === 0) ?? null) : null;
  const quantity = rule.step > 0 ? Math.ceil(given.quantity / rule.step) * rule.step : given.quantity;
  const parts = partsOf(rule, quantity);
  const raw = parts.reduce((sum, part) => sum + BigInt(part.quantity) * BigInt(part.price), 0n);
  const minor = tenTo(EXPONENTS[rule.currency]);
  const amount = Number(divide(raw * minor * BigInt(10_000 + (markup?.markup ?? 0)), tenTo(QTY_SCALE + PRICE_SCALE + 4)));
  const least = quantity > 0 && amount < rule.minAmount;
  return { rule, markup, quantity, parts, least, amount: least ? rule.minAmount : amount };
}
