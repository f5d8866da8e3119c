import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { BILLING_CYCLES, LINE_GROUPS, STORAGE_BASES, VOLUME_STEPS } from '#contract/billing/charge-states';
import { BILLED } from '#contract/money/circles';
import { baseColumns } from '../../../core/db/columns.ts';

/** Terms of billing. A trigger keeps two of one merchant apart in time (server/modules/billing/frozen-charges.sql). */
export const merchantTerms = pgTable(
  'merchant_terms',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    validTo: date({ mode: 'string' }),
    cycle: text({ enum: BILLING_CYCLES }).notNull().default('month'),
    currency: text({ enum: BILLED }).notNull().default('EUR'),
    minimum: bigint({ mode: 'number' }).notNull().default(0),
    storageBasis: text({ enum: STORAGE_BASES }).notNull().default('dayEnd'),
    freeDays: integer().notNull().default(0),
    freePallets: integer().notNull().default(0),
    volumeStep: text({ enum: VOLUME_STEPS }).notNull().default('litre'),
    feeIds: uuid().array().notNull().default([]),
    paymentDays: integer(),
    disputeDays: integer(),
    lineGroup: text({ enum: LINE_GROUPS }).notNull().default('service'),
    billToId: uuid(),
    reference: text().notNull().default(''),
    note: text().notNull().default(''),
  },
  (t) => [
    index('merchant_terms_of').on(t.merchantId, t.validFrom),
    check('merchant_terms_days', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
  ],
);
