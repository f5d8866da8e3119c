import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id, Texts } from '#contract/core/fields';
import { groupBy } from '#contract/core/group-by';
import { BILLED } from '#contract/money/circles';
import { type Priced, PriceList, roundedExact } from '#contract/trade/price';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { merchants } from '../parties/merchants/table.ts';
import { activeRules, rulesWith } from '../trade/index.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { CHARGE_COLUMNS, CHARGE_SHAPE, CHARGE_SOURCE, caseOf, HAS_GIVEN_PRICE, type PricedCharge } from './charge-cases.ts';
import { charges } from './charges/table.ts';

/** Charges of a month priced again under another tariff, beside what they cost. Nothing is stored or changed. */

const Line = z.object({
  merchantId: Id,
  merchant: z.string(),
  categoryId: Id,
  category: Texts,
  currency: z.enum(BILLED),
  count: z.int(),
  /** Net in the smallest unit, minimum amounts included; rounded once for each line. */
  before: z.int(),
  after: z.int(),
  /** Charges that have no price now, and those that would have none. They count as zero. */
  unpricedBefore: z.int(),
  unpricedAfter: z.int(),
});
export const Replay = z.object({ from: z.string(), to: z.string(), count: z.int(), lines: z.array(Line) });
export type Replay = z.infer<typeof Replay>;

type Asked = { from: string; to: string; merchantId: string | null };

/** What was taken back counts on neither side; neither does what a dispute gave back, which no rule prices. */
const findCharges = statement(
  { ...CHARGE_SHAPE, exact: charges.exact, topUp: charges.topUp, hasGivenPrice: cell.boolean },
  ({
    from,
    to,
    merchantId,
  }: Asked) => sql`select ${CHARGE_COLUMNS}, c.exact, c.top_up, ${HAS_GIVEN_PRICE} as has_given_price ${CHARGE_SOURCE}
    where c.happened_on between ${from}::date and ${to}::date and (${merchantId}::uuid is null or c.merchant_id = ${merchantId}::uuid)
      and c.reverses_id is null and c.source_kind <> 'dispute' and c.state in ('open', 'noPrice', 'onHold', 'inRun', 'billed')
      and not exists (select from charges r where r.reverses_id = c.id)
    order by c.happened_on, c.id`,
  [{ from: '2026-01-01', to: '2026-01-31', merchantId: null }],
);
const findMerchants = statement(
  { id: merchants.id, name: merchants.name },
  ({ ids }: { ids: readonly string[] }) => sql`select id, name from merchants where id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
const findCategories = statement(
  { id: quotationCategories.id, text: cell.jsonb<Texts>() },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select id, text from quotation_categories where id = any(${uuids(ids)}) order by position, code`,
  [{ ids: [] }],
);

type Found = PricedCharge & { exact: number; topUp: number; hasGivenPrice: boolean };
type Sum = { exact: bigint; topUp: number; unpriced: number };

const isFree = ({ facts }: Found): boolean => facts.free === true;
const sumOf = (prices: readonly ({ exact: bigint; topUp: number } | null)[]): Sum => ({
  exact: prices.reduce((sum, price) => sum + (price?.exact ?? 0n), 0n),
  topUp: prices.reduce((sum, price) => sum + (price?.topUp ?? 0), 0),
  unpriced: prices.filter((price) => price === null).length,
});

const stored = ({ state, exact, topUp }: Found): { exact: bigint; topUp: number } | null =>
  state === 'noPrice' ? null : { exact: BigInt(exact), topUp };

/**
 * Prices that count together are those of one merchant and category, so these are priced at once. A price that was given by hand stays.
 */
function priceAgain(list: PriceList, rows: readonly Found[]): Sum {
  const cases = rows.filter((row) => !isFree(row) && !row.hasGivenPrice).map(caseOf);
  const known = list.priceAll(cases.filter((one) => one !== null));
  let n = 0;
  const priced = cases.map((one): Priced | null => (one === null ? null : (known[n++] ?? null)));
  return sumOf([...priced, ...rows.filter(({ hasGivenPrice }) => hasGivenPrice).map(stored)]);
}

/**
 * @param tariffId null: the tariffs that were in force, which gives the same amounts
 * @throws DomainError NotFound: no such tariff
 */
export async function replayMonth(db: Db, asked: Asked, tariffId: string | null): Promise<Replay> {
  const list = new PriceList(tariffId === null ? await activeRules(db) : await rulesWith(db, tariffId));
  const rows = await findCharges(db, asked);
  const groups = groupBy(rows, ({ merchantId, categoryId, currency }) => [merchantId, categoryId, currency].join(' '));
  const ids = (key: 'merchantId' | 'categoryId'): string[] => [...new Set(rows.map((row) => row[key]))];
  const names = new Map((await findMerchants(db, { ids: ids('merchantId') })).map(({ id, name }) => [id, name]));
  const categories = await findCategories(db, { ids: ids('categoryId') });
  const position = new Map(categories.map(({ id }, i) => [id, i]));
  const lines: Replay['lines'] = [];
  for (const some of groups.values()) {
    const [first] = some;
    const category = categories.find(({ id }) => id === first?.categoryId)?.text;
    if (!first || !category) continue;
    const { merchantId, categoryId, currency } = first;
    const [before, after] = [sumOf(some.map(stored)), priceAgain(list, some)];
    const amountOf = ({ exact, topUp }: Sum): number => roundedExact(exact, currency) + topUp;
    lines.push({
      merchantId,
      merchant: names.get(merchantId) ?? '',
      categoryId,
      category,
      currency,
      count: some.length,
      before: amountOf(before),
      after: amountOf(after),
      unpricedBefore: before.unpriced,
      unpricedAfter: after.unpriced,
    });
    // A month of a large house has 100,000 charges: other requests are answered in between.
    await pause();
  }
  const order = (line: Replay['lines'][number]): number => position.get(line.categoryId) ?? 0;
  lines.sort((a, b) => a.merchant.localeCompare(b.merchant) || order(a) - order(b) || a.currency.localeCompare(b.currency));
  return { from: asked.from, to: asked.to, count: rows.length, lines };
}
