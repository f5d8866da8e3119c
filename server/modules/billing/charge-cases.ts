import { type SQL, sql } from 'drizzle-orm';
import { BILLED } from '#contract/money/circles';
import type { Currency } from '#contract/money/scale';
import type { Case } from '#contract/trade/price';
import { cell, orNull, type RowOf } from '../../core/db/statement.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { charges } from './charges/table.ts';

/** Charges as cases that a tariff prices. */

export const CHARGE_SHAPE = {
  id: charges.id,
  merchantId: charges.merchantId,
  categoryId: charges.categoryId,
  happenedOn: charges.happenedOn,
  qty: charges.qty,
  facts: charges.facts,
  cost: orNull(charges.cost),
  costCurrency: orNull(charges.costCurrency),
  state: charges.state,
  unit: quotationCategories.unit,
  currency: cell.oneOf(BILLED),
};
/** The currency in which a merchant `m` is billed: that of the terms on the day, or else of the merchant. */
export const billedCurrency = (
  day: SQL,
): SQL => sql`coalesce((select p.currency from merchant_terms p where p.merchant_id = m.id and p.deleted_at is null
    and p.valid_from <= ${day} and (p.valid_to is null or p.valid_to >= ${day})), case when m.currency in ('EUR', 'USD') then m.currency else 'EUR' end)`;
/** Columns of CHARGE_SHAPE, to be read from CHARGE_SOURCE. */
export const CHARGE_COLUMNS = sql`c.id, c.merchant_id, c.category_id, c.happened_on, c.qty, c.facts, c.cost, c.cost_currency, c.state, q.unit,
  ${billedCurrency(sql`c.happened_on`)} as currency`;
export const CHARGE_SOURCE = sql`from charges c join quotation_categories q on q.id = c.category_id join merchants m on m.id = c.merchant_id`;
/** `part` of a charge by hand whose price was given, so that no tariff prices it. */
export const GIVEN_PRICE = 'price';
export const HAS_GIVEN_PRICE = sql`(c.source_kind = 'manual' and c.part = ${GIVEN_PRICE})`;
export type PricedCharge = RowOf<typeof CHARGE_SHAPE>;

/** Cost is counted in thousandths of the currency, so that a price of 1.06 is the cost and 6 per cent. */
const quantityOf = ({ unit, cost, costCurrency, currency, qty }: PricedCharge): number | null => {
  if (unit !== 'cost') return qty;
  return cost === null || costCurrency !== currency ? null : cost * 10;
};

/** @returns null if what is charged is not known: a cost without amount, or in another currency */
export function caseOf(row: PricedCharge): Case | null {
  const quantity = quantityOf(row);
  if (quantity === null || quantity < 0) return null;
  const { merchantId, categoryId, happenedOn: date, facts, currency } = row;
  const text = (value: string | null | undefined): string | undefined => value ?? undefined;
  return {
    categoryId,
    merchantId,
    currency: currency as Currency,
    date,
    quantity,
    orderId: text(facts.orderId),
    country: text(facts.country),
    carrierId: text(facts.carrierId),
    zone: text(facts.zone),
    itemKind: text(facts.itemKind),
    weight: facts.weight ?? undefined,
    facts: facts.dims ?? {},
  };
}
