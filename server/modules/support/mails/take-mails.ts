import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { type Outcome, takeFiles, type WatchedFolder } from '../../../core/folders/take-files.ts';
import { textIn } from '../../../core/http/texts.ts';
import { notify, peopleWith, textFor } from '../notify.ts';
import { keepMail } from './keep-mail.ts';
import { readTicketMail } from './read-mail.ts';

/** Mails for tickets: the mail server of the house puts each message to its address as a file into a folder, as for invoice mails. */

type Context = { db: Db; config: Config; log: FastifyBaseLogger };
const MAX_MAIL_MB = 30;
const WORDS = ['empty', 'tooLarge', 'otherKind', 'failed', 'again'] as const;
/** The reports beside the files are for whoever runs the server. */
const word = (key: string): string => textIn('en', `incomingMails.folder.${key}`);
const addressIn = (text: string): string => (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase();

async function takeMail(tx: Db, config: Config, bytes: Buffer, held: () => void): Promise<Outcome> {
  const mail = await readTicketMail(bytes);
  if (!mail) return { isGood: false, report: word('unreadable') };
  const own = [addressIn(config.MAIL_FROM), config.TICKET_MAILS?.address ?? ''];
  const { state } = await keepMail(tx, config, mail, bytes, own);
  if (state === 'held') held();
  return { isGood: true, report: word(state) };
}

/**
 * Takes what waits in the folder of ticket mails. Whoever decides on held mails is told of them.
 * @param settled milliseconds for which a file must be unchanged
 */
export async function takeTicketMails({ db, config, log }: Context, settled?: number): Promise<void> {
  if (config.TICKET_MAILS === undefined) return;
  let held = 0;
  const folder: WatchedFolder = {
    name: 'ticketMails',
    path: join(config.KONTOR_DATA, config.TICKET_MAILS.folder),
    ending: '.eml',
    maxBytes: MAX_MAIL_MB * 1024 * 1024,
    words: Object.fromEntries(WORDS.map((key) => [key, word(key)])) as WatchedFolder['words'],
    take: (tx, { bytes }) => takeMail(tx, config, bytes, () => void (held += 1)),
  };
  const bad = (await takeFiles({ db, log }, folder, settled)).filter(({ isGood }) => !isGood);
  if (bad.length > 0) log.warn({ files: bad.map(({ name }) => name) }, 'mails for tickets that cannot be read');
  if (held === 0) return;
  await db.transaction(async (tx) => {
    await notify(tx, await peopleWith(tx, 'incomingMails.update'), (locale) => ({
      title: textFor(locale, 'incomingMails.notifications.title', { n: String(held) }),
      text: textFor(locale, 'incomingMails.notifications.text', {}),
      type: 'warning',
      link: '/eEP/incomingMails',
    }));
  });
}
