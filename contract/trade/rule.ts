import { z } from 'zod';
import { ITEM_KINDS } from '../catalog/items.ts';
import { CalendarDate, Country, Currency, Grams, Id, Line, Ref, Refs } from '../core/fields.ts';
import { Amount, UnitPrice } from '../money/amount.ts';
import { type Currency as MoneyCurrency } from '../money/scale.ts';

/**
 * Price rules: what a service costs, by bands of its quantity, for whom and when. Prices, quantities and amounts are
 * those of contract/money/amount.ts. A base rule holds for everybody; a merchant's own rule comes before
 * it; a merchant's markup changes what the base rule gives.
 */

/** What is counted. */
export const UNITS = [
  'order',
  'line',
  'piece',
  'parcel',
  'label',
  'kg',
  'cbm',
  'pallet',
  'palletDay',
  'container',
  'return',
  'hour',
  'flat',
] as const;

/** `tier`: the whole quantity at the price of the band it falls into. `graduated`: each part at the price of its own band. */
export const MODES = ['tier', 'graduated'] as const;

const Thousandths = z.int().min(0).max(10_000_000_000);

const Band = z.strictObject({
  id: Id,
  /** From this quantity on (inclusive), in thousandths of the unit. The first is 0. */
  from: Thousandths,
  price: UnitPrice,
});

/** For which cases a rule holds. Empty lists and null set no condition. */
const conditionFields = {
  countries: z.array(Country).max(250).default([]),
  carrierIds: Refs('carriers').default([]),
  zones: z.array(Line(20, 1)).max(50).default([]),
  itemKinds: z.array(z.enum(ITEM_KINDS)).max(20).default([]),
  /** Grams of what is charged for, both ends inclusive; null is open. */
  minWeight: Grams.nullable().default(null),
  maxWeight: Grams.nullable().default(null),
};

export const ruleFields = {
  name: Line(200, 1),
  categoryId: Ref('quotationCategories'),
  /** Null: the base, for everybody. */
  merchantId: Ref('merchants').nullable().default(null),
  currency: Currency.default('EUR'),
  mode: z.enum(MODES).default('tier'),
  bands: z.array(Band).max(50).default([]),
  ...conditionFields,
  /** Least amount a charge comes to, in the smallest unit. */
  minAmount: Amount.default(0),
  /** Quantity is rounded up to whole steps of this many thousandths: 1000 charges each started unit. 0: as it is. */
  step: Thousandths.default(0),
  /** Hundredths of a per cent on what the base rule gives, for a merchant without bands of his own: -500 is 5 % less. */
  markup: z.int().min(-10_000).max(100_000).default(0),
  validFrom: CalendarDate.nullable().default(null),
  validTo: CalendarDate.nullable().default(null),
};

export type Rule = {
  id: string;
  categoryId: string;
  merchantId: string | null;
  currency: MoneyCurrency;
  mode: (typeof MODES)[number];
  bands: readonly { from: number; price: number }[];
  countries: readonly string[];
  carrierIds: readonly string[];
  zones: readonly string[];
  itemKinds: readonly string[];
  minWeight: number | null;
  maxWeight: number | null;
  minAmount: number;
  step: number;
  markup: number;
  validFrom: string | null;
  validTo: string | null;
};

export type RuleFault = { path: string; rule: string };

/** Faults between the fields of a rule. A merchant's rule has bands or a markup; the base needs bands. */
export function ruleFaults(rule: Omit<Rule, 'id'>): RuleFault[] {
  const faults: RuleFault[] = [];
  const { bands, merchantId, markup, validFrom, validTo, minWeight, maxWeight } = rule;
  if (validFrom && validTo && validTo < validFrom) faults.push({ path: 'validTo', rule: 'beforeStart' });
  if (bands.length === 0 && !(merchantId && markup !== 0)) faults.push({ path: 'bands', rule: 'bandsNeeded' });
  if (bands.length > 0 && markup !== 0) faults.push({ path: 'markup', rule: 'bandsOrMarkup' });
  if (bands.length > 0 && bands[0]?.from !== 0) faults.push({ path: 'bands', rule: 'bandsFromZero' });
  if (bands.some((band, i) => i > 0 && band.from <= (bands[i - 1]?.from ?? 0))) faults.push({ path: 'bands', rule: 'bandsInOrder' });
  if (minWeight !== null && maxWeight !== null && maxWeight < minWeight) faults.push({ path: 'maxWeight', rule: 'weightsInOrder' });
  return faults;
}
