import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Line, Lines, Ref } from '../core/fields.ts';

/**
 * `held`: somebody of the house decides. `taken`: it stands in a ticket. `automatic`: a program wrote it, so it never makes a ticket by itself.
 * `dismissed`: somebody decided that it is none of ours.
 */
export const INCOMING_MAIL_STATES = ['held', 'taken', 'automatic', 'dismissed'] as const;
/** Why a mail did not become part of a ticket by itself. */
export const INCOMING_MAIL_REASONS = [
  'unknownSender',
  'severalMerchants',
  'foreignTicket',
  'colleague',
  'forged',
  'empty',
  'autoReply',
  'bounce',
  'ownMail',
  'mailingList',
] as const;
export type IncomingMailReason = (typeof INCOMING_MAIL_REASONS)[number];

/** Characters of a message of a ticket; what a mail has more of stands with the quoted text. */
export const MAIL_TEXT_MAX = 4000;
export const MAIL_QUOTE_MAX = 20_000;

/** Mails that arrived for the tickets, and what became of each. */
export const incomingMails = defineArea({
  name: 'incomingMails',
  fields: {
    state: z.enum(INCOMING_MAIL_STATES),
    reason: z.enum(INCOMING_MAIL_REASONS).nullable(),
    sender: Line(254),
    senderName: Line(200),
    subject: Line(300),
    /** What was written, without the mail that it answers. Empty once it stands in a ticket. */
    text: Lines(MAIL_TEXT_MAX),
    /** The mail that it answers, as far as it was quoted. */
    quote: Lines(MAIL_QUOTE_MAX),
    /** Its attachments, and the names of those that are not allowed here. */
    attachments: z.int().min(0),
    refused: Lines(4000),
    /** Its own number and those of the mails that it answers, as the mail says. */
    messageId: Line(500),
    ticketId: Ref('tickets').nullable(),
    /** The message of the ticket, or the ticket itself where the mail opened it. */
    ticketEntryId: Id.nullable(),
    /** The mail of ours that could not be delivered. */
    mailId: Ref('outgoingMails').nullable(),
    decidedAt: Instant.nullable(),
  },
  search: ['sender', 'senderName', 'subject'],
  title: ['subject', 'sender'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
});

/** Bodies of `POST /v0/incomingMails/:id/open` and `/add`. */
export const OpenByMail = z.strictObject({ merchantId: Id });
export const AddByMail = z.strictObject({ ticketId: Id });
