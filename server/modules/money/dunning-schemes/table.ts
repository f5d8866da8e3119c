import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DunningLevel } from '#contract/money/dunning-schemes';
import { baseColumns } from '../../../core/db/columns.ts';

export const dunningSchemes = pgTable('dunning_schemes', {
  ...baseColumns,
  name: text().notNull(),
  active: boolean().notNull().default(true),
  minimum: bigint({ mode: 'number' }).notNull().default(0),
  merchantIds: uuid().array().notNull().default([]),
  customerIds: uuid().array().notNull().default([]),
  levels: jsonb().$type<DunningLevel[]>().notNull().default([]),
});
