import { eq, sql } from 'drizzle-orm';
import { type QuotationStatus, quotationStatus } from '#contract/trade/quotation';
import type { Db } from '../../core/db/client.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { billedTo, today } from '../money/index.ts';
import { invoices } from '../money/invoices/table.ts';
import { quotations } from './quotations/table.ts';

type Quotation = typeof quotations.$inferSelect;

/** Locks the quotation. @throws DomainError NotFound; StateRefused if its status is not one of `statuses` */
async function held(tx: Db, id: string, statuses: readonly QuotationStatus[]): Promise<Quotation> {
  const [row] = await tx.select().from(quotations).where(eq(quotations.id, id)).for('update');
  if (!row || row.deletedAt) throw new DomainError('NotFound');
  if (!statuses.includes(row.status)) throw new DomainError('StateRefused', 'quotations.refusals.state');
  return row;
}

/** Writes facts and the status that follows from them. Only this function writes `quotations.status`. */
async function settle(tx: Db, row: Quotation, facts: Partial<Quotation>): Promise<void> {
  const status = quotationStatus({ ...row, ...facts });
  await tx
    .update(quotations)
    .set({ ...facts, status, version: sql`version + 1` })
    .where(eq(quotations.id, row.id));
}

const now = (): never => new Date().toISOString() as never;

async function stillValid(tx: Db, { validUntil }: Quotation): Promise<void> {
  if (validUntil < (await today(tx))) throw new DomainError('StateRefused', 'quotations.refusals.expired');
}

/** Sends the quotation; it cannot be changed afterwards. @throws DomainError InvalidInput without lines; StateRefused after its last day */
export async function sendQuotation(tx: Db, id: string): Promise<string> {
  const row = await held(tx, id, ['draft']);
  if (row.lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  await stillValid(tx, row);
  await settle(tx, row, { sentAt: now() });
  return id;
}

const BILLED = ['EUR', 'USD'] as const;

/**
 * Accepts the quotation and creates a draft invoice of its lines, to be posted once the work is done.
 * @throws DomainError StateRefused after its last day, or in a currency that the house does not invoice in
 */
export async function acceptQuotation(tx: Db, id: string): Promise<string> {
  const row = await held(tx, id, ['sent']);
  await stillValid(tx, row);
  const currency = BILLED.find((one) => one === row.currency);
  if (!currency) throw new DomainError('StateRefused', 'quotations.refusals.notBilled');
  const [invoice] = await tx
    .insert(invoices)
    .values({
      merchantId: row.merchantId,
      customerId: row.customerId,
      currency,
      reference: row.no,
      lines: row.lines.map((line) => ({ ...line, ofLine: null })),
      note: row.note.slice(0, 1000),
      net: row.net,
      tax: row.tax,
      gross: row.gross,
      ...(await billedTo(tx, row)),
    })
    .returning({ id: invoices.id });
  await settle(tx, row, { acceptedAt: now(), invoiceId: invoice?.id ?? null });
  return id;
}

/**
 * Undoes an acceptance: deletes the draft invoice and sets the quotation back to sent.
 * @throws DomainError StateRefused once the invoice is posted
 */
export async function undoAcceptance(tx: Db, id: string): Promise<string> {
  const row = await held(tx, id, ['accepted']);
  if (row.invoiceId) {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, row.invoiceId)).for('update');
    if (invoice?.postedAt) throw new DomainError('StateRefused', 'quotations.refusals.invoicePosted');
    if (invoice && !invoice.deletedAt)
      await tx.update(invoices).set({ deletedAt: now(), version: sql`version + 1` }).where(eq(invoices.id, invoice.id));
  }
  await settle(tx, row, { acceptedAt: null, invoiceId: null });
  return id;
}

export async function declineQuotation(tx: Db, id: string, reason: string): Promise<string> {
  await settle(tx, await held(tx, id, ['sent']), { declinedAt: now(), declineReason: reason });
  return id;
}

/** Creates a draft with the same number that replaces a sent or declined quotation. @returns the id of the new revision */
export async function reviseQuotation(tx: Db, id: string): Promise<string> {
  const row = await held(tx, id, ['sent', 'declined']);
  const { no, revision, merchantId, customerId, subject, currency, lines, note, net, tax, gross } = row;
  const day = await today(tx);
  const validUntil = row.validUntil < day ? day : row.validUntil;
  const [made] = await tx
    .insert(quotations)
    .values({
      no,
      revision: revision + 1,
      merchantId,
      customerId,
      subject,
      currency,
      validUntil,
      lines,
      note,
      net,
      tax,
      gross,
      replacesId: id,
    })
    .returning({ id: quotations.id });
  if (!made) throw new DomainError('NotFound');
  await settle(tx, row, { replacedAt: now() });
  return made.id;
}
