import type { Attachment, Email } from 'postal-mime';
import { withoutHidden } from '#contract/core/fields';
import { MAIL_QUOTE_MAX, MAIL_TEXT_MAX } from '#contract/support/incoming-mails';
import { attachmentBytes, parseMail, plainLine, senderOf } from '../../../core/mail/parse-mail.ts';
import { textOfHtml } from './html-text.ts';
import { splitQuote } from './split-quote.ts';

/** A mail to the house as tickets need it. Nothing that it says about itself is proof of anything. */

/** Why a program wrote it: an answer during an absence, a report that a mail could not be delivered, a mailing list. */
export type Automatic = 'autoReply' | 'bounce' | 'mailingList';
export type TicketMail = {
  sender: string;
  senderName: string;
  subject: string;
  text: string;
  quote: string;
  messageId: string;
  /** The mails that it answers, or of which a report says that they could not be delivered. */
  answers: string[];
  automatic: Automatic | null;
  /** A mail server on the way found that the sender is not who it says (DMARC). */
  isForged: boolean;
  attachments: { name: string; bytes: Buffer }[];
};

const IDS = /<[^<>\s]{3,500}>/g;
const MOST_ANSWERED = 50;
/** Characters of a text that are read. */
const TEXT_MAX = 500_000;

const headersOf = ({ headers }: Email, name: string): string[] => headers.flatMap(({ key, value }) => (key === name ? [value.trim()] : []));
const isReport = ({ mimeType }: Attachment): boolean => mimeType === 'message/delivery-status';
/** The mail that came back, whole or its headers. */
const isReturned = ({ mimeType }: Attachment): boolean => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers';

/** RFC 3834, section 2 and 5; RFC 3464; what mail programs wrote before those. */
function automaticOf(email: Email, sender: string): Automatic | null {
  const has = (name: string, pattern: RegExp): boolean => headersOf(email, name).some((value) => pattern.test(value));
  const returnPath = headersOf(email, 'return-path')[0] ?? '';
  const reports = email.attachments.filter(isReport).map((one) => attachmentBytes(one).toString('latin1'));
  if (reports.length > 0) return reports.some((text) => /^action:\s*failed/im.test(text)) ? 'bounce' : 'autoReply';
  if (has('content-type', /^multipart\/report/i)) return 'autoReply';
  if (/^(mailer-daemon|postmaster)@/i.test(sender)) return 'bounce';
  if (has('list-id', /./) || has('list-unsubscribe', /./) || has('precedence', /^(bulk|list|junk)$/i)) return 'mailingList';
  if (has('auto-submitted', /^(?!no\b)./i) || has('precedence', /^auto_reply$/i) || has('x-autoreply', /./) || has('x-autorespond', /./))
    return 'autoReply';
  return returnPath === '<>' ? 'autoReply' : null;
}

function answersOf(email: Email): string[] {
  const returned = email.attachments.filter(isReturned).map((one) => attachmentBytes(one).toString('utf8').slice(0, 100_000));
  const all = [email.inReplyTo ?? '', email.references ?? '', ...returned].flatMap((text) => text.match(IDS) ?? []);
  return [...new Set(all)].slice(0, MOST_ANSWERED);
}

const textOf = ({ text, html }: Email): string =>
  withoutHidden(((text ?? '').trim() === '' ? textOfHtml((html ?? '').slice(0, TEXT_MAX)) : (text ?? '')).slice(0, TEXT_MAX));
/** A cut between the halves of a character leaves none of them. */
const cut = (text: string, max: number): string => withoutHidden(text.slice(0, max));

/** @returns null if it is no mail, or has no sender */
export async function readTicketMail(bytes: Buffer): Promise<TicketMail | null> {
  const email = await parseMail(bytes);
  const sender = email ? senderOf(email).toLowerCase().slice(0, 254) : '';
  if (!email || sender === '') return null;
  const { text, quote } = splitQuote(textOf(email));
  return {
    sender,
    senderName: plainLine(email.from?.name ?? ''),
    subject: plainLine(email.subject ?? '', 300),
    text: cut(text, MAIL_TEXT_MAX),
    quote: cut([text.slice(MAIL_TEXT_MAX), quote].filter(Boolean).join('\n\n'), MAIL_QUOTE_MAX),
    messageId: plainLine(email.messageId ?? '', 500),
    answers: answersOf(email),
    automatic: automaticOf(email, sender),
    isForged: headersOf(email, 'authentication-results').some((value) => /\bdmarc\s*=\s*fail\b/i.test(value)),
    attachments: email.attachments
      .filter((one) => !isReport(one) && !isReturned(one))
      .map((one) => ({ name: plainLine(one.filename ?? '') || 'file', bytes: attachmentBytes(one) })),
  };
}
