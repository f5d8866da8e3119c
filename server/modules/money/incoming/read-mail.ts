import type { Attachment } from 'postal-mime';
import { attachmentBytes, parseMail, plainLine, senderOf } from '../../../core/mail/parse-mail.ts';

/** The invoices in a mail, as far as names and types tell. */

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

/** @returns null if it is no mail, or has more parts than any invoice needs */
export async function readMail(bytes: Buffer): Promise<Mail | null> {
  const email = await parseMail(bytes);
  if (!email) return null;
  const parts = email.attachments.map((one) => ({
    name: plainLine(one.filename ?? '') || 'invoice',
    kind: kindOf(one),
    bytes: attachmentBytes(one),
  }));
  return { sender: senderOf(email), parts };
}
