import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type CostKind, DECIMALS, ENCODINGS, LIST_DAYS, SEPARATORS, WEIGHT_UNITS } from '#contract/billing/carrier-costs';
import { baseColumns } from '../../../core/db/columns.ts';

const heading = () => text().notNull().default('');

export const carrierBillProfiles = pgTable(
  'carrier_bill_profiles',
  {
    ...baseColumns,
    name: text().notNull(),
    carrierId: uuid(),
    encoding: text({ enum: ENCODINGS }).notNull().default('auto'),
    separator: text({ enum: SEPARATORS }).notNull().default('semicolon'),
    decimal: text({ enum: DECIMALS }).notNull().default('comma'),
    day: text({ enum: LIST_DAYS }).notNull().default('DD.MM.YYYY'),
    weightUnit: text({ enum: WEIGHT_UNITS }).notNull().default('kg'),
    skip: integer().notNull().default(0),
    hasHeadings: boolean().notNull().default(true),
    trackingNo: text().notNull(),
    amount: text().notNull(),
    costText: heading(),
    service: heading(),
    weight: heading(),
    zone: heading(),
    billedOn: heading(),
    total: heading(),
    costs: jsonb().$type<{ id: string; heading: string; kind: CostKind }[]>().notNull().default([]),
    costTolerance: bigint({ mode: 'number' }).notNull().default(0),
    weightTolerance: integer().notNull().default(0),
    preset: text().notNull().default(''),
  },
  (t) => [uniqueIndex('carrier_bill_profiles_preset').on(t.preset).where(sql`preset <> ''`)],
);
