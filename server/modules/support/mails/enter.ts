import { sql } from 'drizzle-orm';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { nextNumber } from '../../../core/db/number-series.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { files } from '../../settings/files/table.ts';
import { storeFile } from '../../settings/index.ts';
import { findRoot } from '../tickets/family.ts';
import { teamOfTopic } from '../tickets/owner.ts';
import { ticketFiles, ticketMessages, tickets } from '../tickets/table.ts';
import { FILES_MAX } from '../tickets/thread.ts';
import { updateTicketState } from '../tickets/update-state.ts';
import type { TicketMail } from './read-mail.ts';

/** Makes a message of a ticket, or a ticket, of a mail. The transaction must have the rights of the house. */

/** What the entry became, and the names of the attachments that are not allowed here. */
export type Entered = { ticketId: string; entryId: string; refused: string[] };

const MAX_BYTES = UPLOAD_MAX_MB * 1024 * 1024;
const SUBJECT_MAX = 150;

/** Attachments obey the limits of uploaded files: type by content, size, number. Pictures are drawn anew. @returns the names of the others */
async function keepAttachments(
  tx: Db,
  config: Config,
  { ticketId, entryId }: Pick<Entered, 'ticketId' | 'entryId'>,
  mail: TicketMail,
): Promise<string[]> {
  const refused: string[] = [];
  let kept = 0;
  for (const { name, bytes } of mail.attachments) {
    const stored = kept < FILES_MAX && bytes.length > 0 && bytes.length <= MAX_BYTES ? await storeOrRefuse(config, name, bytes) : null;
    if (stored === null) refused.push(name);
    else {
      kept += 1;
      await tx.insert(files).values({ ...stored, visibility: 'intern' });
      await tx.insert(ticketFiles).values({ ticketId, messageId: entryId, file: stored.id.replaceAll('-', '') });
    }
  }
  return refused;
}

const storeOrRefuse = async (config: Config, name: string, bytes: Buffer) => {
  try {
    return await storeFile(config, { bytes, name, visibility: 'intern' });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UploadTypeRefused') return null;
    throw error;
  }
};

/** Adds a mail to a ticket, or to the one in which it is continued. A closed ticket is open again. */
export async function addByMail(
  tx: Db,
  config: Config,
  mail: TicketMail,
  to: { ticketId: string; userId: string | null },
): Promise<Entered> {
  const { id: ticketId } = await findRoot.one(tx, { id: to.ticketId });
  const [message] = await tx
    .insert(ticketMessages)
    .values({ ticketId, by: to.userId, side: 'merchant', internal: false, text: mail.text })
    .returning({ id: ticketMessages.id });
  if (!message) throw new Error('no message was written');
  const place = { ticketId, entryId: message.id };
  const refused = await keepAttachments(tx, config, place, mail);
  await updateTicketState(tx, ticketId);
  return { ...place, refused };
}

/** Opens a ticket with a mail. Nobody of the house is its author, also where somebody of the house accepted it. */
export async function openByMail(
  tx: Db,
  config: Config,
  mail: TicketMail,
  of: { merchantId: string; userId: string | null },
): Promise<Entered> {
  const teamId = await teamOfTopic(tx, 'other');
  const next = await nextNumber(tx, 'tickets');
  const subject = mail.subject.slice(0, SUBJECT_MAX).trim() || mail.sender.slice(0, SUBJECT_MAX);
  await tx.execute(sql`select set_config('kontor.acting_user', current_setting('app.user', true), true), set_config('app.user', '', true)`);
  const [ticket] = await tx
    .insert(tickets)
    .values({
      no: `TK-${next}`,
      merchantId: of.merchantId,
      topic: 'other',
      subject,
      text: mail.text || subject,
      openedBy: 'merchant',
      teamId,
      createdBy: of.userId,
    })
    .returning({ id: tickets.id });
  await tx.execute(sql`select set_config('app.user', current_setting('kontor.acting_user', true), true)`);
  if (!ticket) throw new Error('no ticket was written');
  const place = { ticketId: ticket.id, entryId: ticket.id };
  const refused = await keepAttachments(tx, config, place, mail);
  await updateTicketState(tx, ticket.id);
  return { ...place, refused };
}
