import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { withoutHidden } from '#contract/core/fields';
import type { INCOMING_SOURCES } from '#contract/money/incoming-bills';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import { nameWords } from '#contract/parties/party-name';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { nextNumber } from '../../../core/db/number-series.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { files } from '../../settings/files/table.ts';
import { storeMade } from '../../settings/index.ts';
import { bills } from '../bills/table.ts';
import { fail } from '../e-invoice-in/fault.ts';
import { today } from '../entry.ts';
import { incomingBills } from '../incoming-bills/table.ts';
import { incomingBillDocuments } from '../tables.ts';
import { type Checked, check, countOf } from './check.ts';
import type { GateCarrier } from './find-carrier.ts';
import { ibanOf, vatIdOf } from './find-supplier.ts';

/** Keeps a file as it came (GoBD) with what it says. */

/** Two people who drop the same file wait for each other. */
const lockReceipt = command(() => sql`select pg_advisory_xact_lock(hashtext('incoming_bills'))`);
const FOUND = { no: incomingBills.no, receivedOn: incomingBills.receivedOn, carrierId: incomingBills.carrierId };
type Found = { no: string; receivedOn: string; carrierId: string | null };
/** The same file of the same way in, and of another one where the carrier that uploaded it is its seller. */
const findFile = statement(
  FOUND,
  ({ checksum, carrierId, isSeller }: { checksum: string; carrierId: string | null; isSeller: boolean }) =>
    sql`select no, received_on, carrier_id from incoming_bills where checksum = ${checksum} and (carrier_id is not distinct from ${carrierId}::uuid
      or (${carrierId}::uuid is null and carrier_by <> 'none') or (${isSeller}::boolean and carrier_id is null)) order by carrier_id is not distinct from ${carrierId}::uuid desc limit 1`,
);
type SameNumber = { sellerKey: string; supplierId: string | null; theirNo: string; year: string };
const findNumber = statement(
  FOUND,
  ({ sellerKey, supplierId, theirNo, year }: SameNumber) =>
    sql`select no, received_on, carrier_id from incoming_bills where (seller_key = ${sellerKey} or (supplier_id = ${supplierId}::uuid and supplier_by not in ('none', 'name')))
      and lower(their_no) = lower(${theirNo}) and to_char(issue_date, 'YYYY') = ${year} and status <> 'rejected' limit 1`,
);
const findBill = statement(
  { no: bills.no },
  ({ supplierId, theirNo, year }: { supplierId: string; theirNo: string; year: string }) =>
    sql`select b.no from bills b left join carriers c on c.id = b.carrier_id where coalesce(b.supplier_id, c.supplier_id) = ${supplierId}::uuid
      and lower(b.their_no) = lower(${theirNo}) and to_char(b.bill_date, 'YYYY') = ${year} and b.deleted_at is null limit 1`,
);

/** `carrier`: whose account uploaded it; null for the ways in of the house. `sender`: of the mail, as the mail says. */
export type Upload = {
  name: string;
  bytes: Buffer;
  document: ReceivedInvoice;
  source: (typeof INCOMING_SOURCES)[number];
  carrier?: GateCarrier | null;
  sender?: string;
};

/** A carrier that is not proved to be the seller has keys of its own, so that it cannot block the numbers of somebody else. */
function sellerKeyOf(document: ReceivedInvoice, carrier: GateCarrier | null, { carrierBy }: Checked): string {
  const { name, taxNo } = document.seller;
  const key = vatIdOf(document) || taxNo.replaceAll(/\D/g, '') || nameWords(name).join(' ') || name;
  return carrier && carrierBy !== 'vatId' ? `${carrier.id} ${key}` : key;
}

/** A carrier is not told the number of a document that it does not see. */
function refuseKnown(same: Found, fault: 'sameFile' | 'sameNumber', theirNo: string, carrierId: string | null): never {
  if (carrierId !== null && same.carrierId !== carrierId) return fail('knownToHouse', { number: theirNo, day: same.receivedOn });
  return fail(fault, { number: theirNo, no: same.no, day: same.receivedOn });
}

type Numbered = { sellerKey: string; supplierId: string | null; theirNo: string; issueDate: string; carrierId: string | null };
/** @throws EInvoiceError `sameNumber`, `knownToHouse`: this number of the seller and year was received before */
export async function refuseSameNumber(tx: Db, { sellerKey, supplierId, theirNo, issueDate, carrierId }: Numbered): Promise<void> {
  const same = await findNumber.first(tx, { sellerKey, supplierId, theirNo, year: issueDate.slice(0, 4) });
  if (same) refuseKnown(same, 'sameNumber', theirNo, carrierId);
}

/** @throws EInvoiceError `sameFile`, `sameNumber`, `knownToHouse`, `sameBill` */
async function refuseDuplicates(tx: Db, { document, carrier = null }: Upload, checked: Checked, checksum: string): Promise<void> {
  const { supplier, by, carrierBy } = checked;
  const carrierId = carrier?.id ?? null;
  const [theirNo, year] = [document.no, document.issueDate.slice(0, 4)];
  const file = await findFile.first(tx, { checksum, carrierId, isSeller: carrierBy !== 'none' });
  if (file) refuseKnown(file, 'sameFile', theirNo, carrierId);
  const sellerKey = sellerKeyOf(document, carrier, checked);
  const known = by === 'name' ? null : (supplier?.id ?? null);
  await refuseSameNumber(tx, { sellerKey, supplierId: known, theirNo, issueDate: document.issueDate, carrierId });
  // A name is only a proposal: such a duplicate is refused when a person takes the invoice over.
  if (!supplier || by === 'name') return;
  const bill = await findBill.first(tx, { supplierId: supplier.id, theirNo, year });
  if (bill) fail('sameBill', { number: theirNo, no: bill.no });
}

const fileName = (name: string): string =>
  withoutHidden(name.replace(/^.*[\\/]/s, ''))
    .replace(/\s+/g, ' ')
    .slice(-200)
    .trim() || 'invoice';

/** @throws EInvoiceError for a duplicate */
export async function receive(tx: Db, config: Config, upload: Upload): Promise<{ id: string; no: string }> {
  const { name, bytes, document, source, carrier = null, sender = '' } = upload;
  await lockReceipt(tx);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const checked = await check(tx, document, { carrier });
  await refuseDuplicates(tx, upload, checked, checksum);
  const mime = bytes.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : 'application/xml';
  const stored = await storeMade(config, { bytes, name: fileName(name), mime });
  await tx.insert(files).values({ ...stored, visibility: 'intern' as const });
  const { totals } = document;
  const no = `ER-${await nextNumber(tx, 'incomingBills')}`;
  const [made] = await tx
    .insert(incomingBills)
    .values({
      no,
      kind: isCreditNote(document) ? 'credit' : 'bill',
      receivedOn: await today(tx),
      source,
      sender,
      carrierId: carrier?.id ?? null,
      carrierBy: checked.carrierBy,
      sellerName: document.seller.name,
      sellerVatId: vatIdOf(document),
      sellerTaxNo: document.seller.taxNo,
      sellerIban: ibanOf(document),
      sellerKey: sellerKeyOf(document, carrier, checked),
      supplierId: checked.supplier?.id ?? null,
      supplierBy: checked.by,
      theirNo: document.no,
      issueDate: document.issueDate,
      dueDate: document.dueDate || null,
      currency: document.currency,
      net: totals.net ?? 0,
      tax: totals.tax ?? 0,
      gross: totals.gross ?? 0,
      due: totals.due ?? 0,
      purchaseOrderId: checked.purchaseOrderId,
      orderNo: document.order,
      faults: countOf(checked.findings, 'wrong'),
      remarks: countOf(checked.findings, 'check'),
      syntax: document.syntax,
      profile: document.profile,
      fileName: stored.name,
      file: stored.id.replaceAll('-', ''),
      checksum,
      size: bytes.length,
    })
    .returning({ id: incomingBills.id });
  const id = made?.id ?? '';
  await tx.insert(incomingBillDocuments).values({ incomingBillId: id, document, findings: checked.findings });
  return { id, no };
}
