import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { textIn } from '../../../core/http/texts.ts';
import { readHouse } from '../../printing/index.ts';
import { files } from '../../settings/files/table.ts';
import { type MailParts, mailIdOf, type OfMail } from '../../settings/index.ts';

/** What a mail of a ticket has besides its text: the files of the message, and the mails that it continues. */

/** Bytes of the files of one mail. Mail servers refuse more; the mail says then that they are in Kontor. */
const ATTACHED_MAX = 15 * 1024 * 1024;
const MOST_REFERENCES = 20;

const findFiles = statement(
  { id: files.id, name: files.name, mime: files.mime, size: files.size },
  ({ entryId }: { entryId: string }) => sql`select f.id, f.name, f.mime, f.size from files f
    where f.deleted_at is null and replace(f.id::text, '-', '') in (
      select x.file from ticket_files x where x.message_id = ${entryId}::uuid and not x.internal
      union all select t.picture from tickets t where t.id = ${entryId}::uuid and t.picture is not null) order by f.id`,
);
/** Mails of the ticket before this one: their own numbers where they came in, those of ours else. The newest first. */
const findEarlier = statement(
  { own: cell.text, theirs: cell.text },
  ({ id, ticketId, most }: { id: string; ticketId: string; most: number }) => sql`select own, theirs from (
      select m.id::text as own, '' as theirs, m.created_at as at from outgoing_mails m
        where m.ticket_id = ${ticketId}::uuid and m.status = 'sent' and m.id <> ${id}::uuid
      union all
      select '', i.message_id, i.created_at from incoming_mails i where i.ticket_id = ${ticketId}::uuid and i.state = 'taken' and i.message_id <> '') e
    order by at desc limit ${most}::int`,
  [{ id: '01890000-0000-7000-8000-000000000000', ticketId: '01890000-0000-7000-8000-000000000000', most: 1 }],
);

const findReader = statement(
  { no: cell.text, hasAccount: cell.boolean },
  ({ ticketId, mailTo }: { ticketId: string; mailTo: string }) => sql`select t.no, exists (select from users u
      where lower(u.account) = lower(${mailTo}) and u.merchant_id = t.merchant_id and u.deleted_at is null and u.disabled_at is null) as has_account
    from tickets t where t.id = ${ticketId}::uuid`,
);

type Of = { ticketId: string; mailTo: string; locale: Locale };
/** How the reader answers: by mail, in Kontor, or both. Only who has an account gets its address. */
async function footOf(db: Db, config: Config, { ticketId, mailTo, locale }: Of, isTooLarge: boolean): Promise<string> {
  const { no, hasAccount } = await findReader.one(db, { ticketId, mailTo });
  const word = (key: string): string => textIn(locale, `tickets.mail.${key}`);
  const here = `${config.KONTOR_ORIGIN}/mEP/tickets/${ticketId}`;
  const lines = [
    isTooLarge ? word('files') : '',
    config.TICKET_MAILS === undefined ? '' : word('reply'),
    hasAccount ? `${word('here')} ${here}` : '',
  ];
  return [`-- \n${(await readHouse(db)).name} · ${word('ticket')} ${no}`, ...lines.filter(Boolean)].join('\n');
}

/** The parts of a mail of a ticket (settings/mail-queue.ts). */
export async function ticketParts(db: Db, config: Config, of: OfMail): Promise<MailParts> {
  const { id, mailTo, locale, ticketId, ticketEntryId } = of;
  if (ticketId === null || ticketEntryId === null) throw new Error('a mail of a ticket without its ticket');
  const found = await findFiles(db, { entryId: ticketEntryId });
  const isTooLarge = found.reduce((sum, file) => sum + file.size, 0) > ATTACHED_MAX;
  const earlier = await findEarlier(db, { id, ticketId, most: MOST_REFERENCES });
  return {
    files: isTooLarge ? [] : found,
    foot: await footOf(db, config, { ticketId, mailTo, locale }, isTooLarge),
    references: earlier.toReversed().map(({ own, theirs }) => (own === '' ? theirs : mailIdOf(config, own))),
    replyTo: config.TICKET_MAILS?.address,
  };
}
