import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { toHouse } from '#contract/money/fx';
import { ROUNDING_CAUSES, ROUNDING_SCALE, type RoundingCost } from '#contract/money/month-end';
import { EXPONENTS, HOUSE_CURRENCY } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import type { Period } from './ledger-reports.ts';

/** What rounding cost in a period, by its cause. */

const EXAMPLE = { from: '2026-01-01', to: '2026-01-31' };

/** Lines of the accounts for rounding. A line without amount is what conversion to euro left over; on others a bill says why. */
const findBooked = statement(
  {
    currency: cell.oneOf(CURRENCIES),
    ofBill: cell.boolean,
    rate: orNull(cell.bigint),
    amount: cell.bigint,
    base: cell.bigint,
    n: cell.bigint,
  },
  ({
    from,
    to,
  }: Period) => sql`select t.currency, t.bill_id is not null as of_bill, b.rate, t.debit - t.credit as amount, t.base, count(*) as n
    from transactions t join accounts a on a.id = t.account_id and a.kind = 'rounding' left join bills b on b.id = t.bill_id
    where t.booked_on between ${from} and ${to} group by 1, 2, 3, 4, 5`,
  [EXAMPLE],
);
/** Of the documents issued: the exact amounts less the rounded ones, in cents. They are on no account, because a document is booked as it is rounded. */
const sumIssued = statement(
  { lines: cell.bigint, ofLines: cell.double, groups: cell.bigint, ofGroups: cell.double },
  ({ from, to }: Period) => sql`with issued as (
      select lines, sums, case kind when 'invoice' then 1000000.0 else -1000000.0 end / rate as worth from invoices
        where posted_at is not null and sums is not null and issue_date between ${from} and ${to}),
    line as (
      select worth * ((l ->> 'qty')::numeric * (l ->> 'unitPrice')::numeric * (10000 - coalesce((l ->> 'discount')::numeric, 0)) / 1000000000 - (net #>> '{}')::numeric) as rest
        from issued cross join lateral jsonb_array_elements(lines) with ordinality x(l, n) join lateral jsonb_array_elements(sums -> 'nets') with ordinality y(net, k) on k = n),
    vat as (
      select worth * ((g ->> 'base')::numeric * (g ->> 'rate')::numeric / 10000 - (g ->> 'tax')::numeric) as rest from issued cross join lateral jsonb_array_elements(sums -> 'vat') x(g))
    select (select count(*) from line) as lines, coalesce((select sum(rest) from line), 0)::float8 as of_lines,
      (select count(*) from vat) as groups, coalesce((select sum(rest) from vat), 0)::float8 as of_groups`,
  [EXAMPLE],
);

const CENT = 10 ** (ROUNDING_SCALE - EXPONENTS[HOUSE_CURRENCY]);

/** Above zero the house got less, or paid more, than without rounding. */
export async function roundingCosts(db: Db, period: Period): Promise<RoundingCost[]> {
  const issued = await sumIssued.one(db, period);
  const found = {
    lines: { cents: issued.ofLines, count: issued.lines },
    vatGroups: { cents: issued.ofGroups, count: issued.groups },
    currencies: { cents: 0, count: 0 },
    suppliers: { cents: 0, count: 0 },
    byHand: { cents: 0, count: 0 },
  };
  const add = (cause: keyof typeof found, cents: number, count: number): void => {
    found[cause].cents += cents * count;
    found[cause].count += count;
  };
  for (const { currency, ofBill, rate, amount, base, n } of await findBooked(db, period)) {
    // The line of a bill in another currency is both: the supplier's difference at the rate of the bill, and what conversion left over.
    const theirs = ofBill && rate !== null ? toHouse(amount, currency, rate) : 0;
    if (theirs !== 0) add('suppliers', theirs, n);
    if (base !== theirs) add(amount !== 0 && !ofBill ? 'byHand' : 'currencies', base - theirs, n);
  }
  return ROUNDING_CAUSES.map((cause) => ({ cause, amount: Math.round(found[cause].cents * CENT), count: found[cause].count }));
}
