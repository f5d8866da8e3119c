import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { accounts } from '../accounts/table.ts';
import { tax } from '../tax/table.ts';
import { transactions } from '../transactions/table.ts';
import type { KeyedCode, Keys, LedgerLine } from './booking-rows.ts';

/** Reads what a batch hands to the accountant. */

const findLines = statement(
  {
    entryId: transactions.entryId,
    bookedOn: transactions.bookedOn,
    taxOn: transactions.taxOn,
    taxCode: transactions.taxCode,
    no: accounts.no,
    kind: accounts.kind,
    currency: transactions.currency,
    amount: cell.double,
    base: transactions.base,
    source: transactions.source,
    documentNo: transactions.documentNo,
    party: transactions.party,
    text: transactions.text,
    partyAccount: transactions.partyAccount,
    paymentId: transactions.paymentId,
    invoiceId: transactions.invoiceId,
    billId: transactions.billId,
    dueDate: orNull(cell.date),
    vatId: orNull(cell.text),
    theirNo: orNull(cell.text),
    file: orNull(cell.text),
  },
  ({ batchId }: { batchId: string }) =>
    sql`select t.entry_id, t.booked_on, t.tax_on, t.tax_code, a.no, a.kind, t.currency, (t.debit - t.credit)::float8 as amount, t.base, t.source, t.document_no, t.party, t.text,
        t.party_account, t.payment_id, t.invoice_id, t.bill_id, coalesce(i.due_date, b.due_date) as due_date, i.party_vat_id as vat_id, b.their_no, coalesce(i.pdf_file, b.file) as file
      from transactions t join accounts a on a.id = t.account_id left join invoices i on i.id = t.invoice_id left join bills b on b.id = t.bill_id
      where t.batch_id = ${batchId}::uuid order by t.booked_on, t.entry_id, t.id`,
);
export type BatchLine = Row<typeof findLines>;

const findSettled = statement(
  { settlingId: cell.uuid, document: cell.text, amount: cell.double, base: cell.double },
  ({ batchId }: { batchId: string }) =>
    sql`with settling as (
        select distinct case source when 'payment' then payment_id when 'creditNote' then invoice_id else bill_id end as id from transactions
          where batch_id = ${batchId}::uuid and source in ('payment', 'creditNote', 'bill'))
      select s.id as settling_id, coalesce(i.no, b.their_no, '') as document, sum(l.amount)::float8 as amount, sum(l.from_base)::float8 as base
        from settling s join allocations l on s.id in (l.payment_id, l.credit_id, l.credit_bill_id)
          left join invoices i on i.id = l.invoice_id left join bills b on b.id = l.bill_id
        group by 1, 2 having sum(l.amount) <> 0`,
);
const findCodes = statement(
  {
    code: tax.code,
    rate: tax.rate,
    key: tax.datevKey,
    reverseCharge: tax.reverseCharge,
    accountNo: cell.text,
  },
  () =>
    sql`select distinct on (x.code) x.code, x.rate, x.datev_key as key, x.reverse_charge,
        coalesce(nullif(x.account_no, ''), (select a.no from accounts a where a.standard and a.deleted_at is null and a.currency = 'EUR'
          and a.kind = case x.direction when 'out' then 'revenue' else 'expense' end), '') as account_no
      from tax x order by x.code, x.deleted_at is null desc, x.sort_at desc`,
);

/** The number of an account in DATEV, which has one account for all currencies: 8400 of 8400-USD. Empty if it has no such number. */
export const datevNo = (no: string): string => /^(\d{4,8})(-[A-Z]{3})?$/.exec(no)?.[1] ?? '';

/** The tax codes with their keys, and the accounts that DATEV taxes by itself: those of a code with a rate and without a key. */
export async function readKeys(db: Db): Promise<Keys> {
  const codes = new Map<string, KeyedCode>();
  const automatic = new Set<string>();
  for (const { code, rate, key, reverseCharge, accountNo } of await findCodes(db)) {
    codes.set(code, { rate, key, reverseCharge });
    if (rate > 0 && key === '' && datevNo(accountNo) !== '') automatic.add(datevNo(accountNo));
  }
  return { codes, automatic };
}

export type BatchEntry = { head: BatchLine; lines: LedgerLine[] };

const PARTY_KINDS = ['receivable', 'payable'];
const settlingIdOf = ({ source, paymentId, invoiceId, billId }: BatchLine): string | null =>
  ({ payment: paymentId, creditNote: invoiceId, bill: billId })[source as 'payment'] ?? null;

/** What a payment or credit has settled until now: its line of the party in parts by document, the rest under its own number. */
function inParts(line: LedgerLine, settled: readonly { document: string; amount: number; base: number }[]): LedgerLine[] {
  const sign = Math.sign(line.amount);
  const parts = settled.map(({ document, amount, base }) => ({ ...line, document, amount: sign * amount, base: sign * base }));
  const left = {
    ...line,
    amount: line.amount - parts.reduce((sum, { amount }) => sum + amount, 0),
    base: line.base - parts.reduce((sum, { base }) => sum + base, 0),
  };
  return left.amount === 0 && left.base === 0 ? parts : [...parts, left];
}

/** Lines that are read at once, so that other work of the process gets its turn in between. */
const AT_ONCE = 1_000;

/** The entries of a batch, in the order of their days. @param tx a transaction, because the lines are read in portions */
export async function readBatch(tx: Db, batchId: string): Promise<BatchEntry[]> {
  const settled = groupBy(await findSettled(tx, { batchId }), ({ settlingId }) => settlingId);
  const entries = new Map<string, BatchEntry>();
  const add = (row: BatchLine): void => {
    const entry = entries.get(row.entryId) ?? { head: row, lines: [] };
    entries.set(row.entryId, entry);
    const isParty = PARTY_KINDS.includes(row.kind);
    const line: LedgerLine = {
      account: isParty && row.partyAccount !== '' ? row.partyAccount : datevNo(row.no),
      kind: row.kind,
      currency: row.currency,
      amount: row.amount,
      base: row.base,
      taxCode: row.taxCode,
      taxOn: row.taxOn,
      document: row.theirNo ?? row.documentNo,
    };
    const parts = isParty ? (settled.get(settlingIdOf(row) ?? '') ?? []) : [];
    entry.lines.push(...(parts.length > 0 ? inParts(line, parts) : [line]));
  };
  for await (const rows of findLines.portions(tx, AT_ONCE, { batchId })) rows.forEach(add);
  return [...entries.values()];
}
