import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { type BillLine, bills as billArea, statedRounding } from '#contract/money/bills';
import type { TakeOver } from '#contract/money/incoming-bills';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import { type Currency, EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import type { VatGroup } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { type Areas, areaRow } from '../../../core/http/area.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { createRow, setDeleted } from '../../../core/http/rows.ts';
import { compareInvoice, withdrawInvoice } from '../../billing/index.ts';
import { readOrder } from '../bill-order.ts';
import { creditable } from '../bills/credit.ts';
import { stateVat } from '../bills/stated-vat.ts';
import { billLines, statedVat } from './bill-lines.ts';
import { countOf } from './check.ts';
import { checkAgain, documentOf, type Incoming, keepFindings, lockIncoming, refuse } from './decide.ts';

/** Makes a bill of an incoming invoice, and takes that back. */

export type Place = { tx: Db; areas: Areas; actor: Actor };
type Party = { supplierId: string | null; carrierId: string | null };

const findKnownIban = statement(
  { id: cell.uuid, iban: cell.text, version: cell.integer },
  ({ supplierId, carrierId }: Party) => sql`select s.id, s.iban, s.version from suppliers s
    where s.id = coalesce(${supplierId}::uuid, (select c.supplier_id from carriers c where c.id = ${carrierId}::uuid)) and s.deleted_at is null for no key update of s`,
);
/** The supplier whose account the house pays, locked: of a carrier the one that it is linked with. */
export const payeeOf = (tx: Db, party: Party): Promise<{ id: string; iban: string; version: number } | null> =>
  findKnownIban.first(tx, party);

type Booked = { id: string; billId: string; supplierId: string | null; reason: string; ibanState: string; knownIban: string };
const writeBooked = command(
  ({ id, billId, supplierId, reason, ibanState, knownIban }: Booked) =>
    sql`update incoming_bills set status = 'booked', bill_id = ${billId}::uuid, booked_by = kontor_actor(), booked_at = clock_timestamp(), supplier_id = ${supplierId}::uuid,
      supplier_by = case when ${supplierId}::uuid is null then 'none' when supplier_id = ${supplierId}::uuid then supplier_by else 'person' end,
      reason = ${reason}, iban_state = ${ibanState}, known_iban = ${knownIban} where id = ${id}::uuid`,
);
const writeTakenBack = command(
  ({ id }: { id: string }) =>
    sql`update incoming_bills set status = 'received', bill_id = null, booked_by = null, booked_at = null, reason = '', iban_state = 'none', known_iban = '',
      iban_by = null, iban_at = null where id = ${id}::uuid`,
);
const isApproved = statement(
  { approved: cell.boolean },
  ({ id }: { id: string }) => sql`select approved_at is not null as approved from bills where id = ${id}::uuid for update`,
);

/** The lines of a credit note: each group of VAT is taken from the lines of the bill that have it. */
async function creditLines(tx: Db, creditsId: string, vat: readonly VatGroup[], currency: Currency): Promise<BillLine[]> {
  const found = await creditable(tx, creditsId);
  if (!found) throw invalid([{ path: 'creditsId', rule: 'reference' }]);
  const lines: BillLine[] = [];
  for (const { category, rate, base } of vat) {
    let rest = base;
    for (const { line, left } of found.lines) {
      const part = Math.min(rest, left);
      if (line.vatCategory !== category || line.vatRate !== rate || part <= 0) continue;
      rest -= part;
      const unitPrice = part * 10 ** (PRICE_SCALE - EXPONENTS[currency]);
      const { text, charge, orderNo } = line;
      const price = { qty: 10 ** QTY_SCALE, unit: '', unitPrice, discount: 0, vatCategory: category, vatRate: rate };
      const none = { note: '', ordered: null, orderedPrice: null, received: null };
      lines.push({ ...none, ...price, id: crypto.randomUUID(), text, charge, orderNo, ofLine: line.id });
    }
    if (rest > 0) refuse('creditAboveBill');
  }
  return lines;
}

type Sums = { vat: VatGroup[]; currency: Currency; total: number };
/** @throws DomainError StateRefused where the figures cannot be booked */
function sumsOf(document: ReceivedInvoice): Sums {
  const vat = statedVat(document) ?? refuse('vatUnusable');
  const currency = CURRENCIES.find((one) => one === document.currency) ?? refuse('currencyUnknown');
  const total = (document.totals.gross ?? 0) + (document.totals.rounding ?? 0);
  const stated = vat.reduce((sum, { base, tax }) => sum + base + tax, 0);
  if (stated === 0) refuse('nothing');
  if (statedRounding(document.lines.length, vat.length, stated, total) === null) refuse('totalDiffers');
  return { vat, currency, total };
}

function ibanStateOf({ kind, sellerIban }: Incoming, known: string): Incoming['ibanState'] {
  if (kind === 'credit' || sellerIban === '') return 'none';
  return sellerIban === known ? 'same' : 'open';
}

/** The day of the service: the tax point, else the end of the period, else the delivery. */
const serviceDay = ({ taxPoint, period, delivery }: ReceivedInvoice): string | null => taxPoint || period?.to || delivery.date || null;

/**
 * Makes the bill, with the file as it came, the stated breakdown of VAT and the day of receipt. A new account is marked: no payment run pays
 * the bill until a second person has decided about it.
 * @throws DomainError StateRefused `decided`, `vatUnusable`, `totalDiffers`, `reasonMissing` …; InvalidInput as for a bill that is typed
 */
export async function takeOver({ tx, areas, actor }: Place, id: string, chosen: TakeOver): Promise<{ id: string; no: string }> {
  const row = await lockIncoming(tx, id);
  if (row.status !== 'received') refuse('decided');
  const party = { supplierId: chosen.supplierId ?? null, carrierId: chosen.carrierId ?? null };
  if ((party.supplierId === null) === (party.carrierId === null)) throw invalid([{ path: 'supplierId', rule: 'oneParty' }]);
  const { document } = await documentOf(tx, id);
  const isCredit = isCreditNote(document);
  const { vat, currency, total } = sumsOf(document);
  const payee = await payeeOf(tx, party);
  const checked = await checkAgain(tx, id, payee?.id ?? null);
  const reason = chosen.reason ?? '';
  if (countOf(checked.findings, 'wrong') > 0 && reason === '') refuse('reasonMissing');
  const purchaseOrderId = isCredit ? null : (chosen.purchaseOrderId ?? null);
  const creditsId = isCredit ? (chosen.creditsId ?? checked.creditsId) : null;
  if (isCredit && creditsId === null) throw invalid([{ path: 'creditsId', rule: 'required' }]);
  const order = purchaseOrderId ? await readOrder(tx, purchaseOrderId) : null;
  const lines = creditsId ? await creditLines(tx, creditsId, vat, currency) : billLines(document, vat, currency, order?.lines).lines;
  const entry = areas.get('bills');
  if (!entry) throw new DomainError('NotFound');
  const body = {
    ...party,
    purchaseOrderId,
    ...(creditsId ? { creditsId } : {}),
    theirNo: document.no,
    billDate: document.issueDate,
    serviceOn: serviceDay(document),
    receivedOn: row.receivedOn,
    dueDate: isCredit || document.dueDate < document.issueDate ? null : document.dueDate,
    currency,
    theirTotal: total,
    file: row.file,
    lines,
    remark: [row.no, reason].filter(Boolean).join(' · '),
  };
  const bill = areaRow(billArea, await createRow({ tx, areas, entry, actor }, body));
  await stateVat(tx, bill.id, vat);
  await compareInvoice(tx, document, { ...party, billId: bill.id, currency, fileName: row.fileName, checksum: row.checksum });
  await keepFindings(tx, id, { ...checked, purchaseOrderId });
  const known = payee?.iban ?? '';
  await writeBooked(tx, {
    id,
    billId: bill.id,
    supplierId: payee?.id ?? null,
    reason,
    ibanState: ibanStateOf(row, known),
    knownIban: known,
  });
  return { id: bill.id, no: bill.no };
}

/** Deletes the bill while nobody has approved it. @throws DomainError StateRefused `notBooked`, `approved` */
export async function takeBack({ tx, areas, actor }: Place, id: string): Promise<void> {
  const { billId, status } = await lockIncoming(tx, id);
  if (status !== 'booked' || billId === null) return refuse('notBooked');
  if ((await isApproved.one(tx, { id: billId })).approved) refuse('approved');
  await withdrawInvoice(tx, billId);
  await writeTakenBack(tx, { id });
  const entry = areas.get('bills');
  if (entry) await setDeleted({ tx, areas, entry, actor }, billId, true);
}
