import { sql } from 'drizzle-orm';
import type { SupplierEvidence } from '#contract/money/incoming-bills';
import type { ReceivedInvoice } from '#contract/money/received-invoice';
import { isSameName } from '#contract/parties/party-name';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { carriers } from '../../shipping/carriers/table.ts';
import { findSupplier, ibanOf, type KnownSupplier, vatIdOf } from './find-supplier.ts';

/** The carrier that uploaded an invoice at the carrier gate, and whether the file names it as the seller. */

const findCarrier = statement(
  { id: carriers.id, name: carriers.name, supplierId: orNull(cell.uuid) },
  ({ id }: { id: string }) => sql`select id, name, supplier_id from carriers where id = ${id}::uuid and deleted_at is null`,
);

/** `supplier`: the creditor that the house linked with the carrier. It has VAT id and account; null if there is none. */
export type GateCarrier = { id: string; name: string; supplier: KnownSupplier | null };

export async function carrierOf(tx: Db, id: string): Promise<GateCarrier | null> {
  const row = await findCarrier.first(tx, { id });
  if (!row) return null;
  return { id: row.id, name: row.name, supplier: row.supplierId ? await findSupplier.first(tx, { id: row.supplierId }) : null };
}

/**
 * By what the seller is this carrier; `none` if it is another. A different VAT id is another company, whatever else agrees. A name alone is
 * only a proposal.
 */
export function carrierEvidence(document: ReceivedInvoice, { name, supplier }: GateCarrier): SupplierEvidence {
  const [vatId, iban] = [vatIdOf(document), ibanOf(document)];
  if (vatId !== '' && supplier && supplier.vatId !== '') return vatId === supplier.vatId ? 'vatId' : 'none';
  if (iban !== '' && supplier?.iban === iban) return 'iban';
  const { seller } = document;
  const names = supplier ? [name, supplier.name] : [name];
  return names.some((known) => [seller.name, seller.tradingName].some((one) => isSameName(one, known))) ? 'name' : 'none';
}
