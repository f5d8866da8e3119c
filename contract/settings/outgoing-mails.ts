import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Email, FileId, Id, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { MAIL_KINDS, MAIL_STATES } from './mail-states.ts';

/** Documents that the house sends by mail: to whom, with which files, and whether they arrived at the recipient's server. */
export const outgoingMails = defineArea({
  name: 'outgoingMails',
  fields: {
    no: Line(30),
    kind: z.enum(MAIL_KINDS),
    documentNo: Line(40),
    status: z.enum(MAIL_STATES),
    mailTo: Line(254),
    subject: Line(300),
    text: Lines(5000),
    locale: z.enum(LOCALES),
    attempts: z.int(),
    /** The next try; null once it is sent or given up. */
    dueAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    /** What the mail server answered last, or who recorded that it came back. Null for people outside the house, as the reason. */
    error: Line(500).nullable(),
    /** Why it was sent again. */
    reason: Line(300).nullable(),
    resendOf: Ref('outgoingMails').nullable(),
    invoiceId: Ref('invoices').nullable(),
    quotationId: Ref('quotations').nullable(),
    /** The order whose parcels left, or of which a ticket asks. */
    taskId: Ref('tasks').nullable(),
    ticketId: Ref('tickets').nullable(),
    /** The message of the ticket that it carries, or the ticket itself for the question that opened it. */
    ticketEntryId: Id.nullable(),
    merchantId: Ref('merchants').nullable(),
    customerId: Ref('customers').nullable(),
    pdfFile: FileId.nullable(),
    xmlFile: FileId.nullable(),
  },
  search: ['no', 'documentNo', 'mailTo', 'subject'],
  title: ['no', 'documentNo'],
  named: true,
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** Body of `POST /v0/outgoingMails/:id/bounced`. */
export const MailReason = z.strictObject({ reason: Line(300, 1) });
/** Body of `POST /v0/outgoingMails/:id/again`. `mailTo`: another address; empty: the same. */
export const MailAgain = z.strictObject({ reason: Line(300, 1), mailTo: z.union([z.literal(''), Email]).default('') });
