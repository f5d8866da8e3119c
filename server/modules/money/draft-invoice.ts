import { sql } from 'drizzle-orm';
import type { Billed } from '#contract/money/circles';
import type { InvoiceLine } from '#contract/money/invoices';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { sumsOf } from './credit-note.ts';
import { invoices } from './invoices/table.ts';
import { billedParty } from './party.ts';
import { lockInvoice } from './post-invoice.ts';

/** Drafts of documents that another module made the lines of. They are posted by `postInvoice`. */

/** Exactly one of the two parties is set. */
type Draft = {
  merchantId?: string | null;
  customerId?: string | null;
  /** The merchant whose services these are, if a customer pays. */
  forMerchantId?: string | null;
  currency: Billed;
  serviceFrom: string;
  serviceTo: string;
  /** Null: those of the party. */
  paymentDays: number | null;
  reference: string;
  lines: readonly InvoiceLine[];
};
type Sums = { net: number; tax: number; gross: number };
type Written = Omit<Draft, 'lines'> & Sums & { lines: string; partyName: string; partyVatId: string; partyAddress: string };
const insertInvoice = statement(
  { id: invoices.id },
  (
    d: Written,
  ) => sql`insert into invoices (merchant_id, customer_id, for_merchant_id, currency, service_from, service_to, payment_days, reference, lines, net, tax, gross, party_name, party_vat_id, party_address)
    values (${d.merchantId ?? null}::uuid, ${d.customerId ?? null}::uuid, ${d.forMerchantId ?? null}::uuid, ${d.currency}, ${d.serviceFrom}::date, ${d.serviceTo}::date, ${d.paymentDays}::int, ${d.reference}, ${d.lines}::jsonb, ${d.net}, ${d.tax}, ${d.gross},
      ${d.partyName}, ${d.partyVatId}, ${d.partyAddress}::jsonb) returning id`,
);
const insertCredit = statement(
  { id: invoices.id },
  ({ invoiceId, lines, net, tax, gross }: Sums & { invoiceId: string; lines: string }) =>
    sql`insert into invoices (kind, merchant_id, customer_id, for_merchant_id, currency, service_from, service_to, payment_days, reference, lines, net, tax, gross, party_name, party_vat_id, party_address, reverses_id)
      select 'creditNote', merchant_id, customer_id, for_merchant_id, currency, service_from, service_to, payment_days, reference, ${lines}::jsonb, ${net}, ${tax}, ${gross}, party_name, party_vat_id, party_address, id
      from invoices where id = ${invoiceId}::uuid returning id`,
);

/** Drafts an invoice to a merchant or customer. @returns its id @throws DomainError NotFound */
export async function draftInvoice(tx: Db, { lines, ...head }: Draft): Promise<string> {
  const party = await billedParty(tx, head);
  const { net, tax, gross } = totalsOf(lines, head.currency);
  const { id } = await insertInvoice.one(tx, {
    ...head,
    paymentDays: head.paymentDays ?? party.paymentDays,
    lines: JSON.stringify(lines),
    net,
    tax,
    gross,
    partyName: party.name,
    partyVatId: party.vatId,
    partyAddress: JSON.stringify(party.address),
  });
  return id;
}

/**
 * Drafts a credit note for parts of lines of a posted invoice. Posting it checks that nothing is credited twice.
 * @param taken quantities in thousandths by id of the line
 * @throws DomainError NotFound if the invoice has no such line
 */
export async function draftCredit(tx: Db, invoiceId: string, taken: ReadonlyMap<string, number>): Promise<string> {
  const { lines: of, currency } = await lockInvoice(tx, invoiceId);
  const lines = [...taken].map(([lineId, qty]): InvoiceLine => {
    const line = of.find(({ id }) => id === lineId);
    if (!line) throw new DomainError('NotFound');
    return { ...line, id: crypto.randomUUID(), qty, ofLine: lineId };
  });
  const { net, tax, gross } = await sumsOf(tx, { lines, currency, reversesId: invoiceId });
  return (await insertCredit.one(tx, { invoiceId, lines: JSON.stringify(lines), net, tax, gross })).id;
}
