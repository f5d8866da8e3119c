import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import { MAX_LINES, pricedLine } from '../money/lines.ts';
import { VAT_CATEGORIES } from '../money/vat.ts';
import { PURCHASE_STATUSES } from './purchase.ts';

/** A line with a SKU is goods expected at the dock. A line without one is a service. `supplierCode`: what the supplier calls the item. */
const PurchaseLine = z.strictObject({ ...pricedLine, sku: Line(64).default(''), supplierCode: Line(64).default('') });
export type PurchaseLine = z.infer<typeof PurchaseLine>;

const head = {
  supplierId: Ref('suppliers'),
  /** The merchant that will own the goods; null if the house buys for itself. */
  merchantId: Ref('merchants').nullable().default(null),
  currency: Currency.default('EUR'),
  expectedAt: CalendarDate.nullable().default(null),
  reference: Line(60).default(''),
  lines: z.array(PurchaseLine).max(MAX_LINES).default([]),
  note: Lines(2000).default(''),
};
const computed = {
  no: Line(30),
  status: z.enum(PURCHASE_STATUSES),
  net: Amount,
  tax: Amount,
  gross: Amount,
  /** Expected and received pieces. */
  pieces: z.int(),
  received: z.int(),
  orderedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** The announced delivery. */
  inboundId: Ref('tasks').nullable(),
};

/** What is known of an item at a supplier: its number there, and how it was ordered last. */
export const LastOrdered = z.strictObject({
  supplierCode: z.string(),
  last: z
    .strictObject({
      no: z.string(),
      orderedAt: z.string(),
      currency: Currency,
      unitPrice: pricedLine.unitPrice,
      unit: z.string(),
      vatCategory: z.enum(VAT_CATEGORIES),
      vatRate: z.int(),
    })
    .nullable(),
});
export type LastOrdered = z.infer<typeof LastOrdered>;

/** Orders to suppliers. Ordering announces the goods to the dock; received quantities are written back here. */
export const purchaseOrders = defineArea({
  name: 'purchaseOrders',
  fields: { ...head, ...computed },
  serverSet: Object.keys(computed) as (keyof typeof computed)[],
  search: ['no', 'reference'],
  title: ['no'],
  without: ['import'],
});
