import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import type { MailKind } from '#contract/settings/mail-states';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { command, orNull, type Row, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { isBounce, isUnreached, sendMail } from '../../core/mail/mail.ts';
import { readHouse } from '../printing/index.ts';
import { filePath } from './files/store.ts';
import { files } from './files/table.ts';
import { outgoingMails } from './outgoing-mails/table.ts';

/** The queue of documents that are sent by mail. Only this file writes the state of a mail. */

const BATCH = 50;
/** Seconds until the next try, after the first, second … failed one. After the last the mail has failed. */
const BACKOFF = [60, 600, 3600, 21_600, 86_400] as const;
/** Seconds after which another node may take over a mail. */
const LEASE = 300;
const MOST_ERROR = 500;

export type NewMail = {
  kind: MailKind;
  documentNo: string;
  mailTo: string;
  subject: string;
  text: string;
  locale: Locale;
  invoiceId?: string | null;
  quotationId?: string | null;
  taskId?: string | null;
  ticketId?: string | null;
  ticketEntryId?: string | null;
  merchantId: string | null;
  customerId: string | null;
  pdfFile: string | null;
  xmlFile: string | null;
};

export const hostOf = (config: Pick<Config, 'KONTOR_ORIGIN'>): string => new URL(config.KONTOR_ORIGIN).hostname;
/** The Message-ID of a mail: the same at every try, so that mail programs can tell that it is the same mail. */
export const mailIdOf = (config: Pick<Config, 'KONTOR_ORIGIN'>, id: string): string => `<${id}@${hostOf(config)}>`;

/** What a mail has besides its text. `references`: Message-IDs of the mails that it continues, the oldest first. */
export type MailParts = { files: readonly AttachedFile[]; foot: string; references: readonly string[]; replyTo: string | undefined };
type AttachedFile = { id: string; name: string; mime: string };
export type OfMail = { id: string; mailTo: string; locale: Locale; ticketId: string | null; ticketEntryId: string | null };
type PartsOf = (db: Db, config: Config, of: OfMail) => Promise<MailParts>;
const parts = new Map<MailKind, PartsOf>();
/** Registers at start what completes mails of a kind when they are sent. A mail of such a kind is written by a person and can be answered. */
export const completeMails = (kind: MailKind, source: PartsOf): void => void parts.set(kind, source);

/** Puts a mail into the queue, in the transaction of the caller. It is sent by the job, within a minute. @returns its id */
export async function queueMail(tx: Db, mail: NewMail): Promise<string> {
  const [made] = await tx.insert(outgoingMails).values(mail).returning({ id: outgoingMails.id });
  if (!made) throw new Error('no mail was written');
  return made.id;
}

const findAddress = statement(
  { mailTo: outgoingMails.mailTo },
  ({ id }: { id: string }) => sql`select mail_to from outgoing_mails where id = ${id}::uuid`,
);
/** What a call that queued a mail answers: its id, and to whom it will be sent. */
export const MailQueued = z.object({ id: Id, mailTo: z.string() });
export const mailQueued = async (tx: Db, id: string): Promise<z.infer<typeof MailQueued>> => ({
  id,
  ...(await findAddress.one(tx, { id })),
});

const findUnderway = statement(
  { id: outgoingMails.id },
  ({ invoiceId, quotationId }: { invoiceId: string | null; quotationId: string | null }) => sql`select id from outgoing_mails
      where (invoice_id = ${invoiceId}::uuid or quotation_id = ${quotationId}::uuid) and status in ('waiting', 'sent') and deleted_at is null limit 1`,
);

/** Refuses a second mail with the same document: it is sent again in the list of mails, with a reason. @throws DomainError StateRefused */
export async function refuseSecond(tx: Db, of: { invoiceId?: string; quotationId?: string }): Promise<void> {
  const found = await findUnderway.first(tx, { invoiceId: of.invoiceId ?? null, quotationId: of.quotationId ?? null });
  if (found) throw new DomainError('StateRefused', 'outgoingMails.refusals.alreadySent');
}

const lockMail = statement(
  { status: outgoingMails.status },
  ({ id }: { id: string }) => sql`select status from outgoing_mails where id = ${id}::uuid and deleted_at is null for update`,
);
const insertAgain = statement(
  { id: outgoingMails.id },
  ({ id, mailTo, reason }: { id: string; mailTo: string; reason: string }) =>
    sql`insert into outgoing_mails (kind, document_no, mail_to, subject, text, locale, reason, resend_of, invoice_id, quotation_id, task_id, ticket_id, ticket_entry_id, merchant_id, customer_id, pdf_file, xml_file)
      select kind, document_no, coalesce(nullif(${mailTo}, ''), mail_to), subject, text, locale, ${reason}, id, invoice_id, quotation_id, task_id, ticket_id, ticket_entry_id, merchant_id, customer_id, pdf_file, xml_file
        from outgoing_mails where id = ${id}::uuid returning id`,
);
const writeBounced = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update outgoing_mails set status = 'bounced', due_at = null, error = ${reason} where id = ${id}::uuid`,
);

/**
 * Sends a mail again, as a mail of its own. @param mailTo another address; empty: the same
 * @throws DomainError NotFound; StateRefused while it still waits
 */
export async function sendAgain(tx: Db, id: string, { mailTo, reason }: { mailTo: string; reason: string }): Promise<string> {
  const row = await lockMail.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.status === 'waiting') throw new DomainError('StateRefused', 'outgoingMails.refusals.stillWaiting');
  return (await insertAgain.one(tx, { id, mailTo, reason })).id;
}

/** Records that a mail came back. @throws DomainError NotFound; StateRefused if it was not sent */
export async function markBounced(tx: Db, id: string, reason: string): Promise<void> {
  const row = await lockMail.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.status === 'bounced') return;
  if (row.status !== 'sent') throw new DomainError('StateRefused', 'outgoingMails.refusals.notSent');
  await writeBounced(tx, { id, reason });
}

const noteUndelivered = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update outgoing_mails set status = 'bounced', due_at = null, error = ${reason} where id = ${id}::uuid and status = 'sent'`,
);
/** A mail server reported that a mail could not be delivered. Does nothing if that is known. */
export const noteBounce = (tx: Db, id: string, reason: string): Promise<void> =>
  noteUndelivered(tx, { id, reason: reason.slice(0, MOST_ERROR) });

/** Counts the try before it is made: a node that dies while sending does not send for ever. */
const claimNext = statement(
  {
    id: outgoingMails.id,
    kind: outgoingMails.kind,
    mailTo: outgoingMails.mailTo,
    subject: outgoingMails.subject,
    text: outgoingMails.text,
    attempts: outgoingMails.attempts,
    pdfFile: orNull(outgoingMails.pdfFile),
    xmlFile: orNull(outgoingMails.xmlFile),
    error: outgoingMails.error,
    locale: outgoingMails.locale,
    ticketId: orNull(outgoingMails.ticketId),
    ticketEntryId: orNull(outgoingMails.ticketEntryId),
  },
  () => sql`update outgoing_mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE})
      where id = (select id from outgoing_mails where status = 'waiting' and due_at <= now() order by due_at limit 1 for update skip locked)
      returning id, kind, mail_to, subject, text, attempts, pdf_file, xml_file, error, locale, ticket_id, ticket_entry_id`,
);
type Claim = Row<typeof claimNext>;
const findFiles = statement(
  { id: files.id, name: files.name, mime: files.mime },
  ({ pdf, xml }: { pdf: string | null; xml: string | null }) =>
    sql`select id, name, mime from files where replace(id::text, '-', '') in (${pdf}::text, ${xml}::text) and deleted_at is null order by mime desc`,
);
const writeSent = command(
  ({ id, error }: { id: string; error: string }) =>
    sql`update outgoing_mails set status = 'sent', sent_at = now(), due_at = null, error = ${error} where id = ${id}::uuid`,
);
const writeFault = command(
  ({ id, status, error, wait }: { id: string; status: string; error: string; wait: number | null }) =>
    sql`update outgoing_mails set status = ${status}, error = ${error}, due_at = now() + make_interval(secs => ${wait}::int) where id = ${id}::uuid`,
  [{ id: '', status: 'waiting', error: '', wait: 60 }],
);

const writeUnsent = command(
  ({ id, error }: { id: string; error: string }) =>
    sql`update outgoing_mails set error = ${error}, attempts = attempts - 1, due_at = now() + make_interval(secs => ${BACKOFF[0]}) where id = ${id}::uuid`,
);

/** Marks a mail that may have been sent twice, as long as it exists. */
const MAYBE_TWICE = 'The server stopped during an earlier try, so the recipient may have this mail twice.';
/** A try without an answer and without a fault: the node ended between sending and writing it down. */
const markOf = ({ attempts, error }: Claim): string => ((attempts > 1 && error === '') || error.startsWith(MAYBE_TWICE) ? MAYBE_TWICE : '');

const attached = (config: Config, found: readonly AttachedFile[]) =>
  found.map(({ id, name, mime }) => ({ filename: name, path: filePath(config, id.replaceAll('-', '')), contentType: mime }));

async function sendOne({ db, config }: Pick<AppContext, 'db' | 'config'>, claim: Claim): Promise<void> {
  const found = await findFiles(db, { pdf: claim.pdfFile, xml: claim.xmlFile });
  if (found.length < [claim.pdfFile, claim.xmlFile].filter(Boolean).length) throw new Error('a file of the mail is missing');
  const more = (await parts.get(claim.kind)?.(db, config, claim)) ?? null;
  const { contact } = await readHouse(db);
  const replyTo = more?.replyTo ?? contact.email;
  await sendMail(config, {
    messageId: mailIdOf(config, claim.id),
    to: claim.mailTo,
    subject: claim.subject,
    text: more === null ? claim.text : [claim.text, `${more.foot}\n`].filter(Boolean).join('\n\n'),
    ...(replyTo === '' ? {} : { replyTo }),
    ...(more === null ? { isAutomatic: true } : { references: [...more.references] }),
    attachments: attached(config, [...found, ...(more?.files ?? [])]),
  });
}

/**
 * Sends the mails that are due, at most fifty. Several nodes may run it at once. What fails is tried again with growing pauses. While the mail
 * server cannot be reached, no try of any mail is used up: each run finds out with one of them. A node that dies between sending and writing it
 * down sends a mail again: the recipient gets it twice rather than never, and the mail is marked.
 */
export async function sendOutgoingMails(context: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<void> {
  const { db, log } = context;
  for (let count = 0; count < BATCH; count++) {
    const claim = await claimNext.first(db);
    if (!claim) return;
    try {
      await sendOne(context, claim);
      await writeSent(db, { id: claim.id, error: markOf(claim) });
    } catch (fault) {
      const error = `${markOf(claim)} ${fault instanceof Error ? fault.message : String(fault)}`.trim().slice(0, MOST_ERROR);
      if (isUnreached(fault)) {
        log.warn({ err: fault }, 'the mail server cannot be reached');
        return writeUnsent(db, { id: claim.id, error });
      }
      const wait = isBounce(fault) ? undefined : BACKOFF[claim.attempts - 1];
      const status = isBounce(fault) ? 'bounced' : wait === undefined ? 'failed' : 'waiting';
      log.warn({ err: fault, mail: claim.id, status }, 'a document could not be sent by mail');
      await writeFault(db, { id: claim.id, status, error, wait: wait ?? null });
    }
  }
}
