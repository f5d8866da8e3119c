import { sql } from 'drizzle-orm';
import { HABIT_TIMES } from '#contract/bank/learned-rule';
import { makePool, type Pool } from '#contract/bank/match-pool';
import { PARTY_KINDS } from '#contract/bank/proposal';
import { CURRENCIES } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { payments } from '../money/payments/table.ts';
import { bankAccounts } from './bank-accounts/table.ts';
import { bankEntries } from './bank-entries/table.ts';
import { bankRules } from './bank-rules/table.ts';
import { BOOKED_TO } from './booked-to.ts';
import { paymentOrders } from './tables.ts';

/** Reads what movements of an account may pay: open documents, parties, payments, sent orders, rules. */

/** Cash discount is computed of the whole document, and only while nothing of it is settled. */
const DISCOUNT = sql.raw(
  'case when d.settled = 0 and p.discount_days > 0 and p.discount_percent > 0 then round(d.gross * p.discount_percent / 10000.0)::bigint else 0 end as discount',
);
const findDocuments = statement(
  {
    id: cell.uuid,
    kind: cell.oneOf(['invoice', 'bill']),
    side: cell.oneOf(['in', 'out']),
    no: cell.text,
    theirNo: cell.text,
    partyKind: cell.oneOf(PARTY_KINDS),
    partyId: cell.uuid,
    currency: cell.oneOf(CURRENCIES),
    open: cell.bigint,
    discountUntil: orNull(cell.date),
    discount: cell.bigint,
  },
  () => sql`select d.id, 'invoice' as kind, case d.kind when 'invoice' then 'in' else 'out' end as side, d.no, '' as their_no, 'merchants' as party_kind, p.id as party_id,
      d.currency, d.open, case when p.discount_days > 0 then d.issue_date + p.discount_days end as discount_until, ${DISCOUNT}
      from invoices d join merchants p on p.id = d.merchant_id where d.open > 0 and d.deleted_at is null
    union all select d.id, 'invoice', case d.kind when 'invoice' then 'in' else 'out' end, d.no, '', 'customers', p.id,
      d.currency, d.open, case when p.discount_days > 0 then d.issue_date + p.discount_days end, ${DISCOUNT}
      from invoices d join customers p on p.id = d.customer_id where d.open > 0 and d.deleted_at is null
    union all select d.id, 'bill', case d.kind when 'bill' then 'out' else 'in' end, d.no, d.their_no, 'suppliers', p.id,
      d.currency, d.open, case when p.discount_days > 0 then d.bill_date + p.discount_days end, ${DISCOUNT}
      from bills d join suppliers p on p.id = d.supplier_id where d.open > 0 and d.deleted_at is null
    union all select d.id, 'bill', case d.kind when 'bill' then 'out' else 'in' end, d.no, d.their_no, 'carriers', p.id, d.currency, d.open, null::date, 0::bigint
      from bills d join carriers p on p.id = d.carrier_id where d.open > 0 and d.deleted_at is null
    order by 1`,
);
/** The reminders that were sent about what is open, with the invoice of their fee. */
const findLetters = statement(
  { no: cell.text, documentIds: cell.uuids },
  () => sql`select l.no, array_agg(distinct d.id) as document_ids from dunning_letters l
    join (select letter_id, invoice_id from dunning_items where sent_on is not null union all select id, invoice_id from dunning_letters) x on x.letter_id = l.id
    join invoices d on d.id = x.invoice_id and d.kind = 'invoice' and d.open > 0 and d.deleted_at is null
    where l.sent_at is not null group by l.no order by l.no`,
);
const findParties = statement(
  { id: cell.uuid, kind: cell.oneOf(PARTY_KINDS), name: cell.text, ibans: cell.texts },
  () => sql`select p.id, p.kind, p.name, array(select l.iban from bank_party_ibans l where l.party_id = p.id union select p.iban where p.iban <> '' order by 1) as ibans from (
      select id, 'merchants' as kind, name, '' as iban from merchants where deleted_at is null
      union all select id, 'customers', name, iban from customers where deleted_at is null
      union all select id, 'suppliers', name, iban from suppliers where deleted_at is null
      union all select c.id, 'carriers', c.name, coalesce(s.iban, '') from carriers c left join suppliers s on s.id = c.supplier_id where c.deleted_at is null) p`,
);
/** Payments older than this are neither confirmed nor returned. */
const PAYMENT_DAYS = 400;
const findPayments = statement(
  {
    id: payments.id,
    no: payments.no,
    amount: cell.bigint,
    paidOn: payments.paidOn,
    partyId: cell.uuid,
    iban: cell.text,
    isOpen: cell.boolean,
  },
  ({
    account,
  }: {
    account: string;
  }) => sql`select p.id, p.no, case p.direction when 'in' then 1 else -1 end * (coalesce(p.account_amount, p.amount) - p.deducted) as amount, p.paid_on,
      coalesce(p.merchant_id, p.customer_id, p.supplier_id, p.carrier_id) as party_id, coalesce(e.iban, '') as iban, e.id is null as is_open
    from payments p left join bank_bookings b on b.payment_id = p.id and b.undone_at is null and b.kind in ('payment', 'recorded') left join bank_entries e on e.id = b.entry_id
    where p.account_id = ${account}::uuid and p.reversed_at is null and p.deleted_at is null and p.paid_on > kontor_day() - ${PAYMENT_DAYS}::int`,
);
const findOrders = statement(
  {
    endToEnd: paymentOrders.endToEnd,
    amount: paymentOrders.amount,
    discount: paymentOrders.discount,
    billId: paymentOrders.billId,
    no: cell.text,
    partyKind: paymentOrders.partyKind,
    partyId: paymentOrders.partyId,
  },
  ({
    bankAccount,
  }: {
    bankAccount: string;
  }) => sql`select o.end_to_end, o.amount, o.discount, o.bill_id, b.their_no as no, o.party_kind, o.party_id
    from payment_orders o join payment_runs r on r.id = o.run_id join bills b on b.id = o.bill_id
    where r.bank_account_id = ${bankAccount}::uuid and r.status = 'sent' and o.live and o.entry_id is null`,
);
const findRules = statement(
  {
    id: bankRules.id,
    name: bankRules.name,
    side: bankRules.side,
    text: bankRules.text,
    iban: bankRules.iban,
    accountId: bankRules.accountId,
    accountTitle: cell.text,
    taxId: bankRules.taxId,
    automatic: bankRules.automatic,
  },
  ({
    bankAccount,
  }: {
    bankAccount: string;
  }) => sql`select r.id, r.name, r.side, r.text, r.iban, r.account_id, a.no || ' ' || a.name as account_title, r.tax_id, r.automatic
    from bank_rules r join accounts a on a.id = r.account_id join bank_accounts b on b.id = ${bankAccount}::uuid join accounts own on own.id = b.account_id
    where r.deleted_at is null and r.active and a.deleted_at is null and a.currency = own.currency and (r.bank_account_id is null or r.bank_account_id = b.id) order by r.sort_at`,
);
/** Entries older than this show no habit. */
const HABIT_DAYS = 400;
const findHabits = statement(
  {
    iban: bankEntries.iban,
    counterparty: bankEntries.counterparty,
    isIn: cell.boolean,
    accountId: cell.uuid,
    accountTitle: cell.text,
    taxId: orNull(cell.uuid),
    times: cell.integer,
  },
  ({
    bankAccount,
  }: {
    bankAccount: string;
  }) => sql`select h.iban, h.counterparty, h.is_in, h.account_id, a.no || ' ' || a.name as account_title, x.id as tax_id, h.times from (
      select e.iban, case when e.iban = '' then e.counterparty else '' end as counterparty, e.amount > 0 as is_in, min(t.account_id::text)::uuid as account_id, min(t.tax_code) as tax_code, count(*)::int as times
      from bank_entries e join bank_accounts k on k.id = e.bank_account_id left join lateral ${BOOKED_TO} t on true
      where e.bank_account_id = ${bankAccount}::uuid and e.state in ('booked', 'split') and e.booked_on > kontor_day() - ${HABIT_DAYS}::int and (e.iban <> '' or e.counterparty <> '')
      group by 1, 2, 3 having count(*) >= ${HABIT_TIMES}::int and count(t.account_id) = count(*) and count(distinct (t.account_id, t.tax_code)) = 1) h
    join accounts a on a.id = h.account_id and a.deleted_at is null and a.active left join tax x on x.code = h.tax_code and h.tax_code <> '' and x.deleted_at is null order by 1, 2, 3, 6`,
);
const findOwn = statement(
  { iban: bankAccounts.iban, name: bankAccounts.name },
  ({ bankAccount }: { bankAccount: string }) =>
    sql`select iban, name from bank_accounts where deleted_at is null and id <> ${bankAccount}::uuid`,
);
const findLedger = statement(
  { accountId: bankAccounts.accountId },
  ({ bankAccount }: { bankAccount: string }) => sql`select account_id from bank_accounts where id = ${bankAccount}::uuid`,
);

/** @throws Error if there is no such account */
export async function readPool(tx: Db, bankAccount: string): Promise<Pool> {
  const { accountId } = await findLedger.one(tx, { bankAccount });
  return makePool({
    documents: await findDocuments(tx),
    letters: await findLetters(tx),
    parties: await findParties(tx),
    payments: await findPayments(tx, { account: accountId }),
    orders: await findOrders(tx, { bankAccount }),
    rules: await findRules(tx, { bankAccount }),
    habits: await findHabits(tx, { bankAccount }),
    ownAccounts: await findOwn(tx, { bankAccount }),
  });
}
