import { getTableColumns, sql } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import { type BillLine, statedRounding, theirRounding } from '#contract/money/bills';
import { cutSums, documentSums, statedSums } from '#contract/money/document-sums';
import { toHouse } from '#contract/money/fx';
import { lineFaults } from '#contract/money/lines';
import { isAboveReceipt, matchLine } from '#contract/money/match';
import { type Currency, EXPONENTS } from '#contract/money/scale';
import { NEEDS_VAT_ID, type VatCategory } from '#contract/money/vat';
import type { Db } from '../../core/db/client.ts';
import { cell, columnsOver, command, type Row, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { notify, peopleOfCarrier, textFor } from '../support/index.ts';
import { allocate, refresh } from './allocate-payment.ts';
import { matchedLines } from './bill-order.ts';
import { approvedOriginal } from './bills/credit.ts';
import { isBeforeService } from './bills/gate.ts';
import { bills } from './bills/table.ts';
import { postEntry, rateOn } from './entry.ts';
import { boughtLines } from './taxed-lines.ts';

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `bills.refusals.${reason}`);
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

type Approved = {
  reason: string;
  rate: number;
  dueDate: string | null;
  net: number;
  tax: number;
  gross: number;
  refused: number;
  rounding: number;
  id: string;
};
const markApproved = command(
  ({ reason, rate, dueDate, net, tax, gross, refused, rounding, id }: Approved) =>
    sql`update bills set approved_at = clock_timestamp(), approved_by = kontor_actor(), approval_reason = ${reason}, rate = ${rate}, due_date = ${dueDate}, net = ${net}, tax = ${tax},
      gross = ${gross}, refused = ${refused}, rounding = ${rounding}, disputed_at = null, dispute_reason = '' where id = ${id}::uuid`,
);

type Approval = { reason?: string | undefined; amount?: number | null | undefined };

/** What stands against an approval without a reason. */
async function doubtsOf(tx: Db, lines: readonly BillLine[], part: boolean): Promise<string | null> {
  if (part) return 'partReason';
  if (lines.some(isAboveReceipt)) return 'aboveReceipt';
  return (await isBeforeService(tx, lines)) ? 'beforeService' : null;
}

/**
 * Approves and books a bill; it is payable from then on. Refused if the total differs from the supplier's total by more than rounding. Billing
 * more than was received, or before the service, requires a reason, which is kept on the bill. Other differences do not stop it, because they
 * may have been agreed. With `amount` only that part is approved, with a reason, which ends a dispute; the rest is kept as refused. A credit is
 * booked the other way round and settles the open part of its bill.
 */
export async function approveBill(tx: Db, id: string, { reason = '', amount }: Approval = {}): Promise<void> {
  const row = await lockBill(tx, id);
  if (row.approvedAt !== null) return;
  const { currency, billDate } = row;
  const lines = await compare(tx, row);
  if (lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  const faults = lineFaults(lines, currency);
  if (faults.length > 0) throw invalid(faults);
  const credited = row.kind === 'credit' ? await approvedOriginal(tx, row) : null;
  // A credit is booked at its bill's rate, so that a full credit leaves no difference.
  const rate = credited?.rate ?? (await rateOn(tx, currency, billDate));
  const { theirVat } = row;
  const billed = theirVat ? statedSums(theirVat, { currency, rate }) : documentSums(lines, { currency, rate });
  if (billed.gross === 0) refuse('nothing');
  const rounding = theirVat
    ? statedRounding(lines.length, theirVat.length, billed.gross, row.theirTotal)
    : theirRounding(lines.length, billed.gross, row.theirTotal);
  if (rounding === null) return refuse('totalDiffers');
  const approved = amount ?? row.theirTotal;
  if (approved > row.theirTotal) throw invalid([{ path: 'amount', rule: 'aboveBill' }]);
  const part = approved < row.theirTotal;
  if (credited && approved > credited.left) refuse('creditAboveBill');
  if (row.disputedAt !== null && !part) refuse('disputed');
  const doubts = reason === '' ? await doubtsOf(tx, lines, part) : null;
  if (doubts !== null) refuse(doubts);
  const sums = part ? cutSums(billed, approved, { currency, rate }) : billed;
  const gross = approved;
  const { net, tax } = sums;
  const dueDate = credited ? null : (row.dueDate ?? addDays(billDate, row.days));
  await markApproved(tx, { reason, rate, dueDate, net, tax, gross, refused: row.theirTotal - gross, rounding: gross - sums.gross, id });
  const day = row.serviceOn ?? billDate;
  const sign = credited ? -1 : 1;
  const taxed = await boughtLines(tx, sums.vat, { currency, day });
  const houseGross = toHouse(gross, currency, rate);
  const houseTaxed = taxed.reduce((sum, { base }) => sum + base, 0);
  await postEntry(
    tx,
    {
      bookedOn: billDate,
      taxOn: taxPointOf(row, billed.vat),
      source: 'bill',
      documentNo: row.no,
      party: row.party,
      text: row.theirNo,
      billId: id,
    },
    [
      ...taxed.map((line) => ({ ...line, amount: sign * line.amount, base: sign * line.base })),
      { kind: 'payable', currency, amount: -sign * gross, base: -sign * houseGross },
      { kind: 'rounding', currency, amount: sign * (gross - sums.gross), base: sign * (houseGross - houseTaxed) },
    ],
  );
  await refresh(tx, { billId: id });
  // A credit settles the open part of its bill; the rest stays open for another bill or a refund.
  if (credited && credited.open > 0) await allocate(tx, { creditBillId: id }, { billId: credited.id }, Math.min(gross, credited.open));
  if (credited && !part) await notifyCarrier(tx, row, 'creditApproved', { amount: inWords(gross, currency) });
  if (part)
    await notifyCarrier(tx, row, 'partApproved', { approved: inWords(gross, currency), billed: inWords(row.theirTotal, currency), reason });
}

/** Input VAT counts from the receipt of the document. What the house owes itself under reverse charge does not wait for it (§ 13b UStG). */
function taxPointOf({ serviceOn, billDate, receivedOn }: BillRow, vat: readonly { category: VatCategory }[]): string {
  const day = serviceOn ?? billDate;
  const isOwed = vat.some(({ category }) => NEEDS_VAT_ID.includes(category));
  return receivedOn !== null && receivedOn > day && !isOwed ? receivedOn : day;
}

const inWords = (amount: number, currency: Currency): string =>
  `${(amount / 10 ** EXPONENTS[currency]).toFixed(EXPONENTS[currency])} ${currency}`;

/** Tells the carrier of a bill what the house decided. A supplier has no account. */
async function notifyCarrier(
  tx: Db,
  { carrierId, theirNo }: Pick<BillRow, 'carrierId' | 'theirNo'>,
  what: 'partApproved' | 'creditApproved' | 'disputed',
  params: Record<string, string>,
): Promise<void> {
  if (carrierId === null) return;
  const words = { no: theirNo, ...params };
  await runAsHouse(tx, async () =>
    notify(tx, await peopleOfCarrier(tx, carrierId), (locale) => ({
      title: textFor(locale, `bills.notifications.${what}Title`, words),
      text: textFor(locale, `bills.notifications.${what}Text`, words),
      type: 'warning',
      link: '/carriergate/bills',
    })),
  );
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

/**
 * Marks a bill as disputed with a reason, or ends the dispute (`reason` null). The carrier of the bill is told why, unless it is entering the
 * bill at this moment (`quietly`) and sees the reason there.
 */
export async function disputeBill(tx: Db, id: string, reason: string | null, { quietly = false } = {}): Promise<void> {
  const row = await lockBill(tx, id);
  if (reason === null) await endDispute(tx, { id });
  else await markDisputed(tx, { id, reason });
  await refresh(tx, { billId: id });
  if (reason !== null && !quietly) await notifyCarrier(tx, row, 'disputed', { reason });
}
