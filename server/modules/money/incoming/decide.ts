import { sql } from 'drizzle-orm';
import type { IncomingDocument } from '#contract/money/incoming-bills';
import { findingsForCarrier, type IncomingFinding } from '#contract/money/incoming-findings';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../../core/db/statement.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { notify, peopleOfCarrier, textFor } from '../../support/index.ts';
import { incomingBills } from '../incoming-bills/table.ts';
import { incomingBillDocuments } from '../tables.ts';
import { type Checked, check, countOf } from './check.ts';
import { carrierOf } from './find-carrier.ts';
import { findSupplier } from './find-supplier.ts';
import { refuseSameNumber } from './receive.ts';

/** What is decided about an incoming invoice before it is a bill: its supplier, rejected or not. Each decision locks the row. */

export const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `incomingBills.refusals.${reason}`);
};

const SELECTED = {
  id: incomingBills.id,
  no: incomingBills.no,
  status: incomingBills.status,
  kind: incomingBills.kind,
  receivedOn: incomingBills.receivedOn,
  supplierId: incomingBills.supplierId,
  supplierBy: incomingBills.supplierBy,
  carrierId: incomingBills.carrierId,
  theirNo: incomingBills.theirNo,
  issueDate: incomingBills.issueDate,
  sellerKey: incomingBills.sellerKey,
  sellerIban: incomingBills.sellerIban,
  knownIban: incomingBills.knownIban,
  ibanState: incomingBills.ibanState,
  billId: incomingBills.billId,
  file: incomingBills.file,
  fileName: incomingBills.fileName,
  checksum: incomingBills.checksum,
  isOwn: cell.boolean,
};
const selectForUpdate = statement(
  SELECTED,
  ({ id }: { id: string }) =>
    sql`select id, no, status, kind, received_on, supplier_id, supplier_by, carrier_id, their_no, issue_date, seller_key, seller_iban, known_iban, iban_state, bill_id, file, file_name, checksum,
      booked_by is not distinct from kontor_actor() as is_own from incoming_bills where id = ${id}::uuid for update`,
);
export type Incoming = Row<typeof selectForUpdate>;

const findDocument = statement(
  {
    document: incomingBillDocuments.document,
    findings: incomingBillDocuments.findings,
    status: incomingBills.status,
    supplierId: incomingBills.supplierId,
    supplierBy: incomingBills.supplierBy,
    carrierId: incomingBills.carrierId,
  },
  ({ id }: { id: string }) => sql`select d.document, d.findings, i.status, i.supplier_id, i.supplier_by, i.carrier_id from incoming_bills i
    join incoming_bill_documents d on d.incoming_bill_id = i.id where i.id = ${id}::uuid`,
);

export async function lockIncoming(tx: Db, id: string): Promise<Incoming> {
  const row = await selectForUpdate.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}
export async function documentOf(tx: Db, id: string) {
  const row = await findDocument.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}

/** Looks again, because suppliers and orders may have been entered since. What a person chose stays chosen. */
export async function checkAgain(tx: Db, id: string, supplierId: string | null = null): Promise<Checked> {
  const { document, ...row } = await documentOf(tx, id);
  const chosen = supplierId ?? (row.supplierBy === 'person' ? row.supplierId : null);
  const carrier = row.carrierId ? await carrierOf(tx, row.carrierId) : null;
  if (chosen === null) return check(tx, document, { carrier });
  return check(tx, document, { carrier, chosen: { supplier: await findSupplier.first(tx, { id: chosen }), by: 'person' } });
}

/**
 * The document with its findings: as they are now, or as they were when it was decided. A carrier reads its own documents only, and what
 * concerns it of their findings.
 */
export async function readDocument(tx: Db, id: string, reader: Actor): Promise<IncomingDocument> {
  const { document, findings: kept, status, carrierId } = await documentOf(tx, id);
  const isOwn = carrierId !== null && carrierId === reader.carrierId;
  if (isOutside(reader) && !isOwn) throw new DomainError('NotFound');
  const findings = status === 'received' ? (await checkAgain(tx, id)).findings : kept;
  return { document, findings: isOutside(reader) ? findingsForCarrier(findings) : findings };
}

type Found = {
  id: string;
  supplierId: string | null;
  supplierBy: string;
  carrierBy: string;
  purchaseOrderId: string | null;
  faults: number;
  remarks: number;
};
const writeFound = command(
  ({ id, supplierId, supplierBy, carrierBy, purchaseOrderId, faults, remarks }: Found) =>
    sql`update incoming_bills set supplier_id = ${supplierId}::uuid, supplier_by = ${supplierBy}, carrier_by = ${carrierBy}, purchase_order_id = ${purchaseOrderId}::uuid,
      faults = ${faults}::int, remarks = ${remarks}::int where id = ${id}::uuid`,
);
const writeFindings = command(
  ({ id, findings }: { id: string; findings: string }) =>
    sql`update incoming_bill_documents set findings = ${findings}::jsonb where incoming_bill_id = ${id}::uuid`,
);
const writeStatus = command(
  ({ id, status, reason }: { id: string; status: Incoming['status']; reason: string }) =>
    sql`update incoming_bills set status = ${status}, reason = ${reason} where id = ${id}::uuid`,
);

export async function keepFindings(tx: Db, id: string, checked: Checked): Promise<IncomingFinding[]> {
  const { supplier, by, carrierBy, purchaseOrderId, findings } = checked;
  const [faults, remarks] = [countOf(findings, 'wrong'), countOf(findings, 'check')];
  await writeFound(tx, { id, supplierId: supplier?.id ?? null, supplierBy: by, carrierBy, purchaseOrderId, faults, remarks });
  await writeFindings(tx, { id, findings: JSON.stringify(findings) });
  return findings;
}

/** @throws DomainError StateRefused `decided` */
async function lockReceived(tx: Db, id: string): Promise<Incoming> {
  const row = await lockIncoming(tx, id);
  return row.status === 'received' ? row : refuse('decided');
}

export async function chooseSupplier(tx: Db, id: string, supplierId: string): Promise<void> {
  await lockReceived(tx, id);
  await keepFindings(tx, id, await checkAgain(tx, id, supplierId));
}

export async function lookAgain(tx: Db, id: string): Promise<void> {
  await lockReceived(tx, id);
  await keepFindings(tx, id, await checkAgain(tx, id));
}

export async function reject(tx: Db, id: string, reason: string): Promise<void> {
  const { carrierId, theirNo } = await lockReceived(tx, id);
  await keepFindings(tx, id, await checkAgain(tx, id));
  await writeStatus(tx, { id, status: 'rejected', reason });
  if (carrierId) await notifyRejected(tx, carrierId, theirNo, reason);
}

/** The carrier that uploaded the invoice reads why it has to send another one. */
async function notifyRejected(tx: Db, carrierId: string, theirNo: string, reason: string): Promise<void> {
  await notify(tx, await peopleOfCarrier(tx, carrierId), (locale) => ({
    title: textFor(locale, 'incomingBills.notifications.rejectedTitle', { no: theirNo }),
    text: textFor(locale, 'incomingBills.notifications.rejectedText', { no: theirNo, reason }),
    type: 'warning',
    link: '/carriergate/e-invoices',
  }));
}

/** Takes a rejection back. @throws EInvoiceError `sameNumber` if the corrected invoice came meanwhile */
export async function reopen(tx: Db, id: string): Promise<void> {
  const row = await lockIncoming(tx, id);
  if (row.status !== 'rejected') refuse('decided');
  await refuseSameNumber(tx, { ...row, supplierId: row.supplierBy === 'name' ? null : row.supplierId });
  await writeStatus(tx, { id, status: 'received', reason: '' });
}
