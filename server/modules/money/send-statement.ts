import type { Locale } from '#contract/core/limits';
import { LOCALE_TAGS } from '#contract/core/limits';
import { paperLanguages } from '#contract/money/paper-languages';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { DomainError } from '../../core/http/errors.ts';
import { loadPage, readHouse } from '../printing/index.ts';
import { files } from '../settings/files/table.ts';
import { layoutFor, queueMail, storeFile } from '../settings/index.ts';
import { day, say } from './paper.ts';
import { billedParty } from './party.ts';
import { statementPaper } from './statement.ts';

/** Layouts of documents belong to no area, so no screens are needed. */
const NO_SCREENS = new Map<string, never>();

type Of = { merchantId: string | null; customerId: string | null };

/** A statement of account as PDF/A in the languages of the party, with what its mail says. @throws DomainError NotFound without the party */
export async function statementFile(tx: Db, of: Of, period: { from: string; to: string }) {
  const party = await billedParty(tx, of);
  const locales = paperLanguages(party.address.country);
  const [locale = 'en'] = locales;
  const document = of.merchantId === null ? 'customerStatement' : 'merchantStatement';
  const layout = (await layoutFor(tx, NO_SCREENS, { roles: [], merchantId: of.merchantId }, document)) ?? LAYOUTS[document];
  const title = `${party.no} ${period.to}`;
  const record = await statementPaper(tx, of, period);
  const archive = { language: LOCALE_TAGS[locale], files: [] };
  const { bytes } = await writePrint(
    { document, layout, records: [record], locales, dpi: 203, format: 'pdf', copies: 1, title, archive },
    loadPage,
  );
  return { party, locales, locale, name: `${title}.pdf`, issueDate: record.issueDate, bytes: Buffer.from(bytes) };
}

/**
 * Queues the mail with a statement of account as PDF, to the address for invoices, in the language of the reader. It may be sent as often as
 * somebody asks: each is of another day.
 * @returns the id of the mail
 * @throws DomainError NotFound without the party; StateRefused without an address
 */
export async function sendStatement(tx: Db, config: Config, of: Of, period: { from: string; to: string }): Promise<string> {
  const { party, locales, locale, name, issueDate, bytes } = await statementFile(tx, of, period);
  const mailTo = party.invoiceEmail || party.email;
  if (mailTo === '') throw new DomainError('StateRefused', 'invoices.refusals.invoiceEmailMissing');
  const stored = await storeFile(config, { bytes, name, visibility: 'intern' });
  await tx.insert(files).values({ ...stored, visibility: 'intern' });
  const house = await readHouse(tx);
  const values = (one: Locale): Record<string, string> => ({
    house: house.legalName,
    date: day(issueDate ?? '', one),
    until: day(period.to, one),
  });
  return queueMail(tx, {
    kind: 'statement',
    documentNo: party.no,
    mailTo,
    subject: say([locale], 'invoices.mail.statementSubject', values(locale)),
    text: `${locales.map((one) => say([one], 'invoices.mail.statementText', values(one))).join('\n\n— — —\n\n')}\n`,
    locale,
    ...of,
    pdfFile: stored.id.replaceAll('-', ''),
    xmlFile: null,
  });
}
