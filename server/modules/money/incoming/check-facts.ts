import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import type { SupplierEvidence } from '#contract/money/incoming-bills';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import { ibanHolds } from '#contract/parties/party';
import { isSameName } from '#contract/parties/party-name';
import { tidyVatId, vatIdFault } from '#contract/parties/vat-id';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { tasks } from '../../orders/tasks/table.ts';
import type { House } from '../../printing/index.ts';
import { purchaseOrders } from '../../trade/purchase-orders/table.ts';
import { bills } from '../bills/table.ts';
import type { GateCarrier } from './find-carrier.ts';
import { ibanOf, type KnownSupplier, vatIdOf } from './find-supplier.ts';
import { finding } from './finding.ts';

/** What an incoming invoice says, compared with what the house knows. */

const findOrder = statement(
  { id: purchaseOrders.id, no: purchaseOrders.no, supplierId: purchaseOrders.supplierId, placed: cell.boolean },
  ({ no }: { no: string }) =>
    sql`select id, no, supplier_id, status not in ('draft', 'cancelled') as placed from purchase_orders where lower(no) = lower(${no}) and deleted_at is null limit 1`,
);
const findReceipt = statement(
  { id: tasks.id, no: tasks.no },
  ({ no }: { no: string }) =>
    sql`select id, no from tasks where kind = 'inbound' and (lower(no) = lower(${no}) or lower(ref_order_id) = lower(${no})) and deleted_at is null limit 1`,
);
const findCredited = statement(
  { id: bills.id, no: bills.no },
  ({ supplierId, no }: { supplierId: string; no: string }) =>
    sql`select b.id, b.no from bills b left join carriers c on c.id = b.carrier_id where coalesce(b.supplier_id, c.supplier_id) = ${supplierId}::uuid
      and lower(b.their_no) = lower(${no}) and b.kind = 'bill' and b.deleted_at is null order by b.bill_date desc limit 1`,
);

export type Known = {
  house: House;
  today: string;
  supplier: KnownSupplier | null;
  by: SupplierEvidence;
  /** Who uploaded it at the carrier gate, and by what it is the seller. */
  carrier: GateCarrier | null;
  carrierBy: SupplierEvidence;
};
export type CheckedFacts = { findings: IncomingFinding[]; purchaseOrderId: string | null; creditsId: string | null };

function datesOf({ issueDate, dueDate }: ReceivedInvoice, today: string): IncomingFinding[] {
  const found: IncomingFinding[] = [];
  if (issueDate > today) found.push(finding('issuedInFuture', { day: issueDate }));
  if (dueDate !== '' && dueDate < issueDate) found.push(finding('dueBeforeIssue', { day: dueDate }));
  else if (dueDate !== '' && dueDate < today) found.push(finding('duePast', { day: dueDate }));
  return found;
}

/** The seller must be named by a VAT id or a tax number (§ 14 Abs. 4 UStG), and the house as the buyer. */
function partiesOf(document: ReceivedInvoice, house: House): IncomingFinding[] {
  const { seller, buyer } = document;
  const found: IncomingFinding[] = [];
  const own = tidyVatId(buyer.vatId);
  if (seller.vatId === '' && seller.taxNo === '') found.push(finding('sellerUnidentified', {}, 'BR-CO-26'));
  if (seller.vatId !== '' && vatIdFault(vatIdOf(document)) !== null)
    found.push(finding('sellerVatId', { vatId: seller.vatId }, 'BR-CO-09'));
  const needsOwn = document.vat.some(({ category }) => category === 'AE' || category === 'K');
  if (house.vatId !== '' && own !== '' && own !== tidyVatId(house.vatId))
    found.push(finding('buyerVatId', { vatId: buyer.vatId, own: house.vatId }));
  if (needsOwn && own === '') found.push(finding('buyerVatIdMissing', { own: house.vatId }, 'BR-AE-02'));
  const names = [house.name, house.legalName].filter(Boolean);
  if (names.length > 0 && !names.some((name) => [buyer.name, buyer.tradingName].some((one) => isSameName(one, name))))
    found.push(finding('buyerName', { name: buyer.name || '–', own: house.legalName || house.name }));
  return found;
}

function accountsOf(document: ReceivedInvoice, supplier: KnownSupplier | null): IncomingFinding[] {
  const iban = ibanOf(document);
  const found: IncomingFinding[] = document.payment.accounts
    .filter((one) => /^[A-Z]{2}\d{2}/i.test(one.iban) && !ibanHolds(one.iban.toUpperCase()))
    .map((one) => finding('ibanWrong', { iban: one.iban }));
  const isTransfer = ['30', '42', '58'].includes(document.payment.means);
  if (iban === '' && isTransfer && !isCreditNote(document)) found.push(finding('ibanMissing', {}, 'BR-61'));
  if (iban === '' || !supplier) return found;
  const link = { area: 'suppliers' as const, id: supplier.id };
  if (supplier.iban === iban) found.push(finding('ibanSame', { iban }));
  else if (supplier.iban === '') found.push(finding('ibanNew', { iban }, '', link));
  else found.push(finding('ibanChanged', { iban, known: supplier.iban }, '', link));
  return found;
}

/** Whether the seller is the carrier that uploaded the invoice. A carrier can upload any file, so this is never taken for granted. */
function carrierFindings({ seller }: ReceivedInvoice, { carrier, carrierBy }: Known): IncomingFinding[] {
  if (!carrier) return [];
  const link = { area: 'carriers' as const, id: carrier.id };
  if (carrierBy === 'none') return [finding('sellerOther', { name: seller.name, carrier: carrier.name }, '', link)];
  const found = [finding(carrierBy === 'name' ? 'carrierProposed' : 'carrierFound', { carrier: carrier.name, by: carrierBy }, '', link)];
  if (!carrier.supplier) found.push(finding('carrierUnlinked', { carrier: carrier.name }, '', link));
  return found;
}

function supplierFindings({ seller }: ReceivedInvoice, { supplier, by, carrier }: Known, vatId: string): IncomingFinding[] {
  if (!supplier && carrier) return [];
  if (!supplier) return [finding('supplierUnknown', { name: seller.name })];
  const link = { area: 'suppliers' as const, id: supplier.id };
  const found =
    carrier && by !== 'person'
      ? []
      : [finding(by === 'name' ? 'supplierProposed' : 'supplierFound', { name: supplier.name, by }, '', link)];
  if (vatId !== '' && supplier.vatId !== '' && vatId !== supplier.vatId)
    found.push(finding('supplierVatId', { vatId, known: supplier.vatId }, '', link));
  if (!isSameName(seller.name, supplier.name)) found.push(finding('supplierName', { name: seller.name, known: supplier.name }, '', link));
  return found;
}

/** What a supplier calls an order may have words around the number. */
async function orderFindings(tx: Db, { order }: ReceivedInvoice, supplier: KnownSupplier | null) {
  if (order === '') return { findings: [], purchaseOrderId: null };
  const row = await findOrder.first(tx, { no: order.trim() });
  if (!row) return { findings: [finding('orderUnknown', { no: order }, 'BT-13')], purchaseOrderId: null };
  const link = { area: 'purchaseOrders' as const, id: row.id };
  const isTheirs = row.placed && (!supplier || supplier.id === row.supplierId);
  return {
    findings: [finding(isTheirs ? 'orderFound' : 'orderOfOther', { no: row.no }, 'BT-13', link)],
    purchaseOrderId: isTheirs ? row.id : null,
  };
}

async function receiptFindings(tx: Db, { receipt, despatch }: ReceivedInvoice): Promise<IncomingFinding[]> {
  const found: IncomingFinding[] = [];
  for (const [term, no] of [
    ['BT-15', receipt],
    ['BT-16', despatch],
  ] as const) {
    if (no === '') continue;
    const row = await findReceipt.first(tx, { no });
    found.push(
      row ? finding('receiptFound', { no: row.no }, term, { area: 'tasks', id: row.id }) : finding('receiptUnknown', { no }, term),
    );
  }
  return found;
}

async function creditFindings(tx: Db, document: ReceivedInvoice, supplier: KnownSupplier | null) {
  const [preceding] = document.preceding;
  if (!isCreditNote(document)) {
    const findings = document.typeCode === '384' ? [finding('correctsInvoice', { no: preceding?.no ?? '–' }, 'BT-25')] : [];
    return { findings, creditsId: null };
  }
  if (!preceding) return { findings: [finding('creditWithout', {}, 'BT-25')], creditsId: null };
  const row = supplier ? await findCredited.first(tx, { supplierId: supplier.id, no: preceding.no }) : null;
  return row
    ? { findings: [], creditsId: row.id }
    : { findings: [finding('creditUnknown', { no: preceding.no }, 'BT-25')], creditsId: null };
}

export async function checkFacts(tx: Db, document: ReceivedInvoice, known: Known): Promise<CheckedFacts> {
  const { supplier, house, today } = known;
  const order = await orderFindings(tx, document, supplier);
  const credit = await creditFindings(tx, document, supplier);
  const { paid } = document.totals;
  const findings = [
    ...(CURRENCIES.some((one) => one === document.currency) ? [] : [finding('currencyUnknown', { currency: document.currency })]),
    ...partiesOf(document, house),
    ...carrierFindings(document, known),
    ...supplierFindings(document, known, vatIdOf(document)),
    ...accountsOf(document, supplier),
    ...datesOf(document, today),
    ...order.findings,
    ...(await receiptFindings(tx, document)),
    ...credit.findings,
    ...(paid ? [finding('prepaid', { amount: paid }, 'BT-113')] : []),
  ];
  return { findings, purchaseOrderId: order.purchaseOrderId, creditsId: credit.creditsId };
}
