import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id, Texts } from '#contract/core/fields';
import { addDays, dayNumber, houseToday, lastOfMonth } from '#contract/core/house-day';
import { BILLED } from '#contract/money/circles';
import { roundedExact } from '#contract/trade/price';
import { UNITS } from '#contract/trade/rule';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, orNull, statement } from '../../core/db/statement.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { charges } from './charges/table.ts';
import { merchantTerms } from './merchant-terms/table.ts';

/** What a merchant's month comes to so far, and to its end if it goes on like this. */

const Line = z.object({
  categoryId: Id,
  text: Texts,
  unit: z.enum(UNITS),
  /** Thousandths. Null for costs that are passed on: their quantity is what the house paid. */
  qty: z.int().nullable(),
  count: z.int(),
  /** In the smallest unit, rounded once. */
  amount: z.int(),
  /** What is missing to minimum amounts of prices. */
  topUp: z.int(),
});
export const RunningBill = z.object({
  merchantId: Id,
  month: z.string(),
  currency: z.enum(BILLED),
  /** The last day that counts. */
  until: z.string(),
  lines: z.array(Line),
  days: z.array(z.object({ day: z.string(), amount: z.int() })),
  net: z.int(),
  /** Net at the end of the month: what varies goes on as on the days so far, fixed fees stay. */
  forecast: z.int(),
  minimum: z.int(),
  /** Charges without a price, which will be added. */
  unpriced: z.int(),
});
export type RunningBill = z.infer<typeof RunningBill>;

type Month = { merchantId: string; from: string; to: string };
/** Summed before the texts are joined: to group 110,000 charges by their texts too took twice as long. The index `charges_of` holds all of it. */
const findLines = statement(
  {
    categoryId: cell.uuid,
    text: cell.jsonb<Texts>(),
    unit: quotationCategories.unit,
    meter: orNull(quotationCategories.meter),
    currency: notNull(charges.currency),
    day: cell.date,
    qty: cell.numeric,
    count: cell.bigint,
    exact: cell.text,
    topUp: cell.numeric,
  },
  ({
    merchantId,
    from,
    to,
  }: Month) => sql`select s.category_id, q.text, q.unit, q.meter, s.currency, s.day, s.qty, s.count, s.exact, s.top_up from (
      select category_id, currency, happened_on as day, sum(qty) as qty, count(*) as count, sum(exact)::text as exact, sum(top_up) as top_up from charges
      where merchant_id = ${merchantId}::uuid and happened_on between ${from}::date and ${to}::date and state in ('open', 'onHold', 'inRun', 'billed')
      group by 1, 2, 3) s join quotation_categories q on q.id = s.category_id order by q.position, 1, s.day`,
);
const countUnpriced = statement(
  { n: cell.bigint },
  ({ merchantId, from, to }: Month) =>
    sql`select count(*) as n from charges where merchant_id = ${merchantId}::uuid and happened_on between ${from}::date and ${to}::date and state = 'noPrice'`,
);
const findTerms = statement(
  { currency: merchantTerms.currency, minimum: merchantTerms.minimum },
  ({
    merchantId,
    to,
  }: Month) => sql`select currency, minimum from merchant_terms where merchant_id = ${merchantId}::uuid and deleted_at is null
    and valid_from <= ${to}::date and (valid_to is null or valid_to >= ${to}::date)`,
);

export async function readBill(db: Db, merchantId: string, month: string): Promise<RunningBill> {
  const [from, last, today] = [`${month}-01`, lastOfMonth(month), houseToday()];
  const to = last < today ? last : today;
  const asked = { merchantId, from, to };
  const rows = await findLines(db, asked);
  const terms = await findTerms.first(db, asked);
  const currency = terms?.currency ?? rows[0]?.currency ?? 'EUR';
  const mine = rows.filter((row) => row.currency === currency);
  const exactOf = (some: typeof mine): bigint => some.reduce((sum, row) => sum + BigInt(row.exact), 0n);
  const sum = (numbers: number[]): number => numbers.reduce((all, n) => all + n, 0);
  const lines = [...new Set(mine.map(({ categoryId }) => categoryId))].flatMap((categoryId) => {
    const some = mine.filter((row) => row.categoryId === categoryId);
    const [first] = some;
    if (!first) return [];
    const { text, unit } = first;
    const qty = unit === 'cost' ? null : sum(some.map((row) => row.qty));
    const amount = roundedExact(exactOf(some), currency);
    return [{ categoryId, text, unit, qty, count: sum(some.map(({ count }) => count)), amount, topUp: sum(some.map((row) => row.topUp)) }];
  });
  const days: RunningBill['days'] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push({ day, amount: roundedExact(exactOf(mine.filter((row) => row.day === day)), currency) });
  const net = sum(lines.map(({ amount, topUp }) => amount + topUp));
  const fixed = roundedExact(exactOf(mine.filter(({ meter }) => meter === 'periodic')), currency);
  const past = Math.max(1, dayNumber(to) - dayNumber(from) + 1);
  const whole = dayNumber(last) - dayNumber(from) + 1;
  const minimum = terms?.minimum ?? 0;
  const forecast = Math.max(minimum, fixed + Math.round(((net - fixed) * whole) / past));
  const { n: unpriced } = await countUnpriced.one(db, asked);
  return { merchantId, month, currency, until: to, lines, days, net, forecast, minimum, unpriced };
}
