import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CARRIER_APIS } from '#contract/shipping/carriers';
import { baseColumns } from '../../../core/db/columns.ts';

export const carriers = pgTable('carriers', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  api: text({ enum: CARRIER_APIS }).notNull().default('simulated'),
  cutOff: text().notNull().default(''),
  trackingUrl: text().notNull().default(''),
  dimensions: boolean().notNull().default(false),
  maxWeight: integer(),
  storehouseId: uuid(),
  supplierId: uuid(),
  active: boolean().notNull().default(true),
});
