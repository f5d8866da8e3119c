import { sql } from 'drizzle-orm';
import type { Part, PaymentPart } from '#contract/bank/proposal';
import { toHouse } from '#contract/money/fx';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { accounts } from '../money/accounts/table.ts';
import { accountOf, allocate, type EntryLine, postEntry, rateOn, recordPayment, reversePayment } from '../money/index.ts';
import { payments } from '../money/payments/table.ts';
import { tax } from '../money/tax/table.ts';
import { type LockedEntry, lockUndecided, refreshState } from './entry-state.ts';

/** Books a movement of the bank in one act: takes it out of clearing and books each part. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `bankEntries.refusals.${reason}`);
};
const TEXT = 140;
const textOf = ({ counterparty, purpose }: LockedEntry): string => `${counterparty} ${purpose}`.trim().slice(0, TEXT);

/** The account for money between own accounts (SKR03). */
const TRANSIT = '1360';

const insertBooking = command(
  (row: { entryId: string; kind: string; amount: number; text: string; paymentId: string | null; ledgerEntryId: string | null }) =>
    sql`insert into bank_bookings (entry_id, kind, amount, text, payment_id, ledger_entry_id, created_by)
      values (${row.entryId}::uuid, ${row.kind}, ${row.amount}, ${row.text}, ${row.paymentId}::uuid, ${row.ledgerEntryId}::uuid, kontor_actor())`,
);
const learn = command(
  ({ iban, kind, id }: { iban: string; kind: string; id: string }) =>
    sql`insert into bank_party_ibans (iban, party_kind, party_id, learned_by) values (${iban}, ${kind}, ${id}::uuid, kontor_actor()) on conflict do nothing`,
);
const findPayment = statement(
  {
    accountId: payments.accountId,
    no: payments.no,
    direction: payments.direction,
    amount: payments.amount,
    accountAmount: payments.accountAmount,
    deducted: payments.deducted,
    reversedAt: payments.reversedAt,
  },
  ({ id }: { id: string }) =>
    sql`select account_id, no, direction, amount, account_amount, deducted, reversed_at from payments where id = ${id}::uuid for update`,
);
const findTax = statement(
  { code: tax.code, rate: tax.rate, direction: tax.direction, reverseCharge: tax.reverseCharge, vatAccountNo: tax.vatAccountNo },
  ({ id }: { id: string }) =>
    sql`select code, rate, direction, reverse_charge, vat_account_no from tax where id = ${id}::uuid and deleted_at is null`,
);
const findAccount = statement(
  { currency: accounts.currency, kind: accounts.kind },
  ({ id }: { id: string }) => sql`select currency, kind from accounts where id = ${id}::uuid and deleted_at is null and active`,
);
const settleOrder = command(
  ({ entryId, endToEnd }: { entryId: string; endToEnd: string }) =>
    sql`update payment_orders set entry_id = ${entryId}::uuid where end_to_end = ${endToEnd} and live and entry_id is null`,
);
const settleRuns = command(
  () =>
    sql`update payment_runs r set status = 'settled' where r.status = 'sent' and not exists (select from payment_orders o where o.run_id = r.id and o.live and o.entry_id is null)`,
);
const findOrder = statement(
  { isFree: cell.boolean },
  ({ endToEnd }: { endToEnd: string }) =>
    sql`select not exists (select from payments where no = o.end_to_end) as is_free from payment_orders o join payment_runs r on r.id = o.run_id where o.end_to_end = ${endToEnd} and o.live and o.entry_id is null and r.status = 'sent'`,
);

/** Moves an entry between the bank and the clearing account: `out` before it is booked, `in` when that is undone. */
export async function moveClearing(tx: Db, entry: LockedEntry, way: 'in' | 'out'): Promise<void> {
  const { currency, bookedOn, accountId } = entry;
  const amount = way === 'in' ? entry.amount : -entry.amount;
  const base = toHouse(amount, currency, await rateOn(tx, currency, bookedOn));
  await postEntry(tx, { bookedOn, source: 'bank', documentNo: '', party: entry.counterparty.slice(0, TEXT), text: textOf(entry) }, [
    { kind: 'bank', account: accountId, currency, amount, base },
    { kind: 'clearing', currency, amount: -amount, base: -base },
  ]);
}

/** A payment of a party with its documents and deductions. */
async function bookPart(tx: Db, entry: LockedEntry, part: PaymentPart): Promise<string> {
  const deducted = part.deductions.reduce((sum, { amount }) => sum + amount, 0);
  const money = Math.abs(part.amount) + deducted;
  const items = part.items.map(({ kind, id, amount }) => ({ kind, id, amount }));
  const currency = part.paid === null ? entry.currency : await currencyOf(tx, part);
  const ofOrder = part.amount < 0 && entry.endToEnd !== '' ? await findOrder.first(tx, { endToEnd: entry.endToEnd }) : null;
  const { id } = await recordPayment(tx, {
    // After an undo its number is taken by the payment that was reversed.
    ...(ofOrder?.isFree ? { no: entry.endToEnd } : {}),
    direction: part.amount > 0 ? 'in' : 'out',
    party: part.party,
    paidOn: entry.bookedOn,
    accountId: entry.accountId,
    currency,
    amount: currency === entry.currency ? money : (part.paid ?? money),
    accountAmount: currency === entry.currency ? null : money,
    reference: textOf(entry),
    deductions: part.deductions.map(({ kind, amount, itemId }) => {
      const of = items.find((item) => item.id === itemId);
      return { kind, amount, of: of ? { kind: of.kind, id: of.id } : null };
    }),
  });
  for (const item of items)
    await allocate(tx, { paymentId: id }, item.kind === 'bill' ? { billId: item.id } : { invoiceId: item.id }, item.amount);
  if (entry.iban !== '') await learn(tx, { iban: entry.iban, ...part.party });
  if (ofOrder) {
    await settleOrder(tx, { entryId: entry.id, endToEnd: entry.endToEnd });
    await settleRuns(tx);
  }
  return id;
}

const documentCurrency = statement(
  { currency: payments.currency },
  ({ id }: { id: string }) =>
    sql`select currency from invoices where id = ${id}::uuid union all select currency from bills where id = ${id}::uuid limit 1`,
);
async function currencyOf(tx: Db, { items }: PaymentPart) {
  const found = items[0] ? await documentCurrency.first(tx, { id: items[0].id }) : null;
  return found?.currency ?? refuse('currencyMissing');
}

/** Books a part to an account of the ledger, with its tax. */
async function bookToAccount(tx: Db, entry: LockedEntry, part: Extract<Part, { kind: 'account' | 'transfer' }>): Promise<string> {
  const { currency, bookedOn } = entry;
  const account = part.kind === 'transfer' ? await accountOf(tx, TRANSIT, currency) : part.accountId;
  const found = account === null ? null : await findAccount.first(tx, { id: account });
  if (!found || found.currency !== currency) return refuse('accountCurrency');
  // Their balances follow from documents and payments.
  if (found.kind === 'receivable' || found.kind === 'payable') refuse('controlAccount');
  if (account === entry.accountId) refuse('ownLedgerAccount');
  const rate = await rateOn(tx, currency, bookedOn);
  const line = (amount: number, over: Partial<EntryLine>): EntryLine => ({
    kind: 'clearing',
    currency,
    amount,
    base: toHouse(amount, currency, rate),
    ...over,
  });
  const code = part.kind === 'account' && part.taxId !== null ? await findTax.first(tx, { id: part.taxId }) : null;
  const net = code && !code.reverseCharge ? Math.round((part.amount * 10_000) / (10_000 + code.rate)) : part.amount;
  const lines = [
    line(part.amount, { kind: 'bank', account: entry.accountId }),
    line(-net, { account, ...(code ? { taxCode: code.code } : {}) }),
    ...(code && net !== part.amount
      ? [
          line(net - part.amount, {
            kind: code.direction === 'in' ? ('inputVat' as const) : ('vat' as const),
            account: await accountOf(tx, code.vatAccountNo, currency),
            taxCode: code.code,
          }),
        ]
      : []),
  ];
  const rest = lines.reduce((sum, { base }) => sum + base, 0);
  if (rest !== 0) lines.push({ kind: 'rounding', currency, amount: 0, base: -rest });
  const text = part.kind === 'account' && part.text !== '' ? part.text : textOf(entry);
  return postEntry(tx, { bookedOn, source: 'bank', documentNo: '', party: entry.counterparty.slice(0, TEXT), text }, lines);
}

/** Signed money of a payment in the currency of its account. */
const moneyOf = ({
  direction,
  amount,
  accountAmount,
  deducted,
}: {
  direction: string;
  amount: number;
  accountAmount: number | null;
  deducted: number;
}): number => (direction === 'in' ? 1 : -1) * ((accountAmount ?? amount) - deducted);

/** A payment that the statement confirms or takes back. */
async function ofPayment(
  tx: Db,
  entry: LockedEntry,
  { kind, amount, paymentId }: Extract<Part, { kind: 'recorded' | 'return' }>,
): Promise<string> {
  const row = await findPayment.first(tx, { id: paymentId });
  if (!row || row.reversedAt !== null) return refuse('paymentGone');
  if (row.accountId !== entry.accountId) refuse('otherAccount');
  if (amount !== (kind === 'return' ? -1 : 1) * moneyOf(row)) refuse('otherAmount');
  if (kind === 'return') await reversePayment(tx, paymentId, textOf(entry) || row.no, entry.bookedOn);
  return paymentId;
}

/**
 * Books an undecided entry in parts that add up to it. Books nothing if one part is refused.
 * @throws DomainError InvalidInput `partsDiffer`; StateRefused as the parts say, or if the entry is booked already
 */
export async function bookEntry(tx: Db, id: string, parts: readonly Part[]): Promise<void> {
  const entry = await lockUndecided(tx, id);
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  if (sum !== entry.amount || parts.some(({ amount }) => amount === 0)) throw invalid([{ path: 'parts', rule: 'partsDiffer' }]);
  await moveClearing(tx, entry, 'out');
  for (const part of parts) {
    const booking = { entryId: id, kind: part.kind, amount: part.amount, text: textOf(entry), paymentId: null, ledgerEntryId: null };
    if (part.kind === 'payment') await insertBooking(tx, { ...booking, paymentId: await bookPart(tx, entry, part) });
    else if (part.kind === 'account' || part.kind === 'transfer')
      await insertBooking(tx, { ...booking, ledgerEntryId: await bookToAccount(tx, entry, part) });
    else await insertBooking(tx, { ...booking, paymentId: await ofPayment(tx, entry, part) });
  }
  await refreshState(tx, id);
}
