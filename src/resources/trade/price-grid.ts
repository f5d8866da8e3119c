import { groupBy } from '#contract/core/group-by';
import type { Rule } from '#contract/trade/rule';
import { asList, asNumber, asText, isRecord, type Row } from '../../core/mask/kinds/kind.ts';

/** A price rule as the list of rules sends it. `conditions` are told as `dimension value`. */
export type GridRule = Pick<Rule, 'id' | 'categoryId' | 'bands' | 'minAmount' | 'step' | 'markup' | 'minWeight' | 'maxWeight'> & {
  name: string;
  version: number;
  /** The bands as they are stored, with their ids. */
  lines: Row[];
  mode: string;
  per: string;
  countries: string[];
  carrierIds: string[];
  carriers: string[];
  zones: string[];
  itemKinds: string[];
  conditions: { dimension: string; value: string }[];
  validFrom: string;
  validTo: string;
};

/** The price from a quantity on, in both versions; null where a version has none. `starts`: a band of either version begins here. */
export type PriceCell = { from: number; now: number | null; before: number | null; starts: boolean };

export const OTHER_FIELDS = ['markup', 'mode', 'per', 'minAmount', 'step', 'validFrom', 'validTo'] as const;

export type PriceRow = {
  rule: GridRule;
  /** The rule of the version before. Null for a new one. */
  before: GridRule | null;
  state: 'same' | 'changed' | 'new' | 'gone';
  cells: PriceCell[];
  /** What else differs. */
  others: (typeof OTHER_FIELDS)[number][];
};
export type PriceGroup = { categoryId: string; froms: number[]; rows: PriceRow[] };

const records = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

export const ruleOf = (row: Row): GridRule => ({
  id: asText(row['id']),
  name: asText(row['name']),
  version: asNumber(row['version']) ?? 0,
  lines: records(row['bands']),
  categoryId: asText(row['categoryId']),
  mode: asText(row['mode']),
  per: asText(row['per']),
  bands: records(row['bands']).map((band) => ({ from: asNumber(band['from']) ?? 0, price: asNumber(band['price']) ?? 0 })),
  countries: asList(row['countries']),
  carrierIds: asList(row['carrierIds']),
  carriers: asList(row['carrierIdsLabels']),
  zones: asList(row['zones']),
  itemKinds: asList(row['itemKinds']),
  minWeight: asNumber(row['minWeight']),
  maxWeight: asNumber(row['maxWeight']),
  conditions: records(row['conditions']).map((one) => ({ dimension: asText(one['dimension']), value: asText(one['value']) })),
  minAmount: asNumber(row['minAmount']) ?? 0,
  step: asNumber(row['step']) ?? 0,
  markup: asNumber(row['markup']) ?? 0,
  validFrom: asText(row['validFrom']),
  validTo: asText(row['validTo']),
});

const sorted = (list: readonly string[]): string[] => [...list].sort();
/** What a rule is for: the service and its conditions. */
const caseOf = ({ categoryId, countries, carrierIds, zones, itemKinds, minWeight, maxWeight, conditions }: GridRule): string =>
  JSON.stringify([
    categoryId,
    ...[countries, carrierIds, zones, itemKinds, conditions.map(({ dimension, value }) => `${dimension} ${value}`)].map(sorted),
    minWeight,
    maxWeight,
  ]);
/** A rule of the other version is the same one if name and case agree, else if the case does, else if the name does. */
const ALIKE: readonly ((rule: GridRule) => string)[] = [
  (rule) => `${caseOf(rule)} ${rule.name}`,
  caseOf,
  ({ categoryId, name }) => `${categoryId} ${name}`,
];

/** The rule of the version before for each rule, as far as there is one. */
function pairOf(rules: readonly GridRule[], earlier: readonly GridRule[]): Map<GridRule, GridRule> {
  const pairs = new Map<GridRule, GridRule>();
  const left = new Set(earlier);
  for (const keyOf of ALIKE)
    for (const rule of rules) {
      if (pairs.has(rule)) continue;
      const found = [...left].find((one) => keyOf(one) === keyOf(rule));
      if (!found) continue;
      pairs.set(rule, found);
      left.delete(found);
    }
  return pairs;
}

/** The price of the band that a quantity falls into. */
const priceAt = (rule: GridRule | null, quantity: number): number | null =>
  rule?.bands.findLast(({ from }) => from <= quantity)?.price ?? null;
const startsAt = (rule: GridRule | null, from: number): boolean => rule?.bands.some((band) => band.from === from) === true;

function rowOf(rule: GridRule, before: GridRule | null, compared: boolean, froms: readonly number[]): PriceRow {
  const cells = froms.map((from) => ({
    from,
    now: priceAt(rule, from),
    before: compared ? priceAt(before, from) : priceAt(rule, from),
    starts: startsAt(rule, from) || startsAt(before, from),
  }));
  const others = before ? OTHER_FIELDS.filter((field) => rule[field] !== before[field]) : [];
  const differs = others.length > 0 || cells.some(({ now, before: was }) => now !== was);
  return { rule, before, cells, others, state: compared && !before ? 'new' : differs ? 'changed' : 'same' };
}

/**
 * The rules of a tariff by service, with the prices from each quantity on, against those of the version before.
 * @param earlier null: there is no version before, and nothing is compared
 */
export function priceGrid(rules: readonly GridRule[], earlier: readonly GridRule[] | null): PriceGroup[] {
  const pairs = pairOf(rules, earlier ?? []);
  const kept = new Set(pairs.values());
  const gone = (earlier ?? []).filter((rule) => !kept.has(rule));
  return [...groupBy([...rules, ...gone], ({ categoryId }) => categoryId)].map(([categoryId, all]) => {
    const both = all.flatMap((rule) => [rule, ...(pairs.has(rule) ? [pairs.get(rule) as GridRule] : [])]);
    const froms = [...new Set(both.flatMap(({ bands }) => bands.map(({ from }) => from)))].sort((a, b) => a - b);
    const rows = all.map((rule): PriceRow => {
      if (!gone.includes(rule)) return rowOf(rule, pairs.get(rule) ?? null, earlier !== null, froms);
      const cells = froms.map((from) => ({ from, now: null, before: priceAt(rule, from), starts: startsAt(rule, from) }));
      return { rule, before: rule, state: 'gone', cells, others: [] };
    });
    return { categoryId, froms, rows };
  });
}

/** The bands of a rule with another price from this quantity on. */
export const withPrice = (rule: GridRule, from: number, price: number): Row[] =>
  rule.lines.map((line) => ((asNumber(line['from']) ?? 0) === from ? { ...line, price } : line));

/** How many rules differ from the version before, and in which way. */
export function countStates(groups: readonly PriceGroup[]): Record<PriceRow['state'], number> {
  const counts = { same: 0, changed: 0, new: 0, gone: 0 };
  for (const { rows } of groups) for (const { state } of rows) counts[state] += 1;
  return counts;
}
