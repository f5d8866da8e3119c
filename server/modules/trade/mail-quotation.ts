import { sql } from 'drizzle-orm';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../core/db/client.ts';
import { orNull, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { textIn } from '../../core/http/texts.ts';
import { billedParty } from '../money/index.ts';
import { queueMail, readHouse, refuseSecond, storeDocument } from '../printing/index.ts';
import { quotations } from './quotations/table.ts';

const findQuotation = statement(
  {
    no: quotations.no,
    status: quotations.status,
    subject: quotations.subject,
    merchantId: orNull(quotations.merchantId),
    customerId: orNull(quotations.customerId),
  },
  ({ id }: { id: string }) =>
    sql`select no, status, subject, merchant_id, customer_id from quotations where id = ${id}::uuid and deleted_at is null for update`,
);

/**
 * Queues the mail with a quotation that was sent or accepted, as a PDF in the language of the reader.
 * @returns the id of the mail
 * @throws DomainError NotFound; StateRefused for a draft, without an address, or if it is underway already
 */
export async function mailQuotation(tx: Db, context: AppContext, actor: Actor, id: string): Promise<string> {
  const row = await findQuotation.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.status !== 'sent' && row.status !== 'accepted') throw new DomainError('StateRefused', 'quotations.refusals.state');
  await refuseSecond(tx, { quotationId: id });
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  if (party.email === '' && party.invoiceEmail === '') throw new DomainError('StateRefused', 'quotations.refusals.emailMissing');
  const locales = paperLanguages(party.address.country);
  const [locale = 'en'] = locales;
  const { config, areas } = context;
  const pdfFile = await storeDocument({ tx, config, areas, actor, document: 'quotation', id, locales, title: row.no });
  const fill = (key: string): string =>
    Object.entries({ no: row.no, subject: row.subject, house: house.legalName }).reduce(
      (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
      textIn(locale, key),
    );
  return queueMail(tx, {
    kind: 'quotation',
    documentNo: row.no,
    mailTo: party.email || party.invoiceEmail,
    subject: fill('quotations.mail.subject'),
    text: `${fill('quotations.mail.text')}\n`,
    locale,
    quotationId: id,
    merchantId: row.merchantId,
    customerId: row.customerId,
    pdfFile,
    xmlFile: null,
  });
}
