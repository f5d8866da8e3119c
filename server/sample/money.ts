import { sql } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import type { Db } from '../core/db/client.ts';
import { statement } from '../core/db/statement.ts';
import { allocate } from '../modules/money/allocate-payment.ts';
import { today } from '../modules/money/entry.ts';
import { invoices } from '../modules/money/invoices/table.ts';
import { bookPayment } from '../modules/money/payment.ts';
import { payments } from '../modules/money/payments/table.ts';
import { copyInvoice, postInvoice } from '../modules/money/post-invoice.ts';

/** merchant, days ago, currency, text, price in ten-thousandths, quantity in thousandths */
const INVOICES = [
  ['M-1001', 45, 'EUR', 'Storage, pallets of a month', 98_000, 120_000, 'S', 1900],
  ['M-1001', 5, 'EUR', 'Picking and packing', 18_500, 340_000, 'S', 1900],
  ['M-1002', 18, 'USD', 'Container devanning', 3_900_000, 2000, 'O', 0],
  ['M-1003', 12, 'EUR', 'Transport labels', 425, 800_000, 'AE', 0],
] as const;

const insertInvoice = statement(
  { id: invoices.id },
  ({ merchant, currency, lines }: { merchant: string; currency: string; lines: string }) =>
    sql`insert into invoices (merchant_id, currency, lines, payment_days) select id, ${currency}, ${lines}::jsonb, 14 from merchants where no = ${merchant} returning id`,
);
const insertPayment = statement(
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
  },
  ({
    paidOn,
  }: {
    paidOn: string;
  }) => sql`insert into payments (no, merchant_id, paid_on, account_id, amount) select 'P-1000', m.id, ${paidOn}, a.id, 50000 from merchants m, accounts a
      where m.no = 'M-1001' and a.no = '1200' returning id, no, direction, supplier_id, carrier_id, paid_on, account_id, currency, amount, account_amount, reference`,
);

/** Invoices in different states: one overdue and partly paid, one new, one in dollars that was due some days ago, one reversed. */
export async function loadMoney(db: Db): Promise<void> {
  const now = await today(db);
  for (const [ago, rate] of [
    [20, 1_084_200],
    [1, 1_081_700],
  ] as const)
    await db.execute(sql`insert into fx_rates (currency, valid_on, rate, source) values ('USD', ${addDays(now, -ago)}, ${rate}, 'ecb')`);
  const made: string[] = [];
  for (const [merchant, ago, currency, text, unitPrice, qty, vatCategory, vatRate] of INVOICES) {
    const lines = [{ id: crypto.randomUUID(), text, note: '', qty, unit: '', unitPrice, discount: 0, vatCategory, vatRate, ofLine: null }];
    const { id } = await insertInvoice.one(db, { merchant, currency, lines: JSON.stringify(lines) });
    await postInvoice(db, id, addDays(now, -ago));
    made.push(id);
  }
  const credit = await copyInvoice(db, made[3] as string, 'creditNote');
  await postInvoice(db, credit, addDays(now, -10));
  const payment = await insertPayment.first(db, { paidOn: addDays(now, -30) });
  if (!payment) return;
  await bookPayment(db, payment);
  await allocate(db, { paymentId: payment.id }, { invoiceId: made[0] as string }, 50_000);
}
