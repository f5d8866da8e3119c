import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { command, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { finishInTurns, type Steps } from '../../core/steps.ts';
import { activeRules } from '../trade/index.ts';
import { lockBilling } from './billing-lock.ts';
import { CHARGE_COLUMNS, CHARGE_SHAPE, CHARGE_SOURCE, HAS_GIVEN_PRICE } from './charge-cases.ts';
import { type PricedRows, pricedTogether, pricerOf } from './price-rows.ts';

/** Gives charges their price: exact, with the rule that it comes from. What no rule fits stays without a price and is a gap. */

/** Charges that are priced in one transaction. */
const AT_ONCE = 5_000;
/** Charges that are priced before other work of the process may get its turn. */
const A_STEP = 100;

/** Those that were tried without success are tried again after a tariff or terms changed. */
const findUnpriced = statement(
  CHARGE_SHAPE,
  ({
    most,
  }: {
    most: number;
  }) => sql`select ${CHARGE_COLUMNS} ${CHARGE_SOURCE} where c.state = 'noPrice' and c.reverses_id is null and c.source_kind <> 'dispute'
    and (c.priced_at is null or c.priced_at < greatest((select max(updated_at) from tariffs), (select max(updated_at) from merchant_terms), q.updated_at))
    order by c.happened_on, c.id limit ${most}`,
  [{ most: 1 }],
);
/** Charges of the same merchant, category and month. Those that were taken back, or have a price given by hand, do not count. */
const findCompany = statement(
  CHARGE_SHAPE,
  ({ ids }: { ids: readonly string[] }) => sql`select ${CHARGE_COLUMNS} ${CHARGE_SOURCE}
    where c.reverses_id is null and c.source_kind <> 'dispute' and not ${HAS_GIVEN_PRICE} and c.state in ('open', 'noPrice', 'inRun', 'billed') and not exists (select from charges r where r.reverses_id = c.id)
      and exists (select from charges g where g.id = any(${uuids(ids)}) and g.merchant_id = c.merchant_id and g.category_id = c.category_id
        and date_trunc('month', g.happened_on::timestamp) = date_trunc('month', c.happened_on::timestamp))
    order by c.happened_on, c.id`,
  [{ ids: [] }],
);

type Charge = Row<typeof findCompany>;

const writePrices = command(
  ({
    prices,
  }: {
    prices: string;
  }) => sql`update charges c set state = 'open', currency = p.currency, rule_id = p.rule, markup_id = p.markup, tariff_id = p.tariff,
      unit_price = p."unitPrice", parts = p.parts, exact = p.exact, top_up = p."topUp", priced_at = clock_timestamp()
    from jsonb_to_recordset(${prices}::jsonb) p(id uuid, currency text, rule uuid, markup uuid, tariff uuid, "unitPrice" bigint, parts jsonb, exact bigint, "topUp" bigint)
    where c.id = p.id and c.state in ('noPrice', 'open')
      and (c.state = 'noPrice' or (c.exact, c.top_up, c.rule_id, c.unit_price) is distinct from (p.exact, p."topUp", p.rule, p."unitPrice"))`,
  [{ prices: '[]' }],
);
const noteTried = command(
  ({ ids }: { ids: readonly string[] }) =>
    sql`update charges set priced_at = clock_timestamp(), unit_price = null, rule_id = null, tariff_id = null, markup_id = null, parts = null, exact = 0, top_up = 0
      where id = any(${uuids(ids)}) and state = 'noPrice'`,
  [{ ids: [] }],
);

/** Bands count over a month of one merchant and category at most, so these are priced together. */
const monthOf = ({ merchantId, categoryId, happenedOn }: Charge): string => `${merchantId} ${categoryId} ${happenedOn.slice(0, 7)}`;

function* priceParts(alone: readonly Charge[], company: readonly Charge[], price: ReturnType<typeof pricerOf>): Steps<PricedRows> {
  const priced: PricedRows = { prices: [], without: [] };
  const add = ({ prices, without }: PricedRows): void => {
    priced.prices.push(...prices);
    priced.without.push(...without);
  };
  for (let at = 0; at < alone.length; at += A_STEP) {
    add(price(alone.slice(at, at + A_STEP)));
    yield;
  }
  for (const ofMonth of groupBy(company, monthOf).values()) {
    add(price(ofMonth));
    yield;
  }
  return priced;
}

/** Prices all charges that have no price yet, in order of their days. Repeating it changes nothing. */
export async function priceCharges(db: Db): Promise<void> {
  const rules = await activeRules(db);
  const together = pricedTogether(rules);
  const price = pricerOf(rules);
  for (let more = true; more; ) {
    more = await inTransaction(db, async (tx) => {
      await lockBilling(tx);
      const fresh = await findUnpriced(tx, { most: AT_ONCE });
      if (fresh.length === 0) return false;
      const alone = fresh.filter(({ categoryId }) => !together.has(categoryId));
      const groups = fresh.filter(({ categoryId }) => together.has(categoryId)).map(({ id }) => id);
      const company = groups.length > 0 ? await findCompany(tx, { ids: groups }) : [];
      const { prices, without } = await finishInTurns(priceParts(alone, company, price));
      await writePrices(tx, { prices: JSON.stringify(prices) });
      await noteTried(tx, { ids: without });
      return fresh.length === AT_ONCE;
    });
  }
}
