import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Lines, Ref, Refs } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import { BILLED } from '../money/circles.ts';
import { BILLING_CYCLES, LINE_GROUPS, STORAGE_BASES, VOLUME_STEPS } from './charge-states.ts';

/** How a merchant is billed, from a day on. On any day a merchant has one set of terms at most. */
export const merchantTerms = defineArea({
  name: 'merchantTerms',
  fields: {
    merchantId: Ref('merchants'),
    validFrom: CalendarDate,
    validTo: CalendarDate.nullable().default(null),
    cycle: z.enum(BILLING_CYCLES).default('month'),
    currency: z.enum(BILLED).default('EUR'),
    /** Net, of a period; what is missing becomes a line of its own. */
    minimum: Amount.default(0),
    storageBasis: z.enum(STORAGE_BASES).default('dayEnd'),
    /** Days of storage without charge from the day the goods came. */
    freeDays: z.int().min(0).max(365).default(0),
    /** Pallets of each day that cost no storage, beside those that are in their free days. */
    freePallets: z.int().min(0).max(100_000).default(0),
    volumeStep: z.enum(VOLUME_STEPS).default('litre'),
    /** Categories that are charged once a month, in part for a part of a month. */
    feeIds: Refs('quotationCategories').default([]),
    /** Null: those of the merchant. */
    paymentDays: z.int().min(0).max(365).nullable().default(null),
    /** Days from the day of the invoice in which its lines may be disputed. Null: 30. */
    disputeDays: z.int().min(0).max(365).nullable().default(null),
    lineGroup: z.enum(LINE_GROUPS).default('service'),
    /** The customer who is billed for the merchant and pays. Null: the merchant. */
    billToId: Ref('customers').nullable().default(null),
    reference: Line(100).default(''),
    note: Lines(1000).default(''),
  },
  search: ['reference', 'note'],
  title: ['validFrom', 'reference'],
});
