import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, FileId, Instant, Line, Ref } from '../core/fields.ts';
import { Amount } from './amount.ts';
import { BILLED } from './circles.ts';
import { LETTER_STATUSES } from './dunning-states.ts';

/** Letters of dunning runs: one for each party and currency. Amounts are in the smallest unit. */
export const dunningLetters = defineArea({
  name: 'dunningLetters',
  fields: {
    no: Line(30),
    runId: Ref('dunningRuns'),
    merchantId: Ref('merchants').nullable(),
    customerId: Ref('customers').nullable(),
    partyName: Line(200),
    level: z.int(),
    status: z.enum(LETTER_STATUSES),
    currency: z.enum(BILLED),
    /** Open amount of its items, without what is disputed. */
    due: Amount,
    interest: Amount,
    flatSum: Amount,
    fee: Amount,
    /** The last day of the new term. */
    payUntil: CalendarDate,
    sentAt: Instant.nullable(),
    mailId: Ref('outgoingMails').nullable(),
    pdfFile: FileId.nullable(),
    /** The draft of the invoice with its interest and fees, if somebody asked for it. */
    invoiceId: Ref('invoices').nullable(),
  },
  search: ['no', 'partyName'],
  title: ['no', 'partyName'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
