import { sql } from 'drizzle-orm';
import type { SupplierEvidence } from '#contract/money/incoming-bills';
import type { ReceivedInvoice } from '#contract/money/received-invoice';
import { isSameName } from '#contract/parties/party-name';
import { tidyVatId } from '#contract/parties/vat-id';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { suppliers } from '../../parties/suppliers/table.ts';

/** Finds the supplier of an incoming invoice: by VAT id, tax number, account, and at last by name, which is only a proposal. */

export const SUPPLIER = {
  id: suppliers.id,
  name: suppliers.name,
  vatId: suppliers.vatId,
  iban: suppliers.iban,
  country: suppliers.address,
};
const COLUMNS = sql`s.id, s.name, s.vat_id, s.iban, s.address as country`;
/** Suppliers of the house come before those of its merchants. */
const FIRST = sql`order by s.merchant_id is not null, s.sort_at limit 2`;

const byVatId = statement(
  SUPPLIER,
  ({ vatId }: { vatId: string }) => sql`select ${COLUMNS} from suppliers s where s.vat_id = ${vatId} and s.deleted_at is null ${FIRST}`,
);
/** By an invoice that a person took over before. */
const byTaxNo = statement(
  SUPPLIER,
  ({ taxNo }: { taxNo: string }) => sql`select ${COLUMNS} from suppliers s where s.deleted_at is null
      and exists (select from incoming_bills i where i.supplier_id = s.id and i.seller_tax_no = ${taxNo} and i.status = 'booked') ${FIRST}`,
);
const byIban = statement(
  SUPPLIER,
  ({ iban }: { iban: string }) => sql`select ${COLUMNS} from suppliers s where s.iban = ${iban} and s.deleted_at is null ${FIRST}`,
);
const allNames = statement(
  SUPPLIER,
  () => sql`select ${COLUMNS} from suppliers s where s.deleted_at is null order by s.merchant_id is not null, s.sort_at limit 20000`,
);
export const findSupplier = statement(
  SUPPLIER,
  ({ id }: { id: string }) => sql`select ${COLUMNS} from suppliers s where s.id = ${id}::uuid and s.deleted_at is null`,
);
export type KnownSupplier = { id: string; name: string; vatId: string; iban: string };
export type FoundSupplier = { supplier: KnownSupplier | null; by: SupplierEvidence };

/** The account that the house is to pay to; empty if there is none. */
export const ibanOf = ({ payment }: Pick<ReceivedInvoice, 'payment'>): string => payment.accounts[0]?.iban.toUpperCase() ?? '';
export const vatIdOf = ({ seller }: Pick<ReceivedInvoice, 'seller'>): string => tidyVatId(seller.vatId);

/** Two suppliers with the same evidence are none. */
const only = (rows: readonly KnownSupplier[]): KnownSupplier | null => (rows.length === 1 ? (rows[0] ?? null) : null);

export async function supplierOf(tx: Db, document: ReceivedInvoice): Promise<FoundSupplier> {
  const [vatId, taxNo, iban] = [vatIdOf(document), document.seller.taxNo, ibanOf(document)];
  const tries: [SupplierEvidence, () => Promise<KnownSupplier | null>][] = [
    ['vatId', async () => (vatId === '' ? null : only(await byVatId(tx, { vatId })))],
    ['taxNo', async () => (taxNo === '' ? null : only(await byTaxNo(tx, { taxNo })))],
    ['iban', async () => (iban === '' ? null : only(await byIban(tx, { iban })))],
    ['name', async () => only((await allNames(tx)).filter(({ name }) => isSameName(name, document.seller.name)))],
  ];
  for (const [by, look] of tries) {
    const supplier = await look();
    if (supplier) return { supplier, by };
  }
  return { supplier: null, by: 'none' };
}
