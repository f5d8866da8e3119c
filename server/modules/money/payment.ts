import { sql } from 'drizzle-orm';
import { rateBetween, toHouse } from '#contract/money/fx';
import type { payments as area } from '#contract/money/payments';
import { HOUSE_CURRENCY } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from './accounts/table.ts';
import { refresh, undoAllocation } from './allocate-payment.ts';
import { type EntryLine, postEntry, rateOn, reverseEntry, today } from './entry.ts';
import { payments } from './payments/table.ts';
import { allocations } from './tables.ts';
import { transactions } from './transactions/table.ts';

type Payment = Pick<
  AreaRow<typeof area>,
  | 'id'
  | 'no'
  | 'direction'
  | 'supplierId'
  | 'carrierId'
  | 'paidOn'
  | 'accountId'
  | 'currency'
  | 'amount'
  | 'accountAmount'
  | 'reference'
  | 'merchantIdLabel'
  | 'customerIdLabel'
  | 'supplierIdLabel'
  | 'carrierIdLabel'
>;

const sum = (lines: readonly EntryLine[], figure: 'amount' | 'base'): number => lines.reduce((total, line) => total + line[figure], 0);

const findAccount = statement(
  { currency: accounts.currency },
  ({ id }: { id: string }) => sql`select currency from accounts where id = ${id}::uuid`,
);

const writeRate = command(({ rate, id }: { rate: number; id: string }) => sql`update payments set rate = ${rate} where id = ${id}::uuid`);

/**
 * Books a saved payment: to the bank or cash account and to the party's open items. `deducted` are lines in the currency of the account for
 * what the payment settles beyond the money: charges, cash discount, a difference that is given up.
 */
export async function bookPayment(tx: Db, row: Payment, deducted: readonly EntryLine[] = []): Promise<void> {
  const { id, currency, amount, paidOn, accountId } = row;
  const { currency: own } = await findAccount.one(tx, { id: accountId });
  const moved = own === currency ? amount : (row.accountAmount ?? 0);
  // If the bank converted the currency, its amounts give the rate. Otherwise the rate of the day is used.
  const base = own === HOUSE_CURRENCY ? moved : toHouse(amount, currency, await rateOn(tx, currency, paidOn));
  const rate = own === HOUSE_CURRENCY && own !== currency ? rateBetween(amount, currency, moved) : await rateOn(tx, currency, paidOn);
  const sign = row.direction === 'in' ? 1 : -1;
  const control = row.supplierId || row.carrierId ? 'payable' : 'receivable';
  const booked = toHouse(amount, currency, rate);
  const lines: EntryLine[] = [
    {
      kind: 'bank',
      account: accountId,
      currency: own,
      amount: sign * moved - sum(deducted, 'amount'),
      base: sign * base - sum(deducted, 'base'),
    },
    ...deducted,
    { kind: control, currency, amount: -sign * amount, base: -sign * booked },
  ];
  if (own === currency) lines.push({ kind: 'fxDifference', currency: HOUSE_CURRENCY, amount: 0, base: sign * (booked - base) });
  else
    lines.push(
      { kind: 'fxDifference', currency: own, amount: -sign * moved, base: -sign * base },
      { kind: 'fxDifference', currency, amount: sign * amount, base: sign * booked },
    );
  const party = [row.merchantIdLabel, row.customerIdLabel, row.supplierIdLabel, row.carrierIdLabel].find(Boolean);
  await writeRate(tx, { rate, id });
  await postEntry(
    tx,
    {
      bookedOn: paidOn,
      source: 'payment',
      documentNo: row.no,
      party: party ?? '',
      text: row.reference,
      paymentId: id,
    },
    lines,
  );
}

const lockPayment = statement(
  { reversedAt: payments.reversedAt },
  ({ id }: { id: string }) => sql`select reversed_at from payments where id = ${id}::uuid for update`,
);
const findLiveAllocations = statement(
  { id: allocations.id },
  ({ id }: { id: string }) => sql`select id from allocations a where payment_id = ${id}::uuid and reverses_id is null
      and not exists (select from allocations r where r.reverses_id = a.id) order by id`,
);
const findEntry = statement(
  { entryId: transactions.entryId },
  ({ id }: { id: string }) => sql`select entry_id from transactions where payment_id = ${id}::uuid and source = 'payment' limit 1`,
);

const markReversed = command(
  ({ reason, id }: { reason: string; id: string }) =>
    sql`update payments set reversed_at = clock_timestamp(), reason = ${reason} where id = ${id}::uuid`,
);

/**
 * The other payment of a set-off. Only set-offs are paid through clearing accounts, both payments in one transaction and so at the same time.
 */
const findCounterpart = statement(
  { id: payments.id },
  ({ id }: { id: string }) => sql`select o.id from payments p join accounts a on a.id = p.account_id and a.kind = 'clearing'
      join payments o on o.account_id = p.account_id and o.created_at = p.created_at and o.amount = p.amount and o.reference = p.reference and o.direction <> p.direction
    where p.id = ${id}::uuid and o.reversed_at is null order by o.id limit 1`,
);

/**
 * Reverses a payment with all its allocations. What it had settled is open again. Both payments of a set-off are reversed, because one alone
 * would leave its amount in the clearing account. @throws DomainError NotFound, StateRefused `paymentReversed`
 * @param on day of the reversal; default: today
 */
export async function reversePayment(tx: Db, id: string, reason: string, on?: string): Promise<void> {
  const row = await lockPayment.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.reversedAt !== null) throw new DomainError('StateRefused', 'invoices.refusals.paymentReversed');
  for (const allocation of await findLiveAllocations(tx, { id })) await undoAllocation(tx, allocation.id);
  const { entryId } = await findEntry.one(tx, { id });
  await reverseEntry(tx, entryId, on ?? (await today(tx)), reason);
  await markReversed(tx, { reason, id });
  await refresh(tx, { paymentId: id });
  const counterpart = await findCounterpart.first(tx, { id });
  if (counterpart) await reversePayment(tx, counterpart.id, reason, on);
}
