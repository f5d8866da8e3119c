import { sql } from 'drizzle-orm';
import { cutSums, type DocumentSums, documentSums } from '#contract/money/document-sums';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { bills } from './bills/table.ts';
import type { EntryLine } from './entry.ts';
import { invoices } from './invoices/table.ts';
import { accountOf } from './tax-codes.ts';
import { boughtLines, soldLines } from './taxed-lines.ts';

/**
 * What a payment settles beyond its money. A cash discount, and a difference that is given up, lessen what was owed for the supply, so the VAT
 * of the document is corrected in the same proportion (§ 17 UStG). Charges of a bank are a cost of the house without VAT.
 */
export type Deduction = { kind: 'fee' | 'discount' | 'writeOff'; amount: number; of: { kind: 'invoice' | 'bill'; id: string } | null };

/** Standard number of the account for discounts that the house receives (SKR03). */
const RECEIVED = '3730';

const findInvoice = statement(
  { lines: invoices.lines, sums: invoices.sums, currency: invoices.currency, issueDate: invoices.issueDate, serviceTo: invoices.serviceTo },
  ({ id }: { id: string }) =>
    sql`select lines, sums, currency, issue_date, service_to from invoices where id = ${id}::uuid and posted_at is not null`,
);
const findBill = statement(
  { lines: bills.lines, currency: bills.currency, billDate: bills.billDate, serviceOn: bills.serviceOn },
  ({ id }: { id: string }) =>
    sql`select lines, currency, bill_date, service_on from bills where id = ${id}::uuid and approved_at is not null`,
);

type Money = { currency: Currency; rate: number };

/** The figures of a document, and the day of its supply. @throws DomainError NotFound, StateRefused `deductionCurrency` */
async function documentOf(
  tx: Db,
  { kind, id }: { kind: 'invoice' | 'bill'; id: string },
  money: Money,
): Promise<{ sums: DocumentSums; day: string }> {
  const invoice = kind === 'invoice' ? await findInvoice.first(tx, { id }) : null;
  const bill = kind === 'bill' ? await findBill.first(tx, { id }) : null;
  const found = invoice ?? bill;
  if (!found) throw new DomainError('NotFound');
  if (found.currency !== money.currency) throw new DomainError('StateRefused', 'payments.refusals.deductionCurrency');
  if (invoice) return { sums: invoice.sums ?? documentSums(invoice.lines, money), day: invoice.serviceTo ?? invoice.issueDate ?? '' };
  return { sums: documentSums(found.lines, money), day: bill?.serviceOn ?? bill?.billDate ?? '' };
}

/**
 * The lines of deductions of a payment in the currency of its account, positive for a payment that comes in.
 * @throws DomainError StateRefused `deductionCurrency` if the document has another currency than the account, `noFeeOut` for charges of a
 * payment that goes out, which are booked for themselves
 */
export async function deductionLines(
  tx: Db,
  direction: 'in' | 'out',
  money: Money,
  deductions: readonly Deduction[],
): Promise<EntryLine[]> {
  const lines: EntryLine[] = [];
  const base = (amount: number): number => (money.currency === 'EUR' ? amount : Math.round((amount * 1_000_000) / money.rate));
  const { currency } = money;
  for (const { kind, amount, of } of deductions) {
    if (kind === 'fee' || of === null) {
      if (kind === 'fee' && direction === 'out') throw new DomainError('StateRefused', 'payments.refusals.noFeeOut');
      const signed = direction === 'in' ? amount : -amount;
      lines.push({ kind, currency, amount: signed, base: Math.sign(signed) * base(amount) });
      continue;
    }
    const { sums, day } = await documentOf(tx, of, money);
    const cut = cutSums(sums, amount, money).vat;
    const isSold = of.kind === 'invoice';
    const taxed = isSold ? await soldLines(tx, cut, -1, { currency, day }) : await boughtLines(tx, cut, { currency, day });
    const received = kind === 'discount' ? await accountOf(tx, RECEIVED, currency) : null;
    for (const line of taxed) {
      // The discount has an account of its own; the tax takes the account of its code.
      const isSupply = line.kind === 'revenue' || line.kind === 'expense';
      const account = isSupply ? (isSold ? null : received) : (line.account ?? null);
      const turned = isSold ? line : { ...line, amount: -line.amount, base: -line.base };
      lines.push({ ...turned, kind: isSupply ? kind : line.kind, account });
    }
  }
  return lines.filter((line) => line.amount !== 0 || line.base !== 0);
}
