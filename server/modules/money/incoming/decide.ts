import { sql } from 'drizzle-orm';
import type { IncomingDocument } from '#contract/money/incoming-bills';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { incomingBills } from '../incoming-bills/table.ts';
import { incomingBillDocuments } from '../tables.ts';
import { type Checked, check, countOf } from './check.ts';
import { findSupplier } from './find-supplier.ts';
import { refuseSameNumber } from './receive.ts';

/** What is decided about an incoming invoice before it is a bill: its supplier, rejected or not. Each decision locks the row. */

export const refuse = (why: string): never => {
  throw new DomainError('StateRefused', `incomingBills.refusals.${why}`);
};

const SELECTED = {
  id: incomingBills.id,
  no: incomingBills.no,
  status: incomingBills.status,
  kind: incomingBills.kind,
  receivedOn: incomingBills.receivedOn,
  supplierId: incomingBills.supplierId,
  supplierBy: incomingBills.supplierBy,
  theirNo: incomingBills.theirNo,
  issueDate: incomingBills.issueDate,
  sellerKey: incomingBills.sellerKey,
  sellerIban: incomingBills.sellerIban,
  knownIban: incomingBills.knownIban,
  ibanState: incomingBills.ibanState,
  billId: incomingBills.billId,
  file: incomingBills.file,
  isOwn: cell.boolean,
};
const selectForUpdate = statement(
  SELECTED,
  ({ id }: { id: string }) =>
    sql`select id, no, status, kind, received_on, supplier_id, supplier_by, their_no, issue_date, seller_key, seller_iban, known_iban, iban_state, bill_id, file,
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
  },
  ({ id }: { id: string }) => sql`select d.document, d.findings, i.status, i.supplier_id, i.supplier_by from incoming_bills i
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
  if (chosen === null) return check(tx, document);
  return check(tx, document, { supplier: await findSupplier.first(tx, { id: chosen }), by: 'person' });
}

/** The document with its findings: as they are now, or as they were when it was decided. */
export async function readDocument(tx: Db, id: string): Promise<IncomingDocument> {
  const { document, findings, status } = await documentOf(tx, id);
  return { document, findings: status === 'received' ? (await checkAgain(tx, id)).findings : findings };
}

type Found = { id: string; supplierId: string | null; supplierBy: string; purchaseOrderId: string | null; faults: number; remarks: number };
const writeFound = command(
  ({ id, supplierId, supplierBy, purchaseOrderId, faults, remarks }: Found) =>
    sql`update incoming_bills set supplier_id = ${supplierId}::uuid, supplier_by = ${supplierBy}, purchase_order_id = ${purchaseOrderId}::uuid,
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
  const { supplier, by, purchaseOrderId, findings } = checked;
  const [faults, remarks] = [countOf(findings, 'wrong'), countOf(findings, 'check')];
  await writeFound(tx, { id, supplierId: supplier?.id ?? null, supplierBy: by, purchaseOrderId, faults, remarks });
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
  await lockReceived(tx, id);
  await keepFindings(tx, id, await checkAgain(tx, id));
  await writeStatus(tx, { id, status: 'rejected', reason });
}

/** Takes a rejection back. @throws EInvoiceError `sameNumber` if the corrected invoice came meanwhile */
export async function reopen(tx: Db, id: string): Promise<void> {
  const row = await lockIncoming(tx, id);
  if (row.status !== 'rejected') refuse('decided');
  await refuseSameNumber(tx, row.sellerKey, row.theirNo, row.issueDate);
  await writeStatus(tx, { id, status: 'received', reason: '' });
}
