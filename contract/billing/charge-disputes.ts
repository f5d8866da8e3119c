import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Id, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount, Paid } from '../money/amount.ts';
import { BILLED } from '../money/circles.ts';
import { DISPUTE_STATUSES } from './charge-states.ts';

/**
 * Disputes: a merchant says that a charge, or a line of an invoice, is wrong. A person of the house answers. Amounts are net unless they say
 * gross, in the smallest unit.
 */
export const chargeDisputes = defineArea({
  name: 'chargeDisputes',
  fields: {
    no: Line(20),
    merchantId: Ref('merchants'),
    /** The charge; null for a line of an invoice that has no charges. */
    chargeId: Ref('charges').nullable(),
    /** The invoice that it is on. Null: not billed when the dispute was opened. */
    invoiceId: Ref('invoices').nullable(),
    lineId: Id.nullable(),
    /** The service or the text of the line. */
    subject: Line(200),
    reason: Lines(1000),
    currency: z.enum(BILLED),
    amount: Amount,
    /** With VAT: this part of the invoice is not dunned while the dispute is open. */
    gross: Amount,
    status: z.enum(DISPUTE_STATUSES),
    openedOn: CalendarDate,
    answer: Lines(1000),
    /** What the house agreed to. */
    accepted: Amount,
    creditId: Ref('invoices').nullable(),
    decidedAt: Instant.nullable(),
    decidedBy: Ref('users').nullable(),
  },
  search: ['no', 'subject', 'reason'],
  title: ['no', 'subject'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** Body of `POST /v0/charges/:id/dispute`; `amount` null: all of it. */
export const DisputeCharge = z.strictObject({ reason: Lines(1000).min(3), amount: Paid.nullable().default(null) });
/** Body of `POST /v0/invoices/:id/dispute`. `line`: its number on the invoice. */
export const DisputeLine = DisputeCharge.extend({ line: z.int().min(1) });
/** Body of `POST /v0/chargeDisputes/:id/decide`. `amount`: what is agreed to, of a part. */
export const DecideDispute = z.strictObject({
  answer: Lines(1000).min(3),
  amount: Paid.nullable().default(null),
});
