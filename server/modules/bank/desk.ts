import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { accounts } from '../money/accounts/table.ts';
import { bankAccounts } from './bank-accounts/table.ts';
import { bankEntries } from './bank-entries/table.ts';

/** What the matching screen shows. */

const SHOWN = 200;

export const deskAccounts = statement(
  {
    id: bankAccounts.id,
    name: bankAccounts.name,
    iban: bankAccounts.iban,
    currency: accounts.currency,
    lastOn: bankAccounts.lastOn,
    lastBalance: bankAccounts.lastBalance,
    /** Balance of the account in the books on the day of the last statement. */
    booked: orNull(cell.bigint),
    undecided: cell.bigint,
    automatic: cell.bigint,
  },
  () => sql`select b.id, b.name, b.iban, a.currency, b.last_on, b.last_balance,
      (select sum(t.debit - t.credit)::bigint from transactions t where t.account_id = b.account_id and t.booked_on <= coalesce(b.last_on, kontor_day())) as booked,
      count(e.id) as undecided, count(e.id) filter (where e.automatic) as automatic
    from bank_accounts b join accounts a on a.id = b.account_id left join bank_entries e on e.bank_account_id = b.id and e.state in ('open', 'proposed')
    where b.deleted_at is null and b.active group by b.id, a.id order by b.sort_at`,
);

export const deskEntries = statement(
  {
    id: bankEntries.id,
    bookedOn: bankEntries.bookedOn,
    amount: bankEntries.amount,
    currency: bankEntries.currency,
    counterparty: bankEntries.counterparty,
    iban: bankEntries.iban,
    purpose: bankEntries.purpose,
    endToEnd: bankEntries.endToEnd,
    originalAmount: bankEntries.originalAmount,
    originalCurrency: bankEntries.originalCurrency,
    isReturn: bankEntries.isReturn,
    returnReason: bankEntries.returnReason,
    state: bankEntries.state,
    proposals: bankEntries.proposals,
  },
  ({
    bankAccount,
  }: {
    bankAccount: string;
  }) => sql`select id, booked_on, amount, currency, counterparty, iban, purpose, end_to_end, original_amount, original_currency, is_return, return_reason, state, proposals
    from bank_entries where bank_account_id = ${bankAccount}::uuid and state in ('open', 'proposed') order by automatic, booked_on, sort_at limit ${SHOWN}`,
);

const findCandidates = statement(
  {
    id: cell.uuid,
    kind: cell.oneOf(['invoice', 'bill']),
    no: cell.text,
    partyKind: cell.oneOf(['merchants', 'customers', 'suppliers', 'carriers']),
    partyId: cell.uuid,
    party: cell.text,
    day: cell.date,
    currency: cell.text,
    open: cell.bigint,
  },
  ({ id, words }: { id: string; words: string }) => sql`with e as (select amount, currency from bank_entries where id = ${id}::uuid)
    select d.id, d.kind, d.no, d.party_kind, d.party_id, d.party, d.day, d.currency, d.open from (
      select i.id, 'invoice' as kind, i.no, case when i.merchant_id is null then 'customers' else 'merchants' end as party_kind, coalesce(i.merchant_id, i.customer_id) as party_id,
        i.party_name as party, i.due_date as day, i.currency, i.open, (i.kind = 'invoice') as is_in from invoices i where i.open > 0 and i.deleted_at is null
      union all select b.id, 'bill', b.their_no, case when b.supplier_id is null then 'carriers' else 'suppliers' end, coalesce(b.supplier_id, b.carrier_id),
        coalesce(s.name, c.name, ''), coalesce(b.due_date, b.bill_date), b.currency, b.open, b.kind = 'credit'
        from bills b left join suppliers s on s.id = b.supplier_id left join carriers c on c.id = b.carrier_id where b.open > 0 and b.deleted_at is null) d, e
    where d.is_in = (e.amount > 0) and d.currency = e.currency and (${words} = '' or d.no || ' ' || d.party ilike '%' || ${words} || '%')
    order by abs(d.open - abs(e.amount)), d.day limit 50`,
);

/** Open documents that an entry may pay by hand: those nearest to its amount first. `words`: part of a number or a name. */
export const candidatesFor = (tx: Db, id: string, words: string) => findCandidates(tx, { id, words: words.replace(/[\\%_]/g, '\\$&') });
