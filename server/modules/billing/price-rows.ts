import { type Priced, PriceList } from '#contract/trade/price';
import type { Rule } from '#contract/trade/rule';
import { caseOf, type PricedCharge } from './charge-cases.ts';

/** Prices of rows under the rules of tariffs, computed in memory: of charges, and of facts that become charges. */

export type Price = {
  id: string;
  currency: string;
  rule: string | null;
  markup: string | null;
  tariff: string | null;
  unitPrice: number | null;
  parts: Priced['parts'];
  exact: string;
  topUp: number;
};
/** A rule with the tariff that it comes from. */
export type TariffRule = Rule & { tariffId: string };

const FREE: Omit<Price, 'id' | 'currency'> = {
  rule: null,
  markup: null,
  tariff: null,
  unitPrice: 0,
  parts: [],
  exact: '0',
  topUp: 0,
};

/** One unit price, if the charge has only one. The price of a cost is that of the whole charge. */
function unitPriceOf({ unit, qty }: PricedCharge, { parts, exact }: Priced): number | null {
  const [part] = parts;
  if (unit !== 'cost') return parts.length === 1 && part ? part.unitPrice : null;
  return exact % BigInt(qty) === 0n ? Number(exact / BigInt(qty)) : null;
}

function priceOfRow(row: PricedCharge, priced: Priced, tariffOf: ReadonlyMap<string, string>): Price | null {
  if (priced.exact > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const { rule, markup, parts, exact, topUp } = priced;
  return {
    id: row.id,
    currency: row.currency,
    rule: rule.id,
    markup: markup?.id ?? null,
    tariff: tariffOf.get(rule.id) ?? null,
    unitPrice: unitPriceOf(row, priced),
    parts,
    exact: String(exact),
    topUp,
  };
}

export type PricedRows = { prices: Price[]; without: string[] };

/** A function that prices rows under these rules, which are sorted once. */
export function pricerOf(rules: readonly TariffRule[]): (rows: readonly PricedCharge[]) => PricedRows {
  const tariffOf = new Map(rules.map(({ id, tariffId }) => [id, tariffId]));
  const list = new PriceList(rules);
  return (rows) => priceRows(rows, list, tariffOf);
}

/** Prices rows that are counted together. Rows that are billed keep their price and only count. */
function priceRows(rows: readonly PricedCharge[], list: PriceList, tariffOf: ReadonlyMap<string, string>): PricedRows {
  const charged = rows.filter(({ facts }) => facts.free !== true);
  const cases = charged.map(caseOf);
  const found = list.priceAll(cases.filter((one) => one !== null));
  const prices: Price[] = rows.filter(({ facts }) => facts.free === true).map(({ id, currency }) => ({ id, currency, ...FREE }));
  const without: string[] = [];
  let n = 0;
  charged.forEach((row, i) => {
    const one = cases[i] ? (found[n++] ?? null) : null;
    const price = one && priceOfRow(row, one, tariffOf);
    if (price) prices.push(price);
    else if (row.state === 'noPrice') without.push(row.id);
  });
  return { prices, without };
}

/** The categories of which a new charge may change the price of earlier ones that are not billed, so that they are priced together. */
export const pricedTogether = (rules: readonly Rule[]): Set<string> =>
  new Set(rules.filter(({ per, step, minAmount }) => per !== 'fact' || step > 0 || minAmount > 0).map(({ categoryId }) => categoryId));
