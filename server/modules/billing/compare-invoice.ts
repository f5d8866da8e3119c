import { sql } from 'drizzle-orm';
import { trackingKey } from '#contract/billing/carrier-costs';
import { costsOfInvoice, type InvoiceCosts, possibleKeys } from '#contract/billing/invoice-costs';
import type { ReceivedInvoice } from '#contract/money/received-invoice';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { carrierBills } from './carrier-bills/table.ts';
import { compareBill, KEY_OF_LABEL, lockCarrier } from './compare-lines.ts';
import { insertLines } from './store-lines.ts';
import { takeListBack } from './take-back-list.ts';

/** Compares the lines of a carrier's e-invoice with the labels, as the rows of its list of parcels. */

const NONE = '00000000-0000-7000-8000-000000000000';
type Party = { carrierId: string | null; supplierId: string | null };

const findCarrier = statement(
  { id: carriers.id },
  ({ carrierId, supplierId }: Party) => sql`select c.id from carriers c where c.deleted_at is null
    and case when ${carrierId}::uuid is null then c.supplier_id = ${supplierId}::uuid else c.id = ${carrierId}::uuid end order by c.sort_at limit 1`,
  [{ carrierId: null, supplierId: NONE }],
);
const findKnown = statement(
  { key: cell.text },
  ({ carrierId, keys }: { carrierId: string; keys: string[] }) =>
    sql`select distinct ${KEY_OF_LABEL} as key from label_purchases p where ${KEY_OF_LABEL} = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))
      and (p.carrier_id = ${carrierId}::uuid or p.carrier_id is null)`,
  [{ carrierId: NONE, keys: [] }],
);
/** A list of parcels says more than an invoice: where it was read before, the lines of the invoice are not compared as well. */
const findStanding = statement(
  { id: carrierBills.id },
  ({ carrierId, billNo, checksum }: { carrierId: string; billNo: string; checksum: string }) =>
    sql`select id from carrier_bills where state = 'compared' and ((carrier_id = ${carrierId}::uuid and lower(bill_no) = lower(${billNo})) or checksum = ${checksum}) limit 1`,
  [{ carrierId: NONE, billNo: '', checksum: '' }],
);
const findOfBill = statement(
  { id: carrierBills.id },
  ({ billId }: { billId: string }) =>
    sql`select id from carrier_bills where bill_id = ${billId}::uuid and profile_id is null and state = 'compared'`,
  [{ billId: NONE }],
);

/** The costs of parcels in an invoice; null if its seller is no carrier. */
export async function parcelsInInvoice(
  tx: Db,
  document: ReceivedInvoice,
  party: Party,
): Promise<(InvoiceCosts & { carrierId: string }) | null> {
  if (party.carrierId === null && party.supplierId === null) return null;
  const carrier = await findCarrier.first(tx, party);
  if (!carrier) return null;
  const keys = possibleKeys(document);
  const known = keys.length === 0 ? [] : await findKnown(tx, { carrierId: carrier.id, keys });
  return { ...costsOfInvoice(document, new Set(known.map(({ key }) => key))), carrierId: carrier.id };
}

type Booked = Party & { billId: string; currency: Currency; fileName: string; checksum: string };

/** Stores and compares the costs of an invoice that became a bill. Repeating it changes nothing. */
export async function compareInvoice(tx: Db, document: ReceivedInvoice, booked: Booked): Promise<void> {
  const found = await parcelsInInvoice(tx, document, booked);
  if (!found || found.costs.length === 0) return;
  const { carrierId, costs } = found;
  const { billId, currency, fileName, checksum } = booked;
  await lockCarrier(tx, { carrierId });
  if (await findStanding.first(tx, { carrierId, billNo: document.no, checksum })) return;
  const days = costs.flatMap(({ billedOn }) => billedOn ?? []).toSorted();
  const [made] = await tx
    .insert(carrierBills)
    .values({
      carrierId,
      billNo: document.no.slice(0, 40),
      billId,
      currency,
      fromOn: days[0] ?? null,
      toOn: days.at(-1) ?? null,
      parcels: new Set(costs.map(({ trackingNo }) => trackingKey(trackingNo))).size,
      total: costs.reduce((sum, { amount }) => sum + amount, 0),
      fileName,
      checksum,
    })
    .returning({ id: carrierBills.id });
  const id = made?.id ?? '';
  await insertLines(tx, { billId: id, carrierId, currency, costs });
  await compareBill(tx, id);
}

/** Takes the comparison back with the bill. @throws DomainError StateRefused as for a list */
export async function withdrawInvoice(tx: Db, billId: string): Promise<void> {
  for (const { id } of await findOfBill(tx, { billId })) await takeListBack(tx, id);
}
