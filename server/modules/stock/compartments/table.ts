import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { baseColumns } from '../../../core/db/columns.ts';

export const compartments = pgTable('compartments', {
  ...baseColumns,
  code: text().notNull(),
  warehouseId: uuid().notNull(),
  kind: text({ enum: COMPARTMENT_KINDS }).notNull().default('shelf'),
  zone: text().notNull().default(''),
  aisle: text().notNull().default(''),
  rack: text().notNull().default(''),
  level: text().notNull().default(''),
  slot: text().notNull().default(''),
  merchantId: uuid(),
  maxWeight: integer(),
  maxVolume: integer(),
  pickOrder: integer().notNull().default(0),
  blockedReason: text().notNull().default(''),
});
