import { sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { InvoiceFormat } from '#contract/money/e-invoice-formats';
import type { Currency } from '#contract/money/scale';
import { HOUSE_COUNTRY, type VatCategory, vatFor } from '#contract/money/vat';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { customers } from '../parties/customers/table.ts';
import { merchants } from '../parties/merchants/table.ts';

export type Party = {
  id: string;
  no: string;
  name: string;
  vatId: string;
  currency: Currency;
  paymentDays: number;
  address: Address;
  email: string;
  /** If empty, `email` is used. */
  invoiceEmail: string;
  invoiceFormat: InvoiceFormat;
  buyerReference: string;
};

/** Exactly one of the two is set. */
type Billed = { merchantId?: string | null | undefined; customerId?: string | null | undefined };
const ofTable = (table: typeof merchants | typeof customers) =>
  statement(
    {
      id: table.id,
      no: table.no,
      name: table.name,
      vatId: table.vatId,
      currency: table.currency,
      paymentDays: table.paymentDays,
      address: table.address,
      email: table.email,
      invoiceEmail: table.invoiceEmail,
      invoiceFormat: table.invoiceFormat,
      buyerReference: table.buyerReference,
    },
    ({ id }: { id: string }) =>
      sql`select id, no, name, vat_id, currency, payment_days, address, email, invoice_email, invoice_format, buyer_reference from ${table} where id = ${id}::uuid and deleted_at is null`,
  );
const findMerchant = ofTable(merchants);
const findCustomer = ofTable(customers);
const findRate = statement(
  { rate: orNull(cell.integer) },
  ({
    day,
  }: {
    day: string;
  }) => sql`select max(rate) as rate from tax where country = ${HOUSE_COUNTRY} and category = 'S' and direction = 'out' and not reverse_charge and deleted_at is null
      and (valid_from is null or valid_from <= ${day}) and (valid_to is null or valid_to >= ${day})`,
);

/** The billed party: a merchant or a customer of the house. @throws DomainError NotFound */
export async function billedParty(tx: Db, { merchantId, customerId }: Billed): Promise<Party> {
  const party = merchantId
    ? await findMerchant.first(tx, { id: merchantId })
    : customerId
      ? await findCustomer.first(tx, { id: customerId })
      : null;
  if (!party) throw new DomainError('NotFound');
  return party;
}

const findPayer = statement(
  { id: cell.uuid },
  ({ customerId, merchantId }: { customerId: string; merchantId: string }) =>
    sql`select id from customers where id = ${customerId}::uuid and deleted_at is null and (merchant_id is null or merchant_id = ${merchantId}::uuid)`,
);
/** Whether a customer may be billed for a merchant: one of the house or of this merchant. The customer of another one would be named to it. */
export const paysFor = async (tx: Db, customerId: string, merchantId: string): Promise<boolean> =>
  (await findPayer.first(tx, { customerId, merchantId })) !== null;

/** The party's data for the row of a draft, so that lists can show it before posting freezes it. @throws DomainError NotFound */
export async function billedTo(tx: Db, row: Billed): Promise<{ partyName: string; partyVatId: string; partyAddress: Address }> {
  const { name, vatId, address } = await billedParty(tx, row);
  return { partyName: name, partyVatId: vatId, partyAddress: { ...EMPTY_ADDRESS, ...address } };
}

/** Default tax of an invoice: the category by the party's country and VAT id, the rate by the tax table of the day. */
export async function taxFor(tx: Db, { address, vatId }: Party, day: string): Promise<{ vatCategory: VatCategory; vatRate: number }> {
  const vatCategory = vatFor({ country: address.country, vatId });
  if (vatCategory !== 'S') return { vatCategory, vatRate: 0 };
  return { vatCategory, vatRate: (await findRate.one(tx, { day })).rate ?? 0 };
}
