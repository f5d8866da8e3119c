import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { withoutHidden } from '#contract/core/fields';

/** The invoices in a mail (RFC 5322), as far as names and types tell. Signed mails (multipart/signed) are read like others. */

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 262_144, maxRfc822NestingDepth: 3 };
const MOST_ATTACHMENTS = 50;

const INVOICE_TYPES = ['application/pdf', 'application/xml', 'text/xml', 'application/octet-stream'];
/** Containers of signed or encrypted mails, whose content cannot be read without a key or a library for it. */
const SEALED = /^application\/(x-)?(pkcs7-mime|pgp-encrypted)$/;
const ARCHIVES = /\.(zip|gz|tgz|rar|7z)$/i;

/** `invoice`: may be one; `sealed`, `archive`: cannot be opened; `other`: a picture, a signature, a calendar entry … */
export type MailPart = { name: string; kind: 'invoice' | 'sealed' | 'archive' | 'other'; bytes: Buffer };
export type Mail = { sender: string; parts: MailPart[] };

function kindOf({ mimeType, filename }: Attachment): MailPart['kind'] {
  const name = filename ?? '';
  if (SEALED.test(mimeType) || /\.p7m$/i.test(name)) return 'sealed';
  if (/\.(xml|pdf)$/i.test(name)) return 'invoice';
  if (ARCHIVES.test(name) || mimeType === 'application/zip') return 'archive';
  return INVOICE_TYPES.includes(mimeType) && !/\.\w{1,5}$/.test(name) ? 'invoice' : 'other';
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content));

const plain = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
const senderOf = ({ from }: Email): string => plain(from?.address ?? from?.group?.[0]?.address ?? '');

/** @returns null if it is no mail, or has more parts than any invoice needs */
export async function readMail(bytes: Buffer): Promise<Mail | null> {
  const email = await PostalMime.parse(bytes, LIMITS).catch(() => null);
  if (!email || email.attachments.length > MOST_ATTACHMENTS || (email.headers.length === 0 && email.attachments.length === 0)) return null;
  const parts = email.attachments.map((one) => ({ name: plain(one.filename ?? '') || 'invoice', kind: kindOf(one), bytes: bytesOf(one) }));
  return { sender: senderOf(email), parts };
}
