import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, FileId, Id, Instant, Line, Lines, Minor, Ref } from '../core/fields.ts';
import { Amount, Counted, UnitPrice } from './amount.ts';
import { Rate } from './fx.ts';
import { MAX_LINES, pricedLine } from './lines.ts';
import { BILL_KINDS, BILL_STATUSES } from './status.ts';

/** What a line of a carrier's bill charges for: the transport as offered, once for each order, or something on top, such as waiting time. */
export const CHARGES = ['freight', 'surcharge'] as const;

/** A line of a bill with the ordered and received quantities (three-way match, contract/money/match.ts). */
export const BillLine = z.strictObject({
  ...pricedLine,
  /** The billed line of the purchase order, which ordered and received quantities are taken from; of a credit the credited line. */
  ofLine: Id.nullable().default(null),
  /** Number of the purchase order or receipt. */
  orderNo: Line(30).default(''),
  ordered: Counted.nullable().default(null),
  orderedPrice: UnitPrice.nullable().default(null),
  received: Counted.nullable().default(null),
  /** Null is the ordinary charge: the goods of a supplier, the transport of a carrier. */
  charge: z.enum(CHARGES).nullable().default(null),
});
export type BillLine = z.infer<typeof BillLine>;

/**
 * What a supplier's total differs from ours because the supplier rounds each line: at most half a cent a line. Null if it differs by more.
 * @param ours the gross of the lines by our rounding
 */
export function theirRounding(lines: number, ours: number, theirs: number): number | null {
  return 2 * Math.abs(theirs - ours) <= lines ? theirs - ours : null;
}

/** The same where the document states its own breakdown of VAT: at most a cent for each line and each group. */
export function statedRounding(lines: number, groups: number, stated: number, theirs: number): number | null {
  return Math.abs(theirs - stated) <= lines + groups ? theirs - stated : null;
}

const head = {
  no: Line(20).default(''),
  /** Exactly one of the two is set. */
  supplierId: Ref('suppliers').nullable().default(null),
  carrierId: Ref('carriers').nullable().default(null),
  /** The billed purchase order. A bill without lines takes its lines from it. */
  purchaseOrderId: Ref('purchaseOrders').nullable().default(null),
  /** The bill that this one credits. Its lines name the credited lines in `ofLine`. */
  creditsId: Ref('bills').nullable().default(null),
  /** The number of the supplier's or carrier's document. Unique for each of them. */
  theirNo: Line(40, 1),
  billDate: CalendarDate,
  /** Day of the service, the tax point. If empty: the bill date. */
  serviceOn: CalendarDate.nullable().default(null),
  /** The day on which the house had the document: input VAT counts from then (§ 15 Abs. 1 UStG). If empty: the day of the service. */
  receivedOn: CalendarDate.nullable().default(null),
  /** If empty: the bill date plus the payment days of the supplier. */
  dueDate: CalendarDate.nullable().default(null),
  currency: Currency.default('EUR'),
  /** The total on the document. The computed total may differ by what rounding line by line explains. */
  theirTotal: Amount,
  file: FileId.nullable().default(null),
  lines: z.array(BillLine).max(MAX_LINES).default([]),
  remark: Lines(1000).default(''),
};
const computed = {
  /** `credit` if it credits another bill. */
  kind: z.enum(BILL_KINDS),
  status: z.enum(BILL_STATUSES),
  overdue: z.boolean(),
  net: Amount,
  tax: Amount,
  gross: Amount,
  /** What the total differs from net and tax because the supplier rounds each line. */
  rounding: Minor,
  settled: Amount,
  open: Amount,
  rate: Rate.nullable(),
  /** Number of lines that differ from the order or receipt. */
  differences: z.int(),
  /** Number of lines that charge more than was received. */
  aboveReceipt: z.int(),
  approvedAt: Instant.nullable(),
  approvedBy: Ref('users').nullable(),
  /** Part of `theirTotal` that the house did not approve; `gross` is what is left. */
  refused: Amount,
  /** Whether a line charges for an order that had not been picked up yet, when it was last looked at. */
  beforeService: z.boolean(),
  /** Why it was approved although it charges more than was received or before the service, or why only in part. */
  approvalReason: Line(500),
  disputedAt: Instant.nullable(),
  disputeReason: Line(500),
  /** True if the carrier entered the bill. */
  byCarrier: z.boolean(),
};

/**
 * Bills of suppliers and carriers to the house. A bill is entered, compared with order and receipt, approved (which books it), and paid.
 */
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
