import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import { isXRechnung } from '#contract/money/e-invoice-formats';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../core/db/client.ts';
import { orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { readHouse } from '../printing/index.ts';
import { queueMail, refuseSecond } from '../settings/index.ts';
import { invoices } from './invoices/table.ts';
import { day, moneyText, say } from './paper.ts';
import { billedParty } from './party.ts';

const findPosted = statement(
  {
    no: invoices.no,
    kind: invoices.kind,
    currency: invoices.currency,
    gross: invoices.gross,
    issueDate: orNull(invoices.issueDate),
    dueDate: orNull(invoices.dueDate),
    merchantId: orNull(invoices.merchantId),
    customerId: orNull(invoices.customerId),
    pdfFile: orNull(invoices.pdfFile),
    xmlFile: orNull(invoices.xmlFile),
    eInvoice: orNull(invoices.eInvoice),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select no, kind, currency, gross, issue_date, due_date, merchant_id, customer_id, pdf_file, xml_file, e_invoice
      from invoices where id = ${id}::uuid and posted_at is not null and deleted_at is null for update`,
);

/** A text in each language of the reader, one after the other. */
const inAll = (locales: readonly Locale[], text: (locale: Locale) => string): string => locales.map(text).join('\n\n— — —\n\n');

/**
 * Queues the mail with a posted document, to the address for invoices, in the language of the reader. ZUGFeRD is one file; an XRechnung is its
 * XML and a PDF to read.
 * @returns the id of the mail
 * @throws DomainError NotFound; StateRefused if it is no posted document, has no files yet, is sent already, or nobody can get it
 */
export async function sendInvoice(tx: Db, id: string): Promise<string> {
  const row = await findPosted.first(tx, { id });
  if (!row) throw new DomainError('StateRefused', 'invoices.refusals.notPosted');
  if (row.pdfFile === null) throw new DomainError('StateRefused', 'invoices.refusals.noFileYet');
  await refuseSecond(tx, { invoiceId: id });
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  const mailTo = party.invoiceEmail || party.email;
  if (mailTo === '') throw new DomainError('StateRefused', 'invoices.refusals.invoiceEmailMissing');
  const locales = paperLanguages(party.address.country);
  const [locale = 'en'] = locales;
  const values = (one: Locale): Record<string, string> => ({
    no: row.no,
    house: house.legalName,
    date: day(row.issueDate, one),
    due: day(row.dueDate, one),
    amount: moneyText(row.gross, row.currency, one),
  });
  return queueMail(tx, {
    kind: row.kind,
    documentNo: row.no,
    mailTo,
    subject: say([locale], `invoices.mail.${row.kind}Subject`, values(locale)),
    text: `${inAll(locales, (one) => say([one], `invoices.mail.${row.kind}Text`, values(one)))}\n`,
    locale,
    invoiceId: id,
    merchantId: row.merchantId,
    customerId: row.customerId,
    pdfFile: row.pdfFile,
    xmlFile: row.eInvoice && isXRechnung(row.eInvoice.format) ? row.xmlFile : null,
  });
}
