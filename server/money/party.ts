import { sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/fields';
import type { Currency } from '#contract/money/scale';
import { HOUSE_COUNTRY, type VatCategory, vatFor } from '#contract/money/vat';
import type { Db } from '../db/client.ts';
import type { Values } from '../http/area.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';

export type Party = { id: string; no: string; name: string; vatId: string; currency: Currency; paymentDays: number; address: Address };

/** Whom the house bills: one of its merchants, or a customer of its own. @throws DomainError NotFound */
export async function billedParty(tx: Db, row: Values): Promise<Party> {
  const { merchantId, customerId } = row as { merchantId: string | null; customerId: string | null };
  const table = merchantId ? 'merchants' : 'customers';
  const [party] = rowsOf(
    await tx.execute(sql`select id, no, name, vat_id as "vatId", currency, payment_days as "paymentDays", address from ${sql.identifier(table)}
      where id = ${merchantId ?? customerId}::uuid and deleted_at is null`),
  );
  if (!party) throw new DomainError('NotFound');
  return party as Party;
}

/** The party as it stands on a draft's row, so that lists show it before it is frozen by posting. @throws DomainError NotFound */
export async function billedTo(tx: Db, row: Values): Promise<{ partyName: string; partyVatId: string; partyAddress: Address }> {
  const { name, vatId, address } = await billedParty(tx, row);
  return { partyName: name, partyVatId: vatId, partyAddress: { ...EMPTY_ADDRESS, ...address } };
}

/** What an invoice to a party starts with: its country and VAT id decide on the tax, the tax table on the rate of the day. */
export async function taxFor(tx: Db, { address, vatId }: Party, day: string): Promise<{ vatCategory: VatCategory; vatRate: number }> {
  const vatCategory = vatFor({ country: address.country, vatId });
  if (vatCategory !== 'S') return { vatCategory, vatRate: 0 };
  const [row] = rowsOf(
    await tx.execute(sql`select max(rate) as rate from tax where country = ${HOUSE_COUNTRY} and category = 'S' and not reverse_charge and deleted_at is null
      and (valid_from is null or valid_from <= ${day}) and (valid_to is null or valid_to >= ${day})`),
  );
  return { vatCategory, vatRate: Number(row?.['rate'] ?? 0) };
}
