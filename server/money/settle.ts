import { type SQL, sql } from 'drizzle-orm';
import { shareOf } from '#contract/money/fx';
import type { Currency } from '#contract/money/scale';
import { billStatus, invoiceStatus, paymentStatus } from '#contract/money/status';
import type { Db } from '../db/client.ts';
import type { Values } from '../http/area.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { postEntry, today } from './entry.ts';

/** One side of an allocation. A credit note may be both: it settles an invoice, and it is settled by what is paid back. */
export type Side = { paymentId: string } | { creditId: string } | { invoiceId: string } | { billId: string };

type Found = {
  id: string;
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

const DOCUMENTS = {
  paymentId: sql`select id, no, currency, rate, paid_on as day, amount as total, settled, coalesce(merchant_id, customer_id, supplier_id, carrier_id)::text as party, false as credit, direction, reversed_at is null as live from payments`,
  creditId: sql`select id, no, currency, rate, issue_date as day, gross as total, settled, coalesce(merchant_id, customer_id)::text as party, kind = 'creditNote' as credit, '' as direction, posted_at is not null and kind = 'creditNote' as live from invoices`,
  invoiceId: sql`select id, no, currency, rate, issue_date as day, gross as total, settled, coalesce(merchant_id, customer_id)::text as party, kind = 'creditNote' as credit, '' as direction, posted_at is not null as live from invoices`,
  billId: sql`select id, no, currency, rate, bill_date as day, gross as total, settled, coalesce(supplier_id, carrier_id)::text as party, false as credit, '' as direction, approved_at is not null as live from bills`,
} as const;
type Key = keyof typeof DOCUMENTS;
const keyOf = (side: Side): [Key, string] => Object.entries(side)[0] as [Key, string];
const refuse = (why: string): never => {
  throw new DomainError('StateRefused', `invoices.refusals.${why}`);
};

/** Locked, so that the shares of two allocations at once are not made of the same remainder. */
async function find(tx: Db, side: Side): Promise<Found> {
  const [key, id] = keyOf(side);
  const [row] = rowsOf(await tx.execute(sql`${DOCUMENTS[key]} where id = ${id}::uuid and deleted_at is null for update`));
  if (!row) throw new DomainError('NotFound');
  if (row['live'] !== true) refuse(key === 'paymentId' ? 'paymentReversed' : 'notPosted');
  return {
    id,
    no: row['no'] as string,
    currency: row['currency'] as Currency,
    rate: Number(row['rate']),
    day: row['day'] as string,
    total: Number(row['total']),
    settled: Number(row['settled']),
    party: row['party'] as string,
    isCredit: row['credit'] === true,
    direction: row['direction'] as string,
  };
}

/** What a document's value in the house's books earlier allocations took. A credit note stands on both sides: it sets off, and it is paid out. */
const TAKEN: Record<Key, (id: string) => SQL> = {
  paymentId: (id) => sql`select coalesce(sum(from_base), 0) as taken from allocations where payment_id = ${id}::uuid`,
  billId: (id) => sql`select coalesce(sum(to_base), 0) as taken from allocations where bill_id = ${id}::uuid`,
  creditId: (id) => onBothSides(id),
  invoiceId: (id) => onBothSides(id),
};
const onBothSides = (id: string): SQL => sql`select coalesce((select sum(from_base) from allocations where credit_id = ${id}::uuid), 0)
  + coalesce((select sum(to_base) from allocations where invoice_id = ${id}::uuid), 0) as taken`;

/** The part of a document's value in the house's books that this allocation takes. */
async function share(tx: Db, found: Found, amount: number, side: Side): Promise<number> {
  const [key, id] = keyOf(side);
  const [row] = rowsOf(await tx.execute(TAKEN[key](id)));
  return shareOf(found, amount, Number(row?.['taken']));
}

const partyName = async (tx: Db, id: string): Promise<string> => {
  const [row] = rowsOf(
    await tx.execute(sql`select name from (select id, name from merchants union all select id, name from customers union all select id, name from suppliers union all select id, name from carriers) p
      where id = ${id}::uuid limit 1`),
  );
  return (row?.['name'] as string | undefined) ?? '';
};

/** Which way the control account leans: an invoice waits in debit, a bill and a credit note in credit. */
const leans = (key: Key, to: Found): 1 | -1 => (key === 'billId' || to.isCredit ? -1 : 1);

/**
 * Settles part of an invoice, credit note or bill with a payment or a credit note of the same party and currency.
 * @throws DomainError StateRefused where currencies, parties or directions differ, or more is taken than either has left
 */
export async function allocate(tx: Db, from: Side, to: Side, amount: number): Promise<string> {
  const [fromKey] = keyOf(from);
  const [toKey] = keyOf(to);
  const source = await find(tx, from);
  const target = await find(tx, to);
  if (source.currency !== target.currency) refuse('otherCurrency');
  if (source.party !== target.party) refuse('otherParty');
  if (fromKey === 'paymentId' && (source.direction === 'in') !== leans(toKey, target) > 0) refuse('otherDirection');
  if (fromKey === 'creditId' && (toKey !== 'invoiceId' || target.isCredit)) refuse('otherDirection');
  if (amount > source.total - source.settled || amount > target.total - target.settled) refuse('overAllocated');
  const fromBase = await share(tx, source, amount, from);
  const toBase = await share(tx, target, amount, to);
  const day = source.day > target.day ? source.day : target.day;
  const ids = { ...from, ...to } as Partial<Record<Key, string>>;
  const [made] = rowsOf(
    await tx.execute(sql`insert into allocations (allocated_on, payment_id, credit_id, invoice_id, bill_id, amount, from_base, to_base, created_by)
      values (${day}, ${ids.paymentId ?? null}::uuid, ${ids.creditId ?? null}::uuid, ${ids.invoiceId ?? null}::uuid, ${ids.billId ?? null}::uuid, ${amount}, ${fromBase}, ${toBase}, kontor_actor()) returning id`),
  );
  await bookDifference(tx, ids, source, target, leans(toKey, target) * (fromBase - toBase), day);
  await refresh(tx, ids);
  return made?.['id'] as string;
}

/** What the rates between both days made of it: only the house's currency moves (§ 256a HGB). */
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

/** Takes an allocation back, once; both sides are open again from today. @throws DomainError NotFound, StateRefused `alreadyUndone` */
export async function undoAllocation(tx: Db, id: string): Promise<void> {
  const [row] = rowsOf(await tx.execute(sql`select * from allocations where id = ${id}::uuid and reverses_id is null`));
  if (!row) throw new DomainError('NotFound');
  const ids = {
    paymentId: row['payment_id'],
    creditId: row['credit_id'],
    invoiceId: row['invoice_id'],
    billId: row['bill_id'],
  } as Record<Key, string | null>;
  const side = (...keys: Key[]): Side => Object.fromEntries(keys.flatMap((key) => (ids[key] ? [[key, ids[key]]] : []))) as Side;
  const from = side('paymentId', 'creditId');
  const to = side('invoiceId', 'billId');
  const source = await find(tx, from);
  const target = await find(tx, to);
  const now = await today(tx);
  const day = (row['allocated_on'] as string) > now ? (row['allocated_on'] as string) : now;
  const done = rowsOf(
    await tx.execute(sql`insert into allocations (allocated_on, payment_id, credit_id, invoice_id, bill_id, amount, from_base, to_base, reverses_id, created_by)
      select ${day}, payment_id, credit_id, invoice_id, bill_id, -amount, -from_base, -to_base, id, kontor_actor() from allocations where id = ${id}::uuid
      on conflict (reverses_id) do nothing returning id`),
  );
  if (done.length === 0) refuse('alreadyUndone');
  const [toKey] = keyOf(to);
  await bookDifference(
    tx,
    { ...from, ...to },
    source,
    target,
    -leans(toKey, target) * (Number(row['from_base']) - Number(row['to_base'])),
    day,
  );
  await refresh(tx, { ...from, ...to });
}

/** Writes the statuses that follow (contract/money/status.ts), where they differ; the only place that does. */
export async function refresh(tx: Db, ids: Partial<Record<Key, string>>): Promise<void> {
  const invoices = [ids.creditId, ids.invoiceId].filter((id) => id !== undefined);
  for (const row of await facts(tx, 'invoices', invoices)) {
    const status = invoiceStatus({
      postedAt: row['posted_at'] as string | null,
      gross: Number(row['gross']),
      settled: Number(row['settled']),
      credited: Number(row['credited']),
    });
    await tx.execute(
      sql`update invoices set status = ${status}, overdue = open > 0 and due_date < kontor_day() where id = ${row['id'] as string}::uuid
        and (status <> ${status} or overdue is distinct from (open > 0 and due_date < kontor_day()))`,
    );
  }
  for (const row of await facts(tx, 'bills', ids.billId ? [ids.billId] : [])) {
    const status = billStatus({
      approvedAt: row['approved_at'] as string | null,
      disputedAt: row['disputed_at'] as string | null,
      gross: Number(row['gross']),
      settled: Number(row['settled']),
    });
    await tx.execute(
      sql`update bills set status = ${status}, overdue = open > 0 and due_date < kontor_day() where id = ${row['id'] as string}::uuid
        and (status <> ${status} or overdue is distinct from (open > 0 and due_date < kontor_day()))`,
    );
  }
  for (const row of await facts(tx, 'payments', ids.paymentId ? [ids.paymentId] : [])) {
    const status = paymentStatus({
      reversedAt: row['reversed_at'] as string | null,
      amount: Number(row['amount']),
      settled: Number(row['settled']),
    });
    await tx.execute(sql`update payments set status = ${status} where id = ${row['id'] as string}::uuid and status <> ${status}`);
  }
}

const facts = async (tx: Db, table: 'invoices' | 'bills' | 'payments', ids: string[]): Promise<Values[]> =>
  ids.length === 0
    ? []
    : rowsOf(
        await tx.execute(
          sql`select * from ${sql.identifier(table)} where id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})`,
        ),
      );
