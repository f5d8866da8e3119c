import { sql } from 'drizzle-orm';
import { PAR } from '#contract/money/fx';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { nextNumber } from '../../core/db/number-series.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { accounts } from './accounts/table.ts';
import type { PARTY_KINDS } from './balances.ts';
import { type Deduction, deductionLines } from './deductions.ts';
import { rateOn } from './entry.ts';
import { bookPayment } from './payment.ts';
import { payments } from './payments/table.ts';

/** Payments that other modules make: from statements of a bank, and to set off what a party owes against what it is owed. */

export type NewPayment = {
  /** Given where a payment order already names it; else the next of the series. */
  no?: string;
  direction: 'in' | 'out';
  party: { kind: (typeof PARTY_KINDS)[number]; id: string };
  paidOn: string;
  accountId: string;
  currency: Currency;
  /** What is settled, with the deductions. */
  amount: number;
  /** The same in the currency of the account, if it has another one. */
  accountAmount: number | null;
  reference: string;
  /** In the currency of the account. */
  deductions: readonly Deduction[];
};

/** The next number of a payment, P-1001. Also used for orders that are not paid yet. */
export const nextPaymentNo = async (tx: Db): Promise<string> => `P-${await nextNumber(tx, 'payments')}`;

const findAccount = statement(
  { currency: accounts.currency },
  ({ id }: { id: string }) => sql`select currency from accounts where id = ${id}::uuid and deleted_at is null`,
);
type Inserted = Omit<NewPayment, 'deductions' | 'no'> & { no: string; deducted: number };
const insert = statement(
  {
    id: payments.id,
    no: payments.no,
    direction: payments.direction,
    supplierId: payments.supplierId,
    carrierId: payments.carrierId,
    paidOn: payments.paidOn,
    accountId: payments.accountId,
    currency: payments.currency,
    amount: payments.amount,
    accountAmount: payments.accountAmount,
    reference: payments.reference,
    merchantIdLabel: cell.text,
    customerIdLabel: cell.text,
    supplierIdLabel: cell.text,
    carrierIdLabel: cell.text,
  },
  ({ party, ...row }: Inserted) => {
    const id = (kind: NewPayment['party']['kind']) => sql`${party.kind === kind ? party.id : null}::uuid`;
    return sql`insert into payments (no, direction, merchant_id, customer_id, supplier_id, carrier_id, paid_on, account_id, currency, amount, account_amount, reference, deducted)
      values (${row.no}, ${row.direction}, ${id('merchants')}, ${id('customers')}, ${id('suppliers')}, ${id('carriers')}, ${row.paidOn}, ${row.accountId}::uuid, ${row.currency},
        ${row.amount}, ${row.accountAmount}, ${row.reference}, ${row.deducted})
      returning id, no, direction, supplier_id, carrier_id, paid_on, account_id, currency, amount, account_amount, reference,
        coalesce((select name from merchants m where m.id = merchant_id), '') as merchant_id_label, coalesce((select name from customers c where c.id = customer_id), '') as customer_id_label,
        coalesce((select name from suppliers s where s.id = supplier_id), '') as supplier_id_label, coalesce((select name from carriers r where r.id = carrier_id), '') as carrier_id_label`;
  },
  [
    {
      no: '',
      direction: 'in',
      party: { kind: 'merchants', id: '00000000-0000-7000-8000-000000000000' },
      paidOn: '2026-01-01',
      accountId: '00000000-0000-7000-8000-000000000000',
      currency: 'EUR',
      amount: 1,
      accountAmount: null,
      reference: '',
      deducted: 0,
    },
  ],
);

/** Saves and books a payment. @throws DomainError StateRefused as `bookPayment` and `deductionLines` */
export async function recordPayment(tx: Db, { deductions, ...given }: NewPayment): Promise<{ id: string; no: string }> {
  const account = await findAccount.one(tx, { id: given.accountId });
  const deducted = deductions.reduce((sum, { amount }) => sum + amount, 0);
  const rate = account.currency === 'EUR' ? PAR : await rateOn(tx, account.currency, given.paidOn);
  const lines = await deductionLines(tx, given.direction, { currency: account.currency, rate }, deductions);
  const row = await insert.one(tx, { ...given, no: given.no ?? (await nextPaymentNo(tx)), deducted });
  await bookPayment(tx, row, lines);
  return { id: row.id, no: row.no };
}
