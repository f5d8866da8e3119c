import { sql } from 'drizzle-orm';
import { PERIOD_STATES } from '#contract/money/book-periods';
import { MONTH_END_CHECKS, type MonthEndCheck, type RoundingCost } from '#contract/money/month-end';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { bookPeriods } from './book-periods/table.ts';
import type { Period } from './ledger-reports.ts';
import { roundingCosts } from './rounding-costs.ts';
import { vatReturn } from './vat-return.ts';

/** What is open or missing before a month is closed. */

const EXAMPLE = { from: '2026-01-01', to: '2026-01-31' };

const countOpen = statement(
  {
    draftInvoices: cell.integer,
    enteredBills: cell.integer,
    disputedBills: cell.integer,
    freePayments: cell.integer,
    withoutCode: cell.integer,
    accountNumbers: cell.integer,
    clearing: cell.integer,
    earlierOpen: cell.integer,
    sharedAccounts: cell.integer,
    notExported: cell.integer,
  },
  ({ from, to }: Period) =>
    sql`select (select count(*)::int from invoices where status = 'draft' and deleted_at is null and coalesce(service_to, service_from, kontor_day(created_at)) <= ${to}) as draft_invoices,
      (select count(*)::int from bills where approved_at is null and disputed_at is null and deleted_at is null and bill_date <= ${to}) as entered_bills,
      (select count(*)::int from bills where approved_at is null and disputed_at is not null and deleted_at is null and bill_date <= ${to}) as disputed_bills,
      (select count(*)::int from payments where reversed_at is null and deleted_at is null and open > 0 and paid_on <= ${to}) as free_payments,
      (select count(*)::int from transactions t join accounts a on a.id = t.account_id where t.booked_on between ${from} and ${to} and t.tax_code = '' and a.kind in ('revenue', 'expense', 'vat', 'inputVat')) as without_code,
      (select count(distinct a.id)::int from transactions t join accounts a on a.id = t.account_id where t.booked_on between ${from} and ${to} and a.no !~ '^\\d{4,8}(-[A-Z]{3})?$') as account_numbers,
      (select count(*)::int from accounts where kind = 'clearing' and balance <> 0 and deleted_at is null) as clearing,
      (select count(*)::int from book_periods where month < ${from} and state <> 'closed') as earlier_open,
      -- DATEV takes tax of one rate from an automatic account.
      (select count(*)::int from (select t.account_id from transactions t join accounts a on a.id = t.account_id and a.kind = 'revenue' join tax x on x.code = t.tax_code and x.deleted_at is null and x.datev_key = ''
        where t.booked_on between ${from} and ${to} group by 1 having count(distinct x.rate) > 1) shared) as shared_accounts,
      (select count(distinct entry_id)::int from transactions where booked_on between ${from} and ${to} and batch_id is null) as not_exported`,
  [EXAMPLE],
);
const findMonth = statement(
  { id: bookPeriods.id, state: cell.oneOf(PERIOD_STATES), exports: cell.integer, lastFile: orNull(cell.text) },
  ({ from }: Period) =>
    sql`select p.id, p.state, (select count(*)::int from accountant_exports where kind = 'datev' and first_day = ${from}) as exports,
        (select file from accountant_exports where kind = 'datev' and first_day = ${from} order by part desc limit 1) as last_file
      from book_periods p where p.month = ${from}`,
  [EXAMPLE],
);

/** VAT of the month that was booked after its last export for the accountant, who has reported the rest. */
const sumSinceExport = statement(
  { day: orNull(cell.date), due: cell.double },
  ({ from, to }: Period) =>
    sql`with last as (select max(created_at) as made_at from accountant_exports where kind = 'datev' and first_day = ${from})
      select kontor_day(last.made_at) as day, coalesce(-sum(t.base), 0)::float8 as due
      from last left join (select t.base, t.created_at from transactions t join accounts a on a.id = t.account_id and a.kind in ('vat', 'inputVat')
        where t.tax_code <> '' and t.tax_on between ${from} and ${to}) t on t.created_at > last.made_at group by 1`,
  [EXAMPLE],
);

export type MonthEnd = {
  month: { id: string; state: (typeof PERIOD_STATES)[number]; exports: number; lastFile: string | null } | null;
  checks: { key: MonthEndCheck; count: number }[];
  due: number;
  unexplained: number;
  /** The day of the last export, and by how much the VAT has changed since. `day` is null before the first one. */
  sinceExport: { day: string | null; due: number };
  rounding: RoundingCost[];
};

/** The state of a month, the counts of what is open, and what the VAT return comes to. `month` is null if nothing was booked in it. */
export async function monthEnd(db: Db, period: Period): Promise<MonthEnd> {
  const counts = await countOpen.one(db, period);
  const { due, reconciliation, withoutBox } = await vatReturn(db, period);
  const found = { ...counts, withoutBox: withoutBox.length };
  return {
    month: await findMonth.first(db, period),
    checks: MONTH_END_CHECKS.map((key) => ({ key, count: found[key] })),
    due,
    unexplained: reconciliation.unexplained,
    sinceExport: await sumSinceExport.one(db, period),
    rounding: await roundingCosts(db, period),
  };
}
