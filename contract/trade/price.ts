import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';
import type { Dimension, Rule } from './rule.ts';

/** The service to be priced. */
export type Case = {
  categoryId: string;
  merchantId: string | null;
  currency: Currency;
  /** The day of the service. */
  date: string;
  /** Thousandths of the unit; never negative. A reversal copies the price of what it takes back (`reversed`). */
  quantity: number;
  /** The order that it belongs to, for rules that count by order. Without one it counts for itself. */
  orderId?: string | undefined;
  country?: string | undefined;
  carrierId?: string | undefined;
  zone?: string | undefined;
  itemKind?: string | undefined;
  /** Grams. */
  weight?: number | undefined;
  /** Further conditions of the fact. */
  facts?: Partial<Record<Dimension, string>> | undefined;
};

/** A quantity at one unit price, the markup included. `from` is the lower bound of its band. */
export type Part = { from: number; quantity: number; unitPrice: number };
export type Priced = {
  /** The rule that provided the bands, and the merchant's markup, if any. */
  rule: Rule;
  markup: Rule | null;
  /** Other rules that fit as well, are as specific and as new: only the order of their ids decided. */
  ties: readonly Rule[];
  /** Quantity after rounding up to whole steps. */
  quantity: number;
  parts: Part[];
  /** Quantity × unit price in 10^-7 of a major unit, not rounded, so that a line of many cases is rounded once. */
  exact: bigint;
  /** What is missing to the minimum of the rule, in the smallest unit; a line of its own, never hidden in a price. */
  topUp: number;
};

/** 10^-7 of a major unit: a thousandth of a unit at a ten-thousandth. */
export const EXACT_SCALE = QTY_SCALE + PRICE_SCALE;

/** An exact sum in the smallest unit of its currency, rounded half away from zero. */
export const roundedExact = (exact: bigint, currency: Currency): number =>
  Number(divide(exact * tenTo(EXPONENTS[currency]), tenTo(EXACT_SCALE)));

const among = (list: readonly string[], value: string | undefined): boolean =>
  list.length === 0 || (value !== undefined && list.includes(value));

const dimensionsOf = ({ conditions }: Pick<Rule, 'conditions'>): Set<Dimension> => new Set(conditions.map(({ dimension }) => dimension));

const carries = ({ conditions }: Rule, { facts = {} }: Case): boolean =>
  conditions.every(({ dimension }) => conditions.some((one) => one.dimension === dimension && one.value === facts[dimension]));

/** Ranges of weight are half open, so that ranges which meet at a weight never both hold there. */
function meets(rule: Rule, given: Case): boolean {
  const { minWeight, maxWeight } = rule;
  if (minWeight !== null && (given.weight === undefined || given.weight < minWeight)) return false;
  if (maxWeight !== null && (given.weight === undefined || given.weight >= maxWeight)) return false;
  return (
    among(rule.countries, given.country) &&
    among(rule.carrierIds, given.carrierId) &&
    among(rule.zones, given.zone) &&
    among(rule.itemKinds, given.itemKind) &&
    carries(rule, given)
  );
}

/** Number of conditions a rule sets. A rule with more conditions is more specific. */
const narrowness = ({ countries, carrierIds, zones, itemKinds, minWeight, maxWeight, ...rule }: Rule): number =>
  [countries, carrierIds, zones, itemKinds].filter((list) => list.length > 0).length +
  [minWeight, maxWeight].filter((end) => end !== null).length +
  dimensionsOf(rule).size;

/** A merchant's own rule before the base, then the more specific, then the newer. 0 if only the id can decide. */
const preference = (a: Rule, b: Rule): number =>
  Number(b.merchantId !== null) - Number(a.merchantId !== null) ||
  narrowness(b) - narrowness(a) ||
  (b.validFrom ?? '').localeCompare(a.validFrom ?? '');

const holds = (rule: Rule, given: Case): boolean =>
  (rule.merchantId === null || rule.merchantId === given.merchantId) &&
  (rule.validFrom === null || rule.validFrom <= given.date) &&
  (rule.validTo === null || given.date <= rule.validTo) &&
  meets(rule, given);

type Choice = Pick<Priced, 'rule' | 'markup' | 'ties'>;

/** Divides a quantity by bands. @returns an empty list if no band starts at or below it */
function partsOf({ bands, mode }: Pick<Rule, 'bands' | 'mode'>, quantity: number, before: number, total: number): Part[] {
  if (mode === 'tier') {
    const band = bands.findLast(({ from }) => from <= total);
    return band ? [{ from: band.from, quantity, unitPrice: band.price }] : [];
  }
  return bands.flatMap((band, i) => {
    const start = Math.max(before, band.from);
    const end = Math.min(before + quantity, bands[i + 1]?.from ?? before + quantity);
    return end > start ? [{ from: band.from, quantity: end - start, unitPrice: band.price }] : [];
  });
}

/** The markup is on the unit price, rounded to its four digits: a printed unit price times its quantity is the printed amount. */
const markedUp = (price: number, markup: Rule | null): number =>
  Number(divide(BigInt(price) * BigInt(10_000 + (markup?.markup ?? 0)), 10_000n));

const exactOf = (parts: readonly Part[]): bigint => parts.reduce((sum, part) => sum + BigInt(part.quantity) * BigInt(part.unitPrice), 0n);

/** What is counted together before a band is chosen. */
function scopeOf({ rule, markup }: Choice, given: Case, n: number): string {
  const scope = { fact: `fact ${n}`, order: given.orderId ?? `fact ${n}`, day: given.date, month: given.date.slice(0, 7) }[rule.per];
  return [rule.id, markup?.id, given.merchantId, scope].join('|');
}

/** Rules that were sorted once, to price many cases with. */
export class PriceList {
  private readonly byCategory = new Map<string, Rule[]>();

  constructor(rules: readonly Rule[]) {
    for (const rule of rules.toSorted((a, b) => preference(a, b) || a.id.localeCompare(b.id))) {
      const key = `${rule.categoryId} ${rule.currency}`;
      const known = this.byCategory.get(key);
      if (known) known.push(rule);
      else this.byCategory.set(key, [rule]);
    }
  }

  private choose(given: Case): Choice | null {
    const fitting = (this.byCategory.get(`${given.categoryId} ${given.currency}`) ?? []).filter((rule) => holds(rule, given));
    const rule = fitting.find(({ bands }) => bands.length > 0);
    if (!rule) return null;
    const markup = rule.merchantId === null ? (fitting.find(({ bands }) => bands.length === 0) ?? null) : null;
    const ties = fitting.filter((other) => other !== rule && other.bands.length > 0 && preference(other, rule) === 0);
    return { rule, markup, ties };
  }

  /**
   * The price of each case, and how it was calculated. Cases of one order, day or month are counted together where their rule says so; of
   * graduated bands the earlier case takes the earlier bands, so they are given in order of time.
   * @returns null for a case to which no rule applies; its price must be entered by hand
   * @throws RangeError for a negative quantity
   */
  priceAll(cases: readonly Case[]): (Priced | null)[] {
    const groups = new Map<string, { choice: Choice; members: number[] }>();
    cases.forEach((given, n) => {
      if (given.quantity < 0) throw new RangeError('a reversal copies the price of what it takes back');
      const choice = this.choose(given);
      if (!choice) return;
      const key = scopeOf(choice, given, n);
      const group = groups.get(key);
      if (group) group.members.push(n);
      else groups.set(key, { choice, members: [n] });
    });
    const priced: (Priced | null)[] = cases.map(() => null);
    for (const { choice, members } of groups.values())
      priceGroup(
        choice,
        members.map((n) => cases[n]?.quantity ?? 0),
      ).forEach((one, i) => {
        const n = members[i];
        if (n !== undefined) priced[n] = one;
      });
    return priced;
  }
}

/** Prices quantities that are counted together. The last of them carries what the sum is rounded up by, and what is missing to the minimum. */
function priceGroup({ rule, markup, ties }: Choice, quantities: readonly number[]): Priced[] {
  const sum = quantities.reduce((all, quantity) => all + quantity, 0);
  const total = rule.step > 0 ? Math.ceil(sum / rule.step) * rule.step : sum;
  let before = 0;
  const priced = quantities.map((given, i) => {
    const quantity = i === quantities.length - 1 ? total - before : given;
    const parts = partsOf(rule, quantity, before, total).map((part) => ({ ...part, unitPrice: markedUp(part.unitPrice, markup) }));
    before += quantity;
    return { rule, markup, ties, quantity, parts, exact: exactOf(parts), topUp: 0 };
  });
  const last = priced.at(-1);
  const exact = priced.reduce((all, one) => all + one.exact, 0n);
  if (last && total > 0) last.topUp = Math.max(0, rule.minAmount - roundedExact(exact, rule.currency));
  return priced;
}

/** The price of one case. @returns null if no rule applies @throws RangeError for a negative quantity */
export const priceOf = (rules: readonly Rule[], given: Case): Priced | null => new PriceList(rules).priceAll([given])[0] ?? null;

/** The price of what takes a charge back: its unit prices with the quantities negated. It is never priced anew, because tariffs change. */
export function reversed({ parts, topUp }: Pick<Priced, 'parts' | 'topUp'>): Pick<Priced, 'parts' | 'exact' | 'topUp'> {
  const back = parts.map((part) => ({ ...part, quantity: -part.quantity }));
  return { parts: back, exact: exactOf(back), topUp: topUp === 0 ? 0 : -topUp };
}
