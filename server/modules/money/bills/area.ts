import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { bills as area, type BillLine, theirRounding } from '#contract/money/bills';
import { lineFaults } from '#contract/money/lines';
import { isAboveReceipt, matchLine } from '#contract/money/match';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { isStaff } from '../../../core/http/actor.ts';
import { defineServerArea, type Saving, type Values, type Written } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { disputeBill } from '../bill.ts';
import { matchedLines, readOrder } from '../bill-order.ts';
import { today } from '../entry.ts';
import { creditFaults, creditLines } from './credit.ts';
import { creditRoutes } from './credit-routes.ts';
import { atGate, gateFaults, gateOf, isBeforeService } from './gate.ts';
import { gateRoutes } from './gate-routes.ts';
import { billMasks } from './masks.ts';
import { gateMask } from './masks-gate.ts';
import { isOverAgreed, overAgreedIn } from './over-agreed.ts';
import { billRoutes } from './routes.ts';
import { refuseIncoming, refuseRecovery, statedFaults, statedFigures, statedVatOf } from './stated-vat.ts';
import { bills as table } from './table.ts';

type Bill = Written<typeof area>;
const Billed = area.row.pick({ lines: true, currency: true });

const findSame = statement(
  { no: table.no },
  ({
    partyId,
    theirNo,
    billDate,
    id,
  }: {
    partyId: string | null;
    theirNo: string;
    billDate: string | null;
    id: string | null;
  }) => sql`select no from bills where coalesce(supplier_id, carrier_id) = ${partyId}::uuid
        and lower(their_no) = lower(${theirNo}) and date_part('year', bill_date) = date_part('year', ${billDate}::date) and deleted_at is null and id is distinct from ${id}::uuid`,
);

async function faults({ tx, actor, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  if (current?.approvedAt) throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  const gate = gateOf(actor, values, current);
  const isCredit = Boolean(current?.creditsId ?? values.creditsId);
  const row: Bill = isStaff(actor) || isCredit ? { ...current, ...values } : { ...values, carrierId: gate, purchaseOrderId: null };
  const errors: FieldError[] = [];
  if (!isStaff(actor)) row.carrierId = gate;
  if (current && 'creditsId' in values && values.creditsId !== current.creditsId) errors.push({ path: 'creditsId', rule: 'fixed' });
  errors.push(...(await orderFaults(tx, row, 'purchaseOrderId' in values || 'supplierId' in values || 'currency' in values)));
  if (Boolean(row.supplierId) === Boolean(row.carrierId)) errors.push({ path: 'supplierId', rule: 'oneParty' });
  const { billDate: date, dueDate: due, receivedOn } = row;
  const vat = await statedVatOf(tx, current?.id);
  if (vat && current) errors.push(...statedFaults(vat, values, current));
  if (receivedOn && receivedOn > (await today(tx))) errors.push({ path: 'receivedOn', rule: 'inFuture' });
  if (date && date > (await today(tx))) errors.push({ path: 'billDate', rule: 'inFuture' });
  if (date && due && due < date) errors.push({ path: 'dueDate', rule: 'beforeStart' });
  if (values.lines) errors.push(...lineFaults(values.lines, row.currency ?? HOUSE_CURRENCY));
  if (isCredit) errors.push(...(await creditFaults(tx, row, current?.id ?? null)));
  else if (gate !== null) errors.push(...(await gateFaults(tx, actor, gate, values)));
  if (errors.length === 0 && ('theirNo' in values || 'billDate' in values || 'supplierId' in values || 'carrierId' in values)) {
    const partyId = row.supplierId ?? row.carrierId ?? null;
    const twice = await findSame.first(tx, { partyId, theirNo: row.theirNo ?? '', billDate: date ?? null, id: current?.id ?? null });
    if (twice) errors.push({ path: 'theirNo', rule: 'billedTwice', params: { no: twice.no } });
  }
  return errors;
}

/** The order of a bill must have the same supplier and currency. */
async function orderFaults(tx: Db, row: Bill, changed: boolean): Promise<FieldError[]> {
  const order = row.purchaseOrderId && changed ? await readOrder(tx, row.purchaseOrderId) : null;
  if (!order) return [];
  const errors: FieldError[] = [];
  if (!order.placed) errors.push({ path: 'purchaseOrderId', rule: 'notPlaced' });
  if (row.supplierId !== order.supplierId) errors.push({ path: 'purchaseOrderId', rule: 'otherSupplier' });
  if (row.currency !== order.currency) errors.push({ path: 'currency', rule: 'otherCurrency', params: { currency: order.currency } });
  return errors;
}

function sumsOf(lines: readonly BillLine[], currency: Currency, theirTotal: number | undefined) {
  const { net, tax, gross: ours } = totalsOf(lines, currency);
  const rounding = theirRounding(lines.length, ours, theirTotal ?? ours) ?? 0;
  return { net, tax, gross: ours + rounding, rounding };
}

async function summed({ tx, actor, current, ...given }: Saving<typeof area>): Promise<Values> {
  const gate = gateOf(actor, given.values, current);
  const isCredit = Boolean(current?.creditsId ?? given.values.creditsId);
  const values = gate === null ? given.values : await atGate(tx, actor, gate, given.values);
  const row = { ...current, ...values };
  const lines = isCredit ? await creditLines(tx, row) : await matchedLines(tx, row);
  const currency = row.currency ?? HOUSE_CURRENCY;
  const vat = await statedVatOf(tx, current?.id);
  const sums = vat ? statedFigures(vat, { ...row, lines }) : sumsOf(lines, currency, row.theirTotal);
  const differences = lines.filter((line) => matchLine(line, currency).length > 0).length;
  const beforeService = row.carrierId && !isCredit ? await isBeforeService(tx, lines) : false;
  // A credit is not due: it is open until it is allocated or paid back.
  const kind = isCredit ? { kind: 'credit', dueDate: null, purchaseOrderId: null } : {};
  return {
    ...values,
    ...kind,
    lines,
    ...sums,
    differences,
    aboveReceipt: lines.filter(isAboveReceipt).length,
    beforeService,
  };
}

export const bills = defineServerArea({
  area,
  table,
  related: [
    { area: 'bills', by: 'creditsId', columns: ['theirNo', 'status', 'billDate', 'gross', 'open'], title: 'bills.related.credits' },
    {
      area: 'transactions',
      by: 'billId',
      columns: ['bookedOn', 'accountId', 'debit', 'credit', 'text'],
      title: 'invoices.related.journal',
    },
    { area: 'incomingBills', by: 'billId', columns: ['no', 'receivedOn', 'sellerName', 'sellerIban', 'ibanState'], audience: 'house' },
  ],
  number: { field: 'no', prefix: 'B-' },
  onDelete: refuseIncoming,
  afterRecover: refuseRecovery,
  computed: ['settled', 'open', 'overdue'],
  // A dispute without a reason was opened by the bill itself, whose lines say why.
  worded: (row, locale) => {
    if (!row['disputedAt'] || row['disputeReason'] !== '') return {};
    const { lines, currency } = Billed.parse(row);
    return { disputeReason: overAgreedIn(locale, lines, currency) };
  },
  wordedFrom: ['disputedAt', 'lines', 'currency'],
  check: faults,
  beforeSave: summed,
  afterSave: async ({ tx, actor, row, current }) => {
    const isOver = current === null && !row.creditsId && gateOf(actor, row, current) !== null && isOverAgreed(row.lines, row.currency);
    if (isOver) await runAsHouse(tx, () => disputeBill(tx, row.id, '', { quietly: true }));
  },
  routes: (app, context) => {
    billRoutes(app, context);
    gateRoutes(app, context);
    creditRoutes(app, context);
  },
  masks: [...billMasks, gateMask],
});
