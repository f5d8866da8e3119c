import { getTableColumns, sql } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import type { BillLine } from '#contract/money/bills';
import { toHouse } from '#contract/money/fx';
import { lineFaults } from '#contract/money/lines';
import { isAboveReceipt, matchLine } from '#contract/money/match';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../core/db/client.ts';
import { cell, columnsOver, command, type Row, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { refresh } from './allocate-payment.ts';
import { matchedLines } from './bill-order.ts';
import { bills } from './bills/table.ts';
import { postEntry, rateOn } from './entry.ts';

const refuse = (why: string): never => {
  throw new DomainError('StateRefused', `bills.refusals.${why}`);
};

const BILL = getTableColumns(bills);
const selectForUpdate = statement(
  { ...BILL, party: cell.text, days: cell.integer },
  ({
    id,
  }: {
    id: string;
  }) => sql`select ${columnsOver('b', BILL)}, coalesce(c.name, s.name, '') as party, coalesce(s.payment_days, 14) as days from bills b
      left join carriers c on c.id = b.carrier_id left join suppliers s on s.id = coalesce(b.supplier_id, c.supplier_id) where b.id = ${id}::uuid and b.deleted_at is null for update of b`,
);
type BillRow = Row<typeof selectForUpdate>;

async function lockBill(tx: Db, id: string): Promise<BillRow> {
  const row = await selectForUpdate.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}

const markApproved = command(
  ({
    reason,
    rate,
    dueDate,
    net,
    tax,
    gross,
    id,
  }: {
    reason: string;
    rate: number;
    dueDate: string | null;
    net: number;
    tax: number;
    gross: number;
    id: string;
  }) =>
    sql`update bills set approved_at = clock_timestamp(), approved_by = kontor_actor(), approval_reason = ${reason}, rate = ${rate}, due_date = ${dueDate}, net = ${net}, tax = ${tax}, gross = ${gross} where id = ${id}::uuid`,
);

/**
 * Approves and books a bill; it is payable from then on. Refused if the total differs from the supplier's total. Billing more than was
 * received requires a reason, which is kept on the bill. Other differences do not stop it, because they may have been agreed.
 */
export async function approveBill(tx: Db, id: string, reason = ''): Promise<void> {
  const row = await lockBill(tx, id);
  if (row.approvedAt !== null) return;
  if (row.disputedAt !== null) refuse('disputed');
  const { currency, billDate } = row;
  const lines = await compare(tx, row);
  if (lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  const faults = lineFaults(lines, currency);
  if (faults.length > 0) throw invalid(faults);
  const { net, tax, gross } = totalsOf(lines, currency);
  if (gross === 0) refuse('nothing');
  if (gross !== row.theirTotal) refuse('totalDiffers');
  if (reason === '' && lines.some(isAboveReceipt)) refuse('aboveReceipt');
  const rate = await rateOn(tx, currency, billDate);
  const dueDate = row.dueDate ?? addDays(billDate, row.days);
  await markApproved(tx, { reason, rate, dueDate, net, tax, gross, id });
  const base = { gross: toHouse(gross, currency, rate), net: toHouse(net, currency, rate) };
  await postEntry(
    tx,
    {
      bookedOn: billDate,
      source: 'bill',
      documentNo: row.no,
      party: row.party,
      text: row.theirNo,
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

/** Compares an unapproved bill with its order again; more goods may have been received since it was entered. */
export async function matchBill(tx: Db, id: string): Promise<void> {
  const row = await lockBill(tx, id);
  if (row.approvedAt === null) await compare(tx, row);
}

const writeComparison = command(
  ({ lines, differences, aboveReceipt, id }: { lines: string; differences: number; aboveReceipt: number; id: string }) =>
    sql`update bills set lines = ${lines}::jsonb, differences = ${differences}, above_receipt = ${aboveReceipt} where id = ${id}::uuid`,
);

async function compare(tx: Db, row: BillRow): Promise<BillLine[]> {
  const lines = await matchedLines(tx, row);
  const differences = lines.filter((line) => matchLine(line, row.currency).length > 0).length;
  const aboveReceipt = lines.filter(isAboveReceipt).length;
  if (row.purchaseOrderId !== null) await writeComparison(tx, { lines: JSON.stringify(lines), differences, aboveReceipt, id: row.id });
  return lines;
}

const endDispute = command(
  ({ id }: { id: string }) => sql`update bills set disputed_at = null, dispute_reason = '' where id = ${id}::uuid`,
);
const markDisputed = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update bills set disputed_at = coalesce(disputed_at, clock_timestamp()), dispute_reason = ${reason} where id = ${id}::uuid`,
);

/** Marks a bill as disputed with a reason, or ends the dispute (`reason` null). */
export async function disputeBill(tx: Db, id: string, reason: string | null): Promise<void> {
  await lockBill(tx, id);
  if (reason === null) await endDispute(tx, { id });
  else await markDisputed(tx, { id, reason });
  await refresh(tx, { billId: id });
}
