import { sql } from 'drizzle-orm';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { noteBounce } from '../../settings/index.ts';
import { incomingMailSources, incomingMails } from '../incoming-mails/table.ts';
import { addByMail, type Entered, openByMail } from './enter.ts';
import { findPlace, type Place } from './find-place.ts';
import type { TicketMail } from './read-mail.ts';

/** Writes down a mail that arrived, and puts it where it belongs. The transaction must have the rights of the house. */

export type Kept = { state: 'taken' | 'held' | 'automatic' | 'known' };

/** A mail server may deliver a mail twice, with other headers of the way. Both may be read at the same time. */
const lockMail = command(({ key }: { key: string }) => sql`select pg_advisory_xact_lock(hashtext(${key}))`);
const findKnown = statement(
  { id: incomingMails.id },
  ({ sender, messageId }: { sender: string; messageId: string }) =>
    sql`select id from incoming_mails where lower(sender) = ${sender} and message_id = ${messageId}`,
);

const enter = (tx: Db, config: Config, mail: TicketMail, place: Place): Promise<Entered> | null => {
  if (place.to === 'ticket') return addByMail(tx, config, mail, place);
  return place.to === 'newTicket' ? openByMail(tx, config, mail, place) : null;
};

/** @param bytes the mail as it came, kept until it is in a ticket */
export async function keepMail(tx: Db, config: Config, mail: TicketMail, bytes: Buffer, ownAddresses: readonly string[]): Promise<Kept> {
  const { sender, senderName, subject, quote, messageId } = mail;
  if (messageId !== '') {
    await lockMail(tx, { key: `incoming mail ${sender} ${messageId}` });
    if (await findKnown.first(tx, { sender, messageId })) return { state: 'known' };
  }
  const place = await findPlace(tx, config, mail, ownAddresses);
  const entered = await enter(tx, config, mail, place);
  const head = { sender, senderName, subject, quote, messageId, attachments: mail.attachments.length };
  if (entered !== null) {
    const { ticketId, entryId, refused } = entered;
    await tx.insert(incomingMails).values({
      ...head,
      state: 'taken',
      ticketId,
      ticketEntryId: entryId,
      refused: refused.join('\n').slice(0, 4000),
      decidedAt: sql`now()`,
    });
    return { state: 'taken' };
  }
  if (place.to !== 'list') throw new Error('a mail has no place');
  const { state, reason, ticketId = null, mailId = null } = place;
  const [row] = await tx
    .insert(incomingMails)
    .values({ ...head, text: mail.text, state, reason, ticketId, mailId, decidedAt: state === 'held' ? null : sql`now()` })
    .returning({ id: incomingMails.id });
  if (row) await tx.insert(incomingMailSources).values({ mailId: row.id, bytes });
  if (mailId !== null) await noteBounce(tx, mailId, `${subject} (${sender})`);
  return { state };
}
