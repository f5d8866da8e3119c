import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';
import type { Rule } from './rule.ts';

/** What is to be priced. */
export type Case = {
  categoryId: string;
  merchantId: string | null;
  currency: Currency;
  /** The day it happened on. */
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
  /** The rule that gave the bands; the merchant's markup on it, if any. */
  rule: Rule;
  markup: Rule | null;
  /** After rounding up to whole steps. */
  quantity: number;
  parts: Part[];
  /** True where the least amount held. */
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

/** How many conditions a rule sets: the more of them, the more it was meant for this case. */
const narrowness = ({ countries, carrierIds, zones, itemKinds, minWeight, maxWeight }: Rule): number =>
  [countries, carrierIds, zones, itemKinds].filter((list) => list.length > 0).length +
  [minWeight, maxWeight].filter((end) => end !== null).length;

/** The merchant's own before the base, then the narrower, then the newer; at last the id, so that the order never changes. */
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

/** The parts of a quantity by bands. @returns nothing where no band begins at or below it */
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
 * What a case costs, and why. Rounded once, at the end.
 * @returns null where no rule holds: then a person must price it
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
