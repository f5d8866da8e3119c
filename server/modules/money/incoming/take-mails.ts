import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { MAX_MAIL_MB } from '#contract/money/received-invoice';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { type Outcome, takeFiles, type WatchedFolder } from '../../../core/folders/take-files.ts';
import { sentenceIn, textIn } from '../../../core/http/texts.ts';
import { notify, peopleOfRole, textFor } from '../../support/index.ts';
import { EInvoiceError } from '../e-invoice-in/fault.ts';
import { readEInvoiceInTurns } from '../e-invoice-in/read.ts';
import { type MailPart, readMail } from './read-mail.ts';
import { receive } from './receive.ts';

/** Incoming invoices by mail: the mail server of the house puts each message as a file into a folder. */

type Context = { db: Db; config: Config; log: FastifyBaseLogger };
/** The reports beside the files are for whoever runs the server. */
const word = (key: string): string => textIn('en', `incomingBills.mail.${key}`);

/** `none`: it is no e-invoice, such as a PDF with the terms of business. */
type Result = { state: 'received' | 'known' | 'none' | 'bad'; report: string };

const fault = ({ fault: code, params }: EInvoiceError): string => sentenceIn('en', `incomingBills.faults.${code}`, params);

async function takePart(tx: Db, config: Config, part: MailPart, sender: string): Promise<Result> {
  if (part.kind === 'sealed' || part.kind === 'archive') return { state: 'bad', report: word(part.kind) };
  if (part.kind === 'other') return { state: 'none', report: word('other') };
  try {
    const document = await readEInvoiceInTurns(part.bytes);
    const { no } = await receive(tx, config, { name: part.name, bytes: part.bytes, document, source: 'mail', sender });
    return { state: 'received', report: word('received').replace('{{no}}', no) };
  } catch (error) {
    if (!(error instanceof EInvoiceError)) throw error;
    if (['sameFile', 'sameNumber', 'sameBill'].includes(error.fault)) return { state: 'known', report: fault(error) };
    return { state: error.fault === 'pdfWithout' || error.fault === 'unknownFormat' ? 'none' : 'bad', report: fault(error) };
  }
}

/** Good if every e-invoice in it was received, now or before, and there is one. */
async function takeMail(tx: Db, config: Config, bytes: Buffer): Promise<Outcome> {
  const mail = await readMail(bytes);
  if (!mail) return { isGood: false, report: word('unreadable') };
  if (mail.parts.length === 0) return { isGood: false, report: word('noAttachment') };
  const results: Result[] = [];
  for (const part of mail.parts) results.push(await takePart(tx, config, part, mail.sender));
  const isGood = results.every(({ state }) => state !== 'bad') && results.some(({ state }) => state === 'received' || state === 'known');
  return { isGood, report: results.map(({ report }, i) => `${mail.parts[i]?.name ?? ''}: ${report}`).join('\n') };
}

const WORDS = ['empty', 'tooLarge', 'otherKind', 'failed', 'again'] as const;

/**
 * Receives what waits in the folder of invoice mails. Finance is told of mails from which not every invoice could be received.
 * @param settled milliseconds for which a file must be unchanged
 */
export async function takeInvoiceMails({ db, config, log }: Context, settled?: number): Promise<void> {
  if (config.INVOICE_MAILS === undefined) return;
  const folder: WatchedFolder = {
    name: 'invoiceMails',
    path: join(config.KONTOR_DATA, config.INVOICE_MAILS),
    ending: '.eml',
    maxBytes: MAX_MAIL_MB * 1024 * 1024,
    words: Object.fromEntries(WORDS.map((key) => [key, word(key)])) as WatchedFolder['words'],
    take: (tx, { bytes }) => takeMail(tx, config, bytes),
  };
  const bad = (await takeFiles({ db, log }, folder, settled)).filter(({ isGood }) => !isGood);
  const [first] = bad;
  if (!first) return;
  const values = { n: String(bad.length), name: first.name.slice(0, 100), report: first.report.slice(0, 500) };
  await db.transaction(async (tx) => {
    await notify(tx, await peopleOfRole(tx, 'finance'), (locale) => ({
      title: textFor(locale, 'incomingBills.notifications.badMailTitle', values),
      text: textFor(locale, 'incomingBills.notifications.badMailText', values),
      type: 'warning',
      link: '/purchases/incoming-bills',
    }));
  });
}
