import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, FileId, Id, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount, Counted, UnitPrice } from './amount.ts';
import { Rate } from './fx.ts';
import { MAX_LINES, pricedLine } from './lines.ts';
import { BILL_STATUSES } from './status.ts';

/** A line of a bill, beside what was ordered and what came (three-way match, contract/money/match.ts). */
export const BillLine = z.strictObject({
  ...pricedLine,
  /** The line of the purchase order that it bills; what was ordered and received then follows from there. */
  ofLine: Id.nullable().default(null),
  /** Number of the purchase order or the receipt that it belongs to. */
  orderNo: Line(30).default(''),
  ordered: Counted.nullable().default(null),
  orderedPrice: UnitPrice.nullable().default(null),
  received: Counted.nullable().default(null),
});
export type BillLine = z.infer<typeof BillLine>;

const head = {
  no: Line(20).default(''),
  /** Exactly one of the two. */
  supplierId: Ref('suppliers').nullable().default(null),
  carrierId: Ref('carriers').nullable().default(null),
  /** The order that it bills: a bill without lines takes them from there. */
  purchaseOrderId: Ref('purchaseOrders').nullable().default(null),
  /** Their number: once for each of them. */
  theirNo: Line(40, 1),
  billDate: CalendarDate,
  /** Empty: so many days after the bill's date as the supplier gives. */
  dueDate: CalendarDate.nullable().default(null),
  currency: Currency.default('EUR'),
  /** The total as it stands on their paper: what we compute must come to the same. */
  theirTotal: Amount,
  file: FileId.nullable().default(null),
  lines: z.array(BillLine).max(MAX_LINES).default([]),
  remark: Lines(1000).default(''),
};
const computed = {
  status: z.enum(BILL_STATUSES),
  overdue: z.boolean(),
  net: Amount,
  tax: Amount,
  gross: Amount,
  settled: Amount,
  open: Amount,
  rate: Rate.nullable(),
  /** Lines that differ from order or receipt. */
  differences: z.int(),
  /** Lines that ask for more than was received. */
  aboveReceipt: z.int(),
  approvedAt: Instant.nullable(),
  approvedBy: Ref('users').nullable(),
  /** Why it was approved although it asks for more than was received. */
  approvalReason: Line(500),
  disputedAt: Instant.nullable(),
  disputeReason: Line(500),
  /** The carrier entered it at the gate. */
  byCarrier: z.boolean(),
};

/** What suppliers and carriers bill the house. Entered, compared with order and receipt, approved and so booked, paid. */
export const bills = defineArea({
  name: 'bills',
  fields: { ...head, ...computed },
  serverSet: Object.keys(computed) as (keyof typeof computed)[],
  search: ['no', 'theirNo', 'remark'],
  title: ['no', 'theirNo'],
  carrier: 'carrierId',
  without: ['purge', 'import'],
  retained: true,
});
