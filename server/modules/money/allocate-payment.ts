import { type SQL, sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { shareOf } from '#contract/money/fx';
import type { Currency } from '#contract/money/scale';
import { billStatus, invoiceStatus, paymentStatus } from '#contract/money/status';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { bills } from './bills/table.ts';
import { postEntry, today } from './entry.ts';
import { invoices } from './invoices/table.ts';
import { payments } from './payments/table.ts';
import { allocations } from './tables.ts';

/**
 * One side of an allocation. A credit note can be on both sides: it settles an invoice, and a refund settles it.
 * `creditBillId` is a credit of a supplier or carrier, which settles a bill in the same way.
 */
export type Side = { paymentId: string } | { creditId: string } | { creditBillId: string } | { invoiceId: string } | { billId: string };

type Found = {
  no: string;
  currency: Currency;
  rate: number;
  day: string;
  total: number;
  settled: number;
  party: string;
  isCredit: boolean;
  direction: string;
};

const FOUND = {
  no: cell.text,
  currency: cell.oneOf(CURRENCIES),
  rate: orNull(cell.bigint),
  day: orNull(cell.date),
  total: cell.bigint,
  settled: cell.bigint,
  party: cell.text,
  isCredit: cell.boolean,
  direction: cell.text,
  isLive: cell.boolean,
};
const lockDocument = (select: SQL) =>
  statement(FOUND, ({ id }: { id: string }) => sql`${select} where id = ${id}::uuid and deleted_at is null for update`);
const lockDocuments = {
  paymentId: lockDocument(
    sql`select no, currency, rate, paid_on as day, amount as total, settled, coalesce(merchant_id, customer_id, supplier_id, carrier_id)::text as party, false as is_credit, direction, reversed_at is null as is_live from payments`,
  ),
  creditId: lockDocument(
    sql`select no, currency, rate, issue_date as day, gross as total, settled, coalesce(merchant_id, customer_id)::text as party, kind = 'creditNote' as is_credit, '' as direction, posted_at is not null and kind = 'creditNote' as is_live from invoices`,
  ),
  invoiceId: lockDocument(
    sql`select no, currency, rate, issue_date as day, gross as total, settled, coalesce(merchant_id, customer_id)::text as party, kind = 'creditNote' as is_credit, '' as direction, posted_at is not null as is_live from invoices`,
  ),
  billId: lockDocument(
    sql`select no, currency, rate, bill_date as day, gross as total, settled, coalesce(supplier_id, carrier_id)::text as party, kind = 'credit' as is_credit, '' as direction, approved_at is not null as is_live from bills`,
  ),
  creditBillId: lockDocument(
    sql`select no, currency, rate, bill_date as day, gross as total, settled, coalesce(supplier_id, carrier_id)::text as party, true as is_credit, '' as direction, approved_at is not null and kind = 'credit' as is_live from bills`,
  ),
};
type Key = keyof typeof lockDocuments;
const NO_SIDE: Record<Key, string | null> = { paymentId: null, creditId: null, creditBillId: null, invoiceId: null, billId: null };
const keyOf = (side: Side): [Key, string] => Object.entries(side)[0] as [Key, string];
const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `invoices.refusals.${reason}`);
};

/** Locks a document, so that two simultaneous allocations do not compute their shares from the same remainder. */
async function find(tx: Db, side: Side): Promise<Found> {
  const [key, id] = keyOf(side);
  const found = await lockDocuments[key].first(tx, { id });
  if (!found) throw new DomainError('NotFound');
  const { isLive, rate, day, ...document } = found;
  // Only posted invoices, booked payments and approved bills have a day and a rate.
  if (!isLive || rate === null || day === null) return refuse(key === 'paymentId' ? 'paymentReversed' : 'notPosted');
  return { ...document, rate, day };
}

/**
 * How much of a document's value in the house's currency earlier allocations used. A credit note counts on both sides: it settles invoices,
 * and refunds settle it.
 */
const TAKEN = { taken: cell.numeric };
const takenOnBothSides = statement(
  TAKEN,
  ({ id }: { id: string }) => sql`select coalesce((select sum(from_base) from allocations where credit_id = ${id}::uuid), 0)
  + coalesce((select sum(to_base) from allocations where invoice_id = ${id}::uuid), 0) as taken`,
);
const takenOfBill = statement(
  TAKEN,
  ({ id }: { id: string }) => sql`select coalesce((select sum(from_base) from allocations where credit_bill_id = ${id}::uuid), 0)
  + coalesce((select sum(to_base) from allocations where bill_id = ${id}::uuid), 0) as taken`,
);
const sumTaken = {
  paymentId: statement(
    TAKEN,
    ({ id }: { id: string }) => sql`select coalesce(sum(from_base), 0) as taken from allocations where payment_id = ${id}::uuid`,
  ),
  billId: takenOfBill,
  creditBillId: takenOfBill,
  creditId: takenOnBothSides,
  invoiceId: takenOnBothSides,
};

/** The part of a document's value in the house's currency that this allocation uses. */
async function share(tx: Db, found: Found, amount: number, side: Side): Promise<number> {
  const [key, id] = keyOf(side);
  const { taken } = await sumTaken[key].one(tx, { id });
  return shareOf(found, amount, taken);
}

const findPartyName = statement(
  { name: cell.text },
  ({
    id,
  }: {
    id: string;
  }) => sql`select name from (select id, name from merchants union all select id, name from customers union all select id, name from suppliers union all select id, name from carriers) p
      where id = ${id}::uuid limit 1`,
);
const partyName = async (tx: Db, id: string): Promise<string> => (await findPartyName.first(tx, { id }))?.name ?? '';

/** Sign of the open item on the control account: 1 (debit) for an invoice or the credit of a bill, -1 (credit) for a bill or credit note. */
const openItemSign = (key: Key, to: Found): 1 | -1 => ((key === 'billId') === to.isCredit ? 1 : -1);

type Allocation = Record<Key, string | null> & { day: string; amount: number; fromBase: number; toBase: number };
const insertAllocation = statement(
  { id: allocations.id },
  (
    made: Allocation,
  ) => sql`insert into allocations (allocated_on, payment_id, credit_id, credit_bill_id, invoice_id, bill_id, amount, from_base, to_base, created_by)
      values (${made.day}, ${made.paymentId}::uuid, ${made.creditId}::uuid, ${made.creditBillId}::uuid, ${made.invoiceId}::uuid, ${made.billId}::uuid, ${made.amount}, ${made.fromBase}, ${made.toBase}, kontor_actor()) returning id`,
);

/**
 * Settles part of an invoice, credit note or bill with a payment or a credit note of the same party and currency.
 * @throws DomainError StateRefused if currencies, parties or directions differ, or the amount exceeds what is open on either side
 */
export async function allocate(tx: Db, from: Side, to: Side, amount: number): Promise<string> {
  const [fromKey] = keyOf(from);
  const [toKey] = keyOf(to);
  const source = await find(tx, from);
  const target = await find(tx, to);
  if (source.currency !== target.currency) refuse('otherCurrency');
  if (source.party !== target.party) refuse('otherParty');
  if (fromKey === 'paymentId' && (source.direction === 'in') !== openItemSign(toKey, target) > 0) refuse('otherDirection');
  if (fromKey === 'creditId' && (toKey !== 'invoiceId' || target.isCredit)) refuse('otherDirection');
  if (fromKey === 'creditBillId' && (toKey !== 'billId' || target.isCredit)) refuse('otherDirection');
  if (amount > source.total - source.settled || amount > target.total - target.settled) refuse('overAllocated');
  const fromBase = await share(tx, source, amount, from);
  const toBase = await share(tx, target, amount, to);
  const day = source.day > target.day ? source.day : target.day;
  const ids = { ...from, ...to } as Partial<Record<Key, string>>;
  const { id } = await insertAllocation.one(tx, { ...NO_SIDE, ...from, ...to, day, amount, fromBase, toBase });
  await bookDifference(tx, ids, source, target, openItemSign(toKey, target) * (fromBase - toBase), day);
  await refresh(tx, ids);
  return id;
}

/** Books the exchange difference between the rates of both documents. Only the amount in the house's currency changes (§ 256a HGB). */
async function bookDifference(tx: Db, ids: Partial<Record<Key, string>>, source: Found, target: Found, base: number, day: string) {
  if (base === 0) return;
  const kind = ids.billId ? 'payable' : 'receivable';
  await postEntry(
    tx,
    {
      bookedOn: day,
      source: 'allocation',
      documentNo: target.no,
      party: await partyName(tx, target.party),
      text: source.no,
      invoiceId: ids.invoiceId ?? null,
      billId: ids.billId ?? null,
      paymentId: ids.paymentId ?? null,
    },
    [
      { kind, currency: target.currency, amount: 0, base },
      { kind: 'fxDifference', currency: 'EUR', amount: 0, base: -base },
    ],
  );
}

const findAllocation = statement(
  {
    paymentId: allocations.paymentId,
    creditId: allocations.creditId,
    creditBillId: allocations.creditBillId,
    invoiceId: allocations.invoiceId,
    billId: allocations.billId,
    allocatedOn: allocations.allocatedOn,
    fromBase: allocations.fromBase,
    toBase: allocations.toBase,
  },
  ({ id }: { id: string }) =>
    sql`select payment_id, credit_id, credit_bill_id, invoice_id, bill_id, allocated_on, from_base, to_base from allocations where id = ${id}::uuid and reverses_id is null`,
);
const reverseAllocation = statement(
  { id: allocations.id },
  ({
    id,
    day,
  }: {
    id: string;
    day: string;
  }) => sql`insert into allocations (allocated_on, payment_id, credit_id, credit_bill_id, invoice_id, bill_id, amount, from_base, to_base, reverses_id, created_by)
      select ${day}, payment_id, credit_id, credit_bill_id, invoice_id, bill_id, -amount, -from_base, -to_base, id, kontor_actor() from allocations where id = ${id}::uuid
      on conflict (reverses_id) do nothing returning id`,
);

/**
 * Reverses an allocation, at most once. Both sides are open again from today. @throws DomainError NotFound, StateRefused `alreadyUndone`
 */
export async function undoAllocation(tx: Db, id: string): Promise<void> {
  const row = await findAllocation.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  const side = (...keys: Key[]): Side => Object.fromEntries(keys.flatMap((key) => (row[key] ? [[key, row[key]]] : []))) as Side;
  const from = side('paymentId', 'creditId', 'creditBillId');
  const to = side('invoiceId', 'billId');
  const source = await find(tx, from);
  const target = await find(tx, to);
  const now = await today(tx);
  const day = row.allocatedOn > now ? row.allocatedOn : now;
  const done = await reverseAllocation(tx, { id, day });
  if (done.length === 0) refuse('alreadyUndone');
  const [toKey] = keyOf(to);
  await bookDifference(tx, { ...from, ...to }, source, target, -openItemSign(toKey, target) * (row.fromBase - row.toBase), day);
  await refresh(tx, { ...from, ...to });
}

const findInvoices = statement(
  {
    id: invoices.id,
    postedAt: invoices.postedAt,
    gross: invoices.gross,
    settled: invoices.settled,
    credited: invoices.credited,
  },
  ({ ids }: { ids: readonly string[] }) => sql`select id, posted_at, gross, settled, credited from invoices where id = any(${uuids(ids)})`,
);
const findBills = statement(
  { id: bills.id, approvedAt: bills.approvedAt, disputedAt: bills.disputedAt, gross: bills.gross, settled: bills.settled },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select id, approved_at, disputed_at, gross, settled from bills where id = any(${uuids(ids)})`,
);
const findPayment = statement(
  { id: payments.id, reversedAt: payments.reversedAt, amount: payments.amount, settled: payments.settled },
  ({ id }: { id: string }) => sql`select id, reversed_at, amount, settled from payments where id = ${id}::uuid`,
);

const writeInvoiceStatus = command(
  ({
    id,
    status,
  }: {
    id: string;
    status: string;
  }) => sql`update invoices set status = ${status}, overdue = open > 0 and due_date < kontor_day() where id = ${id}::uuid
        and (status <> ${status} or overdue is distinct from (open > 0 and due_date < kontor_day()))`,
);

const writeBillStatus = command(
  ({
    id,
    status,
  }: {
    id: string;
    status: string;
  }) => sql`update bills set status = ${status}, overdue = coalesce(open > 0 and due_date < kontor_day(), false) where id = ${id}::uuid
        and (status <> ${status} or overdue is distinct from coalesce(open > 0 and due_date < kontor_day(), false))`,
);

const writePaymentStatus = command(
  ({ id, status }: { id: string; status: string }) =>
    sql`update payments set status = ${status} where id = ${id}::uuid and status <> ${status}`,
);

/** Updates statuses (contract/money/status.ts) that differ from the facts. No other function writes them. */
export async function refresh(tx: Db, ids: Partial<Record<Key, string>>): Promise<void> {
  const touched = [ids.creditId, ids.invoiceId].filter((id) => id !== undefined);
  for (const { id, ...facts } of touched.length > 0 ? await findInvoices(tx, { ids: touched }) : []) {
    const status = invoiceStatus(facts);
    await writeInvoiceStatus(tx, { id, status });
  }
  const touchedBills = [ids.creditBillId, ids.billId].filter((id) => id !== undefined);
  for (const { id, ...facts } of touchedBills.length > 0 ? await findBills(tx, { ids: touchedBills }) : []) {
    const status = billStatus(facts);
    await writeBillStatus(tx, { id, status });
  }
  for (const { id, ...facts } of ids.paymentId ? await findPayment(tx, { id: ids.paymentId }) : []) {
    const status = paymentStatus(facts);
    await writePaymentStatus(tx, { id, status });
  }
}
