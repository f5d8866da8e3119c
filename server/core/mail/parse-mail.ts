import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { withoutHidden } from '#contract/core/fields';

/** Reads mails (RFC 5322) within limits of depth and size. Signed mails (multipart/signed) are read like others. */

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 262_144, maxRfc822NestingDepth: 3 };
const MOST_ATTACHMENTS = 50;

/** @returns null if it is no mail, or has more parts than anybody sends */
export async function parseMail(bytes: Buffer): Promise<Email | null> {
  const email = await PostalMime.parse(bytes, LIMITS).catch(() => null);
  if (!email || email.attachments.length > MOST_ATTACHMENTS || (email.headers.length === 0 && email.attachments.length === 0)) return null;
  return email;
}

export const attachmentBytes = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content));

/** One line without hidden characters, such as a name or an address. */
export const plainLine = (text: string, max = 200): string => withoutHidden(text.replaceAll(/\s+/g, ' ').trim().slice(0, max)).trim();

export const senderOf = ({ from }: Email): string => plainLine(from?.address ?? from?.group?.[0]?.address ?? '');
