import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, FileId, Id, Instant, Line, Ref } from '../core/fields.ts';
import { BILLED } from '../money/circles.ts';
import { CHARGE_CAUSES } from './carrier-costs.ts';
import { CHARGE_SOURCES, CHARGE_STATES } from './charge-states.ts';

const Part = z.object({ from: z.int(), quantity: z.int(), unitPrice: z.int() });

/**
 * Charges: what the house did for a merchant, one for each fact and category, at its exact price. Only the line of an invoice is rounded. The
 * collector writes them (server/modules/billing/collect-charges.ts); what was billed never changes, and is taken back by a charge of its own.
 */
export const charges = defineArea({
  name: 'charges',
  fields: {
    merchantId: Ref('merchants'),
    categoryId: Ref('quotationCategories'),
    happenedOn: CalendarDate,
    /** Thousandths of the category's unit; below zero it takes another charge back. */
    qty: z.int(),
    /** Ten-thousandths of a major unit; null without a price or with several. */
    unitPrice: z.int().nullable(),
    /** Quantity × unit price in 10^-7 of a major unit. */
    exact: z.int(),
    /** What is missing to the minimum of the price, in the smallest unit. */
    topUp: z.int(),
    currency: z.enum(BILLED).nullable(),
    state: z.enum(CHARGE_STATES),
    taskId: Ref('tasks').nullable(),
    parcelId: Ref('parcels').nullable(),
    storehouseId: Ref('storehouses').nullable(),
    sourceKind: z.enum(CHARGE_SOURCES),
    sourceId: Id,
    part: z.string(),
    /** Conditions of the fact as they were. */
    facts: z.record(z.string(), z.unknown()).nullable(),
    cost: z.int().nullable(),
    costCurrency: Currency.nullable(),
    /** What its label cost above all that the label brings, in the smallest unit. Kept on one charge of the label. */
    loss: z.int().nullable(),
    tariffId: Ref('tariffs').nullable(),
    ruleId: Id.nullable(),
    markupId: Id.nullable(),
    parts: z.array(Part).nullable(),
    pricedAt: Instant.nullable(),
    reversesId: Id.nullable(),
    /** Another charge takes this one back. */
    reversed: z.boolean(),
    runId: Ref('billingRuns').nullable(),
    invoiceId: Ref('invoices').nullable(),
    lineId: Id.nullable(),
    /** Of a surcharge: what the carrier billed on top, while `reason` is the tracking number. Of one entered by hand, `reason` says why. */
    cause: z.enum(CHARGE_CAUSES).nullable(),
    reason: Line(500),
    holdReason: Line(500),
    /** Of one entered by hand: what proves it. */
    file: FileId.nullable(),
  },
  search: ['reason'],
  title: ['happenedOn'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** A charge that a person enters, because no fact counts it. */
export const EnterCharge = z.strictObject({
  merchantId: Id,
  categoryId: Id,
  happenedOn: CalendarDate,
  /** Thousandths. */
  qty: z.int().min(1, 'aboveZero').max(10_000_000_000, 'quantityTooBig'),
  /** Ten-thousandths of a major unit. Null: the tariff prices it. */
  unitPrice: z.int().min(1, 'aboveZero').max(100_000_000_000, 'amountTooBig').nullable().default(null),
  /** Null: the one of the terms. */
  currency: z.enum(BILLED).nullable().default(null),
  taskId: Id.nullable().default(null),
  reason: Line(500, 3),
  file: FileId.nullable().default(null),
});
export type EnterCharge = z.infer<typeof EnterCharge>;
