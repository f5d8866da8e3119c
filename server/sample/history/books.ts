import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { addDays } from '#contract/core/house-day';
import { totalsOf } from '#contract/money/sums';
import type { VatCategory } from '#contract/money/vat';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import { accounts } from '../../modules/money/accounts/table.ts';
import { allocate } from '../../modules/money/allocate-payment.ts';
import { approveBill } from '../../modules/money/bill.ts';
import { postInvoice } from '../../modules/money/post-invoice.ts';
import { carriers } from '../../modules/shipping/carriers/table.ts';
import { actorOf, make } from '../make.ts';
import { HISTORY_DAYS } from './days.ts';
import { type BillPlan, billsOf, HISTORY_SUPPLIERS, type InvoicePlan, invoicesOf, type Priced } from './ledger-plan.ts';
import type { Past } from './load.ts';
import type { House } from './model.ts';
import { seeded, seedOf } from './random.ts';

/** The books of the history. Its documents are few, so they are posted as real ones are, oldest first. */

type Books = {
  tx: Db;
  finance: Actor;
  house: House;
  banks: Map<string, string>;
  suppliers: Map<string, string>;
  carriers: Map<string, string>;
};
type Step = { on: string; run: () => Promise<void> };
type Party = { merchantId?: string; supplierId?: string; carrierId?: string };

const linesOf = (lines: readonly Priced[], [vatCategory, vatRate]: readonly [VatCategory, number]) =>
  lines.map(({ text, qty, price, unit = '' }) => ({
    id: randomUUID(),
    text,
    qty: qty * 1000,
    unit,
    unitPrice: price,
    vatCategory,
    vatRate,
  }));

async function pay(
  { tx, finance, banks }: Books,
  party: Party,
  direction: 'in' | 'out',
  on: string,
  currency: string,
  amount: number,
  reference: string,
) {
  const accountId = banks.get(currency);
  return make(tx, finance, 'payments', { ...party, direction, paidOn: on, accountId, currency, amount, reference });
}

/** Posts an invoice; the payment follows on its day. */
async function invoice(
  books: Books,
  { on, merchant, currency, vat, from, to, lines, paid }: InvoicePlan,
  later: (step: Step) => void,
): Promise<void> {
  const { tx, finance, house } = books;
  const merchantId = house.merchants.get(merchant)?.id ?? '';
  const body = { merchantId, currency, serviceFrom: from, serviceTo: to, paymentDays: 14, lines: linesOf(lines, vat) };
  const id = await make(tx, finance, 'invoices', body);
  await postInvoice(tx, id, on);
  if (paid === null) return;
  const { gross } = totalsOf(body.lines, currency);
  const amount = Math.round(gross * paid.share);
  later({
    on: paid.on,
    run: async () => {
      const paymentId = await pay(books, { merchantId }, 'in', paid.on, currency, amount, `Services until ${to}`);
      await allocate(tx, { paymentId }, { invoiceId: id }, amount);
    },
  });
}

async function bill(
  books: Books,
  { on, supplier, carrier, theirNo, lines: priced, paidOn }: BillPlan,
  later: (step: Step) => void,
): Promise<void> {
  const { tx, finance } = books;
  const lines = linesOf(priced, ['S', 1900]);
  const { gross } = totalsOf(lines, 'EUR');
  const party = supplier ? { supplierId: books.suppliers.get(supplier) ?? '' } : { carrierId: books.carriers.get(carrier ?? '') ?? '' };
  const id = await make(tx, finance, 'bills', { ...party, theirNo, billDate: on, theirTotal: gross, lines });
  await approveBill(tx, id);
  if (paidOn === null) return;
  later({
    on: paidOn,
    run: async () => {
      const paymentId = await pay(books, party, 'out', paidOn, 'EUR', gross, theirNo);
      await allocate(tx, { paymentId }, { billId: id }, gross);
    },
  });
}

async function suppliersOf(tx: Db, finance: Actor): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [no, name, contact, city, paymentDays] of HISTORY_SUPPLIERS)
    made.set(
      name,
      await make(tx, finance, 'suppliers', {
        no,
        name,
        contact,
        address: { ...EMPTY_ADDRESS, name1: name, city, country: 'DE' },
        paymentDays,
      }),
    );
  return made;
}

/** A dollar rate a week, from before the first document on. Loading the small sample adds one for day 20. */
async function rates(tx: Db, today: string): Promise<void> {
  const random = seeded(seedOf(`rates ${today}`));
  let rate = 1_091_000;
  for (let ago = HISTORY_DAYS + 3; ago > 0; ago -= 7) {
    rate += random.int(-9_000, 7_500);
    await tx.execute(sql`insert into fx_rates (currency, valid_on, rate, source) values ('USD', ${addDays(today, -ago)}, ${rate}, 'ecb')`);
  }
}

/** Documents have the day on which they were made, not that of the start. */
const DATED = [
  ['invoices', 'issue_date', ', posted_at = s.at'],
  ['bills', 'bill_date', ', approved_at = s.at'],
  ['payments', 'paid_on', ''],
  ['transactions', 'booked_on', ''],
] as const;
async function date(tx: Db): Promise<void> {
  // Checks that wait for the end of the transaction would not let the tables be altered.
  await tx.execute(sql`set constraints all immediate`);
  for (const [table, day, more] of DATED)
    await tx.execute(
      sql.raw(`alter table ${table} disable trigger user;
      update ${table} t set sort_at = s.at, created_at = s.at, updated_at = s.at${more}
        from (select id, ${day} + interval '8 hours' + row_number() over (order by ${day}, sort_at) * interval '1.000001 seconds' as at from ${table}) s where s.id = t.id;
      alter table ${table} enable trigger user`),
    );
  await tx.execute(sql`set constraints all deferred`);
}

/** Posts invoices, bills and payments of the history in the caller's transaction. Requires empty books. */
export async function loadBooks(tx: Db, { house, plan }: Past): Promise<void> {
  const random = seeded(seedOf(`books ${plan.today}`));
  const finance = await actorOf(tx, 'finance@kontor.example');
  await rates(tx, plan.today);
  const banks = await tx.select({ id: accounts.id, currency: accounts.currency }).from(accounts).where(sql`kind = 'bank' and standard`);
  const known = await tx.select({ id: carriers.id, code: carriers.code }).from(carriers);
  const books: Books = {
    tx,
    finance,
    house,
    banks: new Map(banks.map(({ id, currency }) => [currency, id])),
    suppliers: await suppliersOf(tx, finance),
    carriers: new Map(known.map(({ id, code }) => [code, id])),
  };
  const steps: Step[] = [];
  const later = (step: Step): void => {
    steps.push(step);
    steps.sort((a, b) => a.on.localeCompare(b.on));
  };
  for (const one of invoicesOf(random, plan, HISTORY_DAYS)) later({ on: one.on, run: () => invoice(books, one, later) });
  for (const one of billsOf(random, plan, HISTORY_DAYS)) later({ on: one.on, run: () => bill(books, one, later) });
  for (let step = steps.shift(); step; step = steps.shift()) await step.run();
  await date(tx);
}
