import { sql } from 'drizzle-orm';
import type { BillLine } from '#contract/areas/bills';
import { toHouse } from '#contract/money/fx';
import { lineFaults } from '#contract/money/lines';
import { isAboveReceipt, matchLine } from '#contract/money/match';
import { addDays } from '#contract/money/open';
import type { Currency } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../db/client.ts';
import { contractKey, type Values } from '../http/area.ts';
import { DomainError, invalid } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { matchedLines } from './bill-order.ts';
import { postEntry, rateOn } from './entry.ts';
import { refresh } from './settle.ts';

const refuse = (why: string): never => {
  throw new DomainError('StateRefused', `bills.refusals.${why}`);
};

async function lockBill(tx: Db, id: string): Promise<Values> {
  const [row] = rowsOf(
    await tx.execute(sql`select b.*, coalesce(c.name, s.name, '') as party, coalesce(s.payment_days, 14) as days from bills b
      left join carriers c on c.id = b.carrier_id left join suppliers s on s.id = coalesce(b.supplier_id, c.supplier_id) where b.id = ${id}::uuid and b.deleted_at is null for update of b`),
  );
  if (!row) throw new DomainError('NotFound');
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [contractKey(key), value]));
}

/**
 * Approves a bill and books it: from here on it is owed. A total other than theirs stops it. What is billed above the receipt needs a
 * reason, which is kept on the bill; other differences do not stop it, because somebody may have agreed to them.
 */
export async function approveBill(tx: Db, id: string, reason = ''): Promise<void> {
  const row = await lockBill(tx, id);
  if (row['approvedAt'] !== null) return;
  if (row['disputedAt'] !== null) refuse('disputed');
  const currency = row['currency'] as Currency;
  const lines = await compare(tx, row);
  if (lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  const faults = lineFaults(lines, currency);
  if (faults.length > 0) throw invalid(faults);
  const { net, tax, gross } = totalsOf(lines, currency);
  if (gross === 0) refuse('nothing');
  if (gross !== Number(row['theirTotal'])) refuse('totalDiffers');
  if (reason === '' && lines.some(isAboveReceipt)) refuse('aboveReceipt');
  const billDate = row['billDate'] as string;
  const rate = await rateOn(tx, currency, billDate);
  const dueDate = (row['dueDate'] as string | null) ?? addDays(billDate, Number(row['days']));
  await tx.execute(
    sql`update bills set approved_at = clock_timestamp(), approved_by = kontor_actor(), approval_reason = ${reason}, rate = ${rate}, due_date = ${dueDate}, net = ${net}, tax = ${tax}, gross = ${gross} where id = ${id}::uuid`,
  );
  const base = { gross: toHouse(gross, currency, rate), net: toHouse(net, currency, rate) };
  await postEntry(
    tx,
    {
      bookedOn: billDate,
      source: 'bill',
      documentNo: row['no'] as string,
      party: row['party'] as string,
      text: row['theirNo'] as string,
      billId: id,
    },
    [
      { kind: 'expense', currency, amount: net, base: base.net },
      { kind: 'inputVat', currency, amount: tax, base: base.gross - base.net },
      { kind: 'payable', currency, amount: -gross, base: -base.gross },
    ],
  );
  await refresh(tx, { billId: id });
}

/** Compares an undecided bill with its order once more: more may have come since it was entered. */
export async function matchBill(tx: Db, id: string): Promise<void> {
  const row = await lockBill(tx, id);
  if (row['approvedAt'] === null) await compare(tx, row);
}

async function compare(tx: Db, row: Values): Promise<BillLine[]> {
  const lines = await matchedLines(tx, row);
  const differences = lines.filter((line) => matchLine(line, row['currency'] as Currency).length > 0).length;
  const aboveReceipt = lines.filter(isAboveReceipt).length;
  if (row['purchaseOrderId'] !== null)
    await tx.execute(
      sql`update bills set lines = ${JSON.stringify(lines)}::jsonb, differences = ${differences}, above_receipt = ${aboveReceipt} where id = ${row['id'] as string}::uuid`,
    );
  return lines;
}

/** Says that a bill is disputed, with the reason, or that it no longer is. */
export async function disputeBill(tx: Db, id: string, reason: string | null): Promise<void> {
  await lockBill(tx, id);
  await tx.execute(
    reason === null
      ? sql`update bills set disputed_at = null, dispute_reason = '' where id = ${id}::uuid`
      : sql`update bills set disputed_at = coalesce(disputed_at, clock_timestamp()), dispute_reason = ${reason} where id = ${id}::uuid`,
  );
  await refresh(tx, { billId: id });
}
