import { sql } from 'drizzle-orm';
import { STATEMENT_LINES } from '#contract/money/reports';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { accounts } from './accounts/table.ts';
import { transactions } from './transactions/table.ts';

/** Figures of the ledger for any period. Days are inclusive; amounts are in the smallest unit, a positive balance is a debit. */

export type Period = { from: string; to: string };
const ACCOUNT = { accountId: accounts.id, no: accounts.no, name: accounts.name, kind: accounts.kind, currency: accounts.currency };
const EXAMPLE = { from: '2026-01-01', to: '2026-01-31' };

/**
 * Opening balance, debits, credits and closing balance of each account, in its currency, and opening and closing balance and movement in the
 * house currency. The opening balance is the present one less what was booked since, so that the cost grows with the period, not with the
 * history.
 */
export const trialBalance = statement(
  {
    ...ACCOUNT,
    opening: cell.double,
    debit: cell.double,
    credit: cell.double,
    closing: cell.double,
    openingBase: cell.double,
    moved: cell.double,
    closingBase: cell.double,
  },
  ({ from, to }: Period) => sql`with since as (
      select account_id, sum(debit - credit) as amount, sum(base) as base,
          coalesce(sum(debit) filter (where booked_on <= ${to}), 0) as debit, coalesce(sum(credit) filter (where booked_on <= ${to}), 0) as credit,
          coalesce(sum(base) filter (where booked_on <= ${to}), 0) as moved
        from transactions where booked_on >= ${from} group by 1)
    select a.id as account_id, a.no, a.name, a.kind, a.currency, (a.balance - coalesce(s.amount, 0))::float8 as opening, coalesce(s.debit, 0)::float8 as debit, coalesce(s.credit, 0)::float8 as credit,
        (a.balance - coalesce(s.amount, 0) + coalesce(s.debit - s.credit, 0))::float8 as closing, (a.base - coalesce(s.base, 0))::float8 as opening_base, coalesce(s.moved, 0)::float8 as moved,
        (a.base - coalesce(s.base, 0) + coalesce(s.moved, 0))::float8 as closing_base
      from accounts a left join since s on s.account_id = a.id
      where a.balance - coalesce(s.amount, 0) <> 0 or a.base - coalesce(s.base, 0) <> 0 or coalesce(s.debit, 0) <> 0 or coalesce(s.credit, 0) <> 0 or coalesce(s.moved, 0) <> 0
      order by a.no`,
  [EXAMPLE],
);

const findAccount = statement(
  { ...ACCOUNT, opening: cell.double },
  ({ accountId, from }: Period & { accountId: string }) =>
    sql`select a.id as account_id, a.no, a.name, a.kind, a.currency, (a.balance - coalesce((select sum(debit - credit) from transactions where account_id = a.id and booked_on >= ${from}), 0))::float8 as opening
      from accounts a where a.id = ${accountId}::uuid`,
  [{ ...EXAMPLE, accountId: '00000000-0000-7000-8000-000000000000' }],
);
const findLines = statement(
  {
    id: transactions.id,
    entryId: transactions.entryId,
    bookedOn: transactions.bookedOn,
    documentNo: transactions.documentNo,
    party: transactions.party,
    text: transactions.text,
    debit: transactions.debit,
    credit: transactions.credit,
    against: orNull(cell.text),
  },
  ({ accountId, from, to }: Period & { accountId: string }) =>
    sql`select t.id, t.entry_id, t.booked_on, t.document_no, t.party, t.text, t.debit, t.credit,
        (select string_agg(distinct o.no, ', ' order by o.no) from transactions c join accounts o on o.id = c.account_id where c.entry_id = t.entry_id and c.account_id <> t.account_id) as against
      from transactions t where t.account_id = ${accountId}::uuid and t.booked_on between ${from} and ${to} and (t.debit <> 0 or t.credit <> 0)
      order by t.booked_on, t.sort_at limit ${STATEMENT_LINES + 1}`,
  [{ ...EXAMPLE, accountId: '00000000-0000-7000-8000-000000000000' }],
);

/** The lines of an account with the balance after each, and whether there are more than are told. Null if there is no such account. */
export async function accountStatement(db: Db, asked: Period & { accountId: string }) {
  const account = await findAccount.first(db, asked);
  if (!account) return null;
  const found = await findLines(db, asked);
  let balance = account.opening;
  const lines = found.slice(0, STATEMENT_LINES).map((line) => {
    balance += line.debit - line.credit;
    return { ...line, against: line.against ?? '', balance };
  });
  return { ...account, lines, closing: balance, more: found.length > STATEMENT_LINES };
}
