import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import { MAX_LINES, pricedLine } from '../money/lines.ts';
import { QUOTATION_STATUSES } from './quotation.ts';

const QuotationLine = z.strictObject(pricedLine);
export type QuotationLine = z.infer<typeof QuotationLine>;

const head = {
  /** Exactly one of the two is set: a merchant or another customer of the house. */
  merchantId: Ref('merchants').nullable().default(null),
  customerId: Ref('customers').nullable().default(null),
  subject: Line(200, 1),
  currency: Currency.default('EUR'),
  /** The last day of acceptance. */
  validUntil: CalendarDate,
  lines: z.array(QuotationLine).max(MAX_LINES).default([]),
  note: Lines(2000).default(''),
};
const computed = {
  no: Line(30),
  revision: z.int(),
  status: z.enum(QUOTATION_STATUSES),
  net: Amount,
  tax: Amount,
  gross: Amount,
  sentAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  declinedAt: Instant.nullable(),
  declineReason: Line(500),
  replacedAt: Instant.nullable(),
  /** The quotation that this revision replaced. */
  replacesId: Ref('quotations').nullable(),
  /** The draft invoice created on acceptance. */
  invoiceId: Ref('invoices').nullable(),
};

/** Quotations of the house: prices that are valid until a day. */
export const quotations = defineArea({
  name: 'quotations',
  fields: { ...head, ...computed },
  serverSet: Object.keys(computed) as (keyof typeof computed)[],
  search: ['no', 'subject'],
  title: ['no', 'subject'],
  without: ['import'],
});
