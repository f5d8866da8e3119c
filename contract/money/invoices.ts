import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Address, CalendarDate, EMPTY_ADDRESS, FileId, Id, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount } from './amount.ts';
import { BILLED } from './circles.ts';
import { Rate } from './fx.ts';
import { MAX_LINES, pricedLine } from './lines.ts';
import { INVOICE_KINDS, INVOICE_STATUSES } from './status.ts';

/**
 * `ofLine`: the invoice line that a credit note line takes back. `taskLineId`: the line of the order that is charged. `serviceFrom` and
 * `serviceTo`: when it was rendered, where that differs from the document.
 */
export const InvoiceLine = z.strictObject({
  ...pricedLine,
  ofLine: Id.nullable().default(null),
  taskLineId: Id.optional(),
  serviceFrom: CalendarDate.optional(),
  serviceTo: CalendarDate.optional(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

const head = {
  /** Exactly one of the two is set: a merchant or another customer of the house. */
  merchantId: Ref('merchants').nullable().default(null),
  customerId: Ref('customers').nullable().default(null),
  /** The merchant whose services these are, where a customer pays for them. The merchant reads the posted document and may dispute its lines. */
  forMerchantId: Ref('merchants').nullable().default(null),
  currency: z.enum(BILLED).default('EUR'),
  /** When the service was rendered (§ 14 Abs. 4 Nr. 6 UStG). If empty: on the day of issue. */
  serviceFrom: CalendarDate.nullable().default(null),
  serviceTo: CalendarDate.nullable().default(null),
  /** Null: the payment days of the party. */
  paymentDays: z.int().min(0).max(365).nullable().default(null),
  reference: Line(100).default(''),
  lines: z.array(InvoiceLine).max(MAX_LINES).default([]),
  note: Lines(1000).default(''),
};
/** Computed by the server, or frozen at posting. */
const computed = {
  no: Line(30),
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  overdue: z.boolean(),
  issueDate: CalendarDate.nullable(),
  dueDate: CalendarDate.nullable(),
  net: Amount,
  tax: Amount,
  gross: Amount,
  settled: Amount,
  credited: Amount,
  open: Amount,
  /** Units of the currency for one euro on the day of issue. */
  rate: Rate.nullable(),
  partyName: Line(200),
  partyVatId: Line(30),
  partyAddress: Address.default(EMPTY_ADDRESS),
  /** The invoice that this credit note takes back. */
  reversesId: Ref('invoices').nullable(),
  /** The order that an invoice was made from; of a credit note the return. */
  taskId: Ref('tasks').nullable(),
  postedAt: Instant.nullable(),
  pdfFile: FileId.nullable(),
  pdfHash: z.string(),
  /** The e-invoice as XML, if the party gets one. */
  xmlFile: FileId.nullable(),
  xmlHash: z.string(),
  /** The merchant that may read it. Set at posting, so that drafts are visible only inside the house. */
  readerId: Ref('merchants').nullable(),
};

/**
 * Invoices and credit notes of the house. A draft can be edited. Posting assigns a number without gaps, freezes and books it. After that
 * it can only be taken back by a credit note and issued again.
 */
export const invoices = defineArea({
  name: 'invoices',
  fields: { ...head, ...computed },
  serverSet: Object.keys(computed) as (keyof typeof computed)[],
  search: ['no', 'partyName', 'reference'],
  title: ['no', 'partyName'],
  merchant: 'readerId',
  without: ['purge', 'import'],
  retained: true,
});
