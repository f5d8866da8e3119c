import { sql } from 'drizzle-orm';
import { addDays, dayNumber } from '#contract/core/house-day';
import type { Billed } from '#contract/money/circles';
import { lineNet } from '#contract/money/sums';
import { HOUSE_COUNTRY } from '#contract/money/vat';
import { roundedExact } from '#contract/trade/price';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, statement } from '../../core/db/statement.ts';
import { billedParty, missingOf, taxFor } from '../money/index.ts';
import { charges } from './charges/table.ts';
import type { MerchantLines, Run } from './check-run.ts';
import type { Gap } from './gaps.ts';
import { payerOf, termsOf } from './run-terms.ts';

/** What somebody should look at before a run is approved, by merchant. */

export type Total = { categoryId: string; amount: number; before: number };
/** `currency`: of the amount, where it may be another one than that of the invoice. `why`: the text of a refusal. */
export type Finding = { code: string; categoryId?: string; count?: number; amount?: number; currency?: Billed; why?: string };

/** A change of a category against the run before is told above both bounds: 20 per cent and 50.00. */
const REPORTED_PERCENT = 20;
const REPORTED_AMOUNT = 5000;

/** One finding for each kind of gap and category. */
export function gapFindings(gaps: readonly Pick<Gap, 'kind' | 'categoryId' | 'count'>[]): Finding[] {
  const found = new Map<string, { code: string; categoryId: string; count: number }>();
  for (const { kind, categoryId, count } of gaps) {
    const key = `${kind} ${categoryId}`;
    found.set(key, { code: kind, categoryId, count: (found.get(key)?.count ?? 0) + count });
  }
  return [...found.values()];
}

/** What the lines say, beside the run before. */
export function findingsOf(made: MerchantLines, totals: readonly Total[], hasFormer: boolean): Finding[] {
  const minimum = made.lines.find(({ kind }) => kind === 'minimum');
  const late = made.bundles.reduce((sum, { lateFrom, count }) => sum + (lateFrom === null ? 0 : count), 0);
  return [
    ...(minimum ? [{ code: 'belowMinimum', amount: lineNet(minimum, made.currency) }] : []),
    ...(late > 0 ? [{ code: 'late', count: late }] : []),
    ...totals
      .filter(
        ({ amount, before }) =>
          hasFormer && Math.abs(amount - before) > REPORTED_AMOUNT && Math.abs(amount - before) * 100 > before * REPORTED_PERCENT,
      )
      .map(({ categoryId, amount, before }) => ({ code: 'changed', categoryId, amount: amount - before })),
  ];
}

type OfMerchant = { runId: string; merchantId: string };
/**
 * What the house paid for the facts of a meter, and what all of its services charge for them, in one currency. Several may count the same
 * facts, such as the cost of a label and its printing, so that a cost counts once for each fact. A label is also paid by the carriage of its parcel.
 */
const sumCosts = statement(
  { categoryId: charges.categoryId, currency: notNull(charges.currency), cost: cell.numeric, exact: cell.text },
  ({ runId, merchantId }: OfMerchant) => sql`with facts as (
      select case when q.meter in ('out.parcel', 'out.pallet') then 'label.ship' else q.meter end as meter, c.source_id, c.currency, sum(c.exact) as exact,
          max(c.cost) filter (where c.cost_currency = c.currency) as cost, min(c.category_id::text) filter (where c.cost_currency = c.currency) as category_id
        from charges c join quotation_categories q on q.id = c.category_id
        where c.run_id = ${runId}::uuid and c.merchant_id = ${merchantId}::uuid and c.reverses_id is null group by 1, 2, 3)
    select min(category_id)::uuid as category_id, currency, sum(cost) as cost, sum(exact)::text as exact from facts group by meter, currency having sum(cost) > 0 order by 1`,
);
/** Categories of which more is taken back than charged. No line bills them: what is taken back becomes credit notes to the earlier invoices. */
const sumNegative = statement(
  { categoryId: charges.categoryId, currency: notNull(charges.currency), exact: cell.text },
  ({ runId, merchantId }: OfMerchant) => sql`select category_id, currency, sum(exact)::text as exact from charges
    where run_id = ${runId}::uuid and merchant_id = ${merchantId}::uuid group by 1, 2 having sum(exact) < 0 order by 1, 2`,
);
const countOlder = statement(
  { n: cell.bigint },
  ({ runId, merchantId, than }: OfMerchant & { than: string }) =>
    sql`select count(*) as n from charges where run_id = ${runId}::uuid and merchant_id = ${merchantId}::uuid and happened_on < ${than}::date and reverses_id is null`,
);

/** What the facts say: more of them is undone than done, they cost the house more than the merchant pays, or are older than the two periods before. */
export async function findingsOfFacts(tx: Db, run: Run, { merchantId }: MerchantLines): Promise<Finding[]> {
  const of = { runId: run.id, merchantId };
  const losses = (await sumCosts(tx, of)).flatMap(({ categoryId, currency, cost, exact }) => {
    const amount = cost - roundedExact(BigInt(exact), currency);
    return amount > 0 ? [{ code: 'costAbove', categoryId, amount, currency }] : [];
  });
  const negative = (await sumNegative(tx, of)).map(({ categoryId, currency, exact }) => ({
    code: 'negative',
    categoryId,
    amount: roundedExact(BigInt(exact), currency),
    currency,
  }));
  const days = dayNumber(run.to) - dayNumber(run.from) + 1;
  const { n: count } = await countOlder.one(tx, { ...of, than: addDays(run.from, -2 * days) });
  return [...negative, ...losses, ...(count > 0 ? [{ code: 'older', count }] : [])];
}

/** What would stop the invoice from being posted, such as a missing address, and a business abroad that would pay German VAT for want of its id. */
export async function findingsOfParty(tx: Db, run: Run, { merchantId, lines }: MerchantLines): Promise<Finding[]> {
  if (lines.length === 0) return [];
  const party = await billedParty(tx, payerOf(await termsOf(tx, merchantId, run.to), merchantId));
  const missing = await missingOf(tx, party, run.to);
  const { vatCategory } = await taxFor(tx, party, run.to);
  const isAbroad = party.address.country !== '' && party.address.country !== HOUSE_COUNTRY;
  return [
    ...(missing === null ? [] : [{ code: 'lacks', why: `invoices.refusals.${missing}` }]),
    ...(isAbroad && vatCategory === 'S' ? [{ code: 'withoutVatId' }] : []),
  ];
}
