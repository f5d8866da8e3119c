import { eq } from 'drizzle-orm';
import { LOCALE_TAGS } from '#contract/core/limits';
import { paperLanguages } from '#contract/money/paper-languages';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { DomainError } from '../../core/http/errors.ts';
import { textIn } from '../../core/http/texts.ts';
import { billedParty } from '../money/index.ts';
import { loadPage, readHouse } from '../printing/index.ts';
import { files } from '../settings/files/table.ts';
import { layoutFor, queueMail, refuseSecond, storeFile } from '../settings/index.ts';
import { quotationPaper } from './quotation-paper.ts';
import { quotations } from './quotations/table.ts';

/** Layouts of documents belong to no area, so no screens are needed. */
const NO_SCREENS = new Map<string, never>();

/**
 * Queues the mail with a quotation that was sent or accepted, as a PDF in the language of the reader.
 * @returns the id of the mail
 * @throws DomainError NotFound; StateRefused for a draft, without an address, or if it is underway already
 */
export async function mailQuotation(tx: Db, config: Config, id: string): Promise<string> {
  const [row] = await tx.select().from(quotations).where(eq(quotations.id, id)).for('update');
  if (!row || row.deletedAt) throw new DomainError('NotFound');
  if (row.status !== 'sent' && row.status !== 'accepted') throw new DomainError('StateRefused', 'quotations.refusals.state');
  await refuseSecond(tx, { quotationId: id });
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  const mailTo = party.email || party.invoiceEmail;
  if (mailTo === '') throw new DomainError('StateRefused', 'quotations.refusals.emailMissing');
  const locales = paperLanguages(party.address.country);
  const [locale = 'en'] = locales;
  const layout = (await layoutFor(tx, NO_SCREENS, { roles: [], merchantId: row.merchantId }, 'quotation')) ?? LAYOUTS.quotation;
  const { bytes } = await writePrint(
    {
      document: 'quotation',
      layout,
      records: [await quotationPaper(tx, row)],
      locales,
      dpi: 203,
      format: 'pdf',
      copies: 1,
      title: row.no,
      archive: { language: LOCALE_TAGS[locale], files: [] },
    },
    loadPage,
  );
  const stored = await storeFile(config, { bytes: Buffer.from(bytes), name: `${row.no}.pdf`, visibility: 'intern' });
  await tx.insert(files).values({ ...stored, visibility: 'intern' });
  const fill = (key: string): string =>
    Object.entries({ no: row.no, subject: row.subject, house: house.legalName }).reduce(
      (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
      textIn(locale, key),
    );
  return queueMail(tx, {
    kind: 'quotation',
    documentNo: row.no,
    mailTo,
    subject: fill('quotations.mail.subject'),
    text: `${fill('quotations.mail.text')}\n`,
    locale,
    quotationId: id,
    merchantId: row.merchantId,
    customerId: row.customerId,
    pdfFile: stored.id.replaceAll('-', ''),
    xmlFile: null,
  });
}
