import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { withoutHidden } from '#contract/core/fields';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import { nameWords } from '#contract/parties/party-name';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { files } from '../../settings/files/table.ts';
import { storeMade } from '../../settings/index.ts';
import { bills } from '../bills/table.ts';
import { fail } from '../e-invoice-in/fault.ts';
import { today } from '../entry.ts';
import { incomingBills } from '../incoming-bills/table.ts';
import { incomingBillDocuments } from '../tables.ts';
import { type Checked, check, countOf } from './check.ts';
import { ibanOf, vatIdOf } from './find-supplier.ts';

/** Keeps a file as it came (GoBD) with what it says. */

/** Two people who drop the same file wait for each other. */
const lockReceipt = command(() => sql`select pg_advisory_xact_lock(hashtext('incoming_bills'))`);
const takeNumber = statement(
  { next: cell.integer },
  () =>
    sql`insert into number_series (name, next) values ('incomingBills', 1001) on conflict (name) do update set next = number_series.next + 1 returning next`,
);
const findFile = statement(
  { no: incomingBills.no, receivedOn: incomingBills.receivedOn },
  ({ checksum }: { checksum: string }) => sql`select no, received_on from incoming_bills where checksum = ${checksum}`,
);
const findNumber = statement(
  { no: incomingBills.no, receivedOn: incomingBills.receivedOn },
  ({ sellerKey, theirNo, year }: { sellerKey: string; theirNo: string; year: string }) =>
    sql`select no, received_on from incoming_bills where seller_key = ${sellerKey} and lower(their_no) = lower(${theirNo})
      and to_char(issue_date, 'YYYY') = ${year} and status <> 'rejected' limit 1`,
);
const findBill = statement(
  { no: bills.no },
  ({ supplierId, theirNo, year }: { supplierId: string; theirNo: string; year: string }) =>
    sql`select b.no from bills b left join carriers c on c.id = b.carrier_id where coalesce(b.supplier_id, c.supplier_id) = ${supplierId}::uuid
      and lower(b.their_no) = lower(${theirNo}) and to_char(b.bill_date, 'YYYY') = ${year} and b.deleted_at is null limit 1`,
);

export type Upload = { name: string; bytes: Buffer; document: ReceivedInvoice };

export const sellerKeyOf = (document: ReceivedInvoice): string =>
  vatIdOf(document) || document.seller.taxNo.replaceAll(/\D/g, '') || nameWords(document.seller.name).join(' ') || document.seller.name;

/** @throws EInvoiceError `sameNumber`: this number of the seller and year was received before */
export async function refuseSameNumber(tx: Db, sellerKey: string, theirNo: string, issueDate: string): Promise<void> {
  const same = await findNumber.first(tx, { sellerKey, theirNo, year: issueDate.slice(0, 4) });
  if (same) fail('sameNumber', { number: theirNo, no: same.no, day: same.receivedOn });
}

/** @throws EInvoiceError `sameFile`, `sameNumber`, `sameBill` */
async function refuseDuplicates(tx: Db, document: ReceivedInvoice, { supplier, by }: Checked, checksum: string): Promise<void> {
  const file = await findFile.first(tx, { checksum });
  if (file) fail('sameFile', { no: file.no, day: file.receivedOn });
  const [theirNo, year] = [document.no, document.issueDate.slice(0, 4)];
  await refuseSameNumber(tx, sellerKeyOf(document), theirNo, document.issueDate);
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
export async function receive(tx: Db, config: Config, { name, bytes, document }: Upload): Promise<{ id: string; no: string }> {
  await lockReceipt(tx);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const checked = await check(tx, document);
  await refuseDuplicates(tx, document, checked, checksum);
  const mime = bytes.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : 'application/xml';
  const stored = await storeMade(config, { bytes, name: fileName(name), mime });
  await tx.insert(files).values({ ...stored, visibility: 'intern' as const });
  const { totals } = document;
  const no = `ER-${(await takeNumber.one(tx)).next}`;
  const [made] = await tx
    .insert(incomingBills)
    .values({
      no,
      kind: isCreditNote(document) ? 'credit' : 'bill',
      receivedOn: await today(tx),
      sellerName: document.seller.name,
      sellerVatId: vatIdOf(document),
      sellerTaxNo: document.seller.taxNo,
      sellerIban: ibanOf(document),
      sellerKey: sellerKeyOf(document),
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
