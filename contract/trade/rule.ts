import { z } from 'zod';
import { ITEM_KINDS } from '../catalog/items.ts';
import { CalendarDate, Country, Currency, Grams, Id, Line, Ref, Refs } from '../core/fields.ts';
import { Amount, UnitPrice } from '../money/amount.ts';
import { type Currency as MoneyCurrency } from '../money/scale.ts';

/**
 * Price rules: the price of a service by bands of quantity, with conditions and validity. Units of prices, quantities and amounts are
 * those of contract/money/amount.ts. A base rule applies to everybody. A merchant's own rule takes precedence over it; a merchant's
 * markup changes the result of the base rule.
 */

/** The unit that is counted. */
export const UNITS = [
  'order',
  'line',
  'piece',
  'parcel',
  'label',
  'kg',
  'cbm',
  'pallet',
  'carton',
  'palletDay',
  'locationDay',
  'cbmDay',
  'kgDay',
  'pieceDay',
  'container',
  'return',
  'place',
  'hour',
  'flat',
  'cost',
] as const;

/** `tier`: the whole quantity at the price of its band. `graduated`: each part at the price of its own band. */
export const MODES = ['tier', 'graduated'] as const;

/** What is counted together before a band is chosen: the single fact, or all of an order, a day or a month. */
export const SCOPES = ['fact', 'order', 'day', 'month'] as const;

/**
 * What a price may depend on besides country, carrier, zone, kind of item and weight. Facts carry these as texts; which meter carries which is
 * in docs/adr/0026-charges.md. `weekday`: 1 is Monday. `priority` and `outcome` are codes of orders and of the returns station.
 */
export const DIMENSIONS = [
  'service',
  'storehouse',
  'compartmentKind',
  'zoneOfPlace',
  'containerType',
  'outcome',
  'condition',
  'priority',
  'transportMode',
  'weekday',
  'packaging',
  'mixed',
  'dangerous',
  'announced',
  'age',
  'surcharge',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const Thousandths = z.int().min(0).max(10_000_000_000);

const Band = z.strictObject({
  id: Id,
  /** Lower bound of the band (inclusive), in thousandths of the unit. The first is 0. */
  from: Thousandths,
  price: UnitPrice,
});

/** One allowed value. Values of the same dimension are alternatives; every dimension that is named must hold. */
const Condition = z.strictObject({ id: Id, dimension: z.enum(DIMENSIONS), value: Line(60, 1) });

/** Conditions of a rule. Empty lists and null set no condition. */
const conditionFields = {
  countries: z.array(Country).max(250).default([]),
  carrierIds: Refs('carriers').default([]),
  zones: z.array(Line(20, 1)).max(50).default([]),
  itemKinds: z.array(z.enum(ITEM_KINDS)).max(20).default([]),
  /** Range of the charged weight in grams, from the first and below the second; null is open. */
  minWeight: Grams.nullable().default(null),
  maxWeight: Grams.nullable().default(null),
  conditions: z.array(Condition).max(50).default([]),
};

export const ruleFields = {
  name: Line(200, 1),
  categoryId: Ref('quotationCategories'),
  tariffId: Ref('tariffs'),
  /** Those of the tariff. Null: a base rule for everybody. */
  merchantId: Ref('merchants').nullable(),
  currency: Currency.default('EUR'),
  mode: z.enum(MODES).default('tier'),
  per: z.enum(SCOPES).default('fact'),
  bands: z.array(Band).max(50).default([]),
  ...conditionFields,
  /** Minimum of what is counted together, in the smallest unit. */
  minAmount: Amount.default(0),
  /** The quantity is rounded up to multiples of this number of thousandths: 1000 charges each started unit. 0: no rounding. */
  step: Thousandths.default(0),
  /** Markup on the base price in hundredths of a per cent, for a merchant without own bands: -500 is 5 % less. */
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
  per: (typeof SCOPES)[number];
  bands: readonly { from: number; price: number }[];
  countries: readonly string[];
  carrierIds: readonly string[];
  zones: readonly string[];
  itemKinds: readonly string[];
  minWeight: number | null;
  maxWeight: number | null;
  conditions: readonly { dimension: Dimension; value: string }[];
  minAmount: number;
  step: number;
  markup: number;
  validFrom: string | null;
  validTo: string | null;
};

export type RuleFault = { path: string; rule: string };

/** Faults across the fields of a rule. A merchant's rule needs bands or a markup; a base rule needs bands. */
export function ruleFaults(rule: Omit<Rule, 'id'>): RuleFault[] {
  const faults: RuleFault[] = [];
  const { bands, merchantId, markup, validFrom, validTo, minWeight, maxWeight } = rule;
  if (validFrom && validTo && validTo < validFrom) faults.push({ path: 'validTo', rule: 'beforeStart' });
  if (bands.length === 0 && !(merchantId && markup !== 0)) faults.push({ path: 'bands', rule: 'bandsNeeded' });
  if (bands.length > 0 && markup !== 0) faults.push({ path: 'markup', rule: 'bandsOrMarkup' });
  if (bands.length > 0 && bands[0]?.from !== 0) faults.push({ path: 'bands', rule: 'bandsFromZero' });
  if (bands.some((band, i) => i > 0 && band.from <= (bands[i - 1]?.from ?? 0))) faults.push({ path: 'bands', rule: 'bandsInOrder' });
  if (minWeight !== null && maxWeight !== null && maxWeight <= minWeight) faults.push({ path: 'maxWeight', rule: 'weightsInOrder' });
  return faults;
}
