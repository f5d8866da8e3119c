import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { WAREHOUSE_KINDS } from '#contract/stock/warehouses';
import { baseColumns } from '../../../core/db/columns.ts';

export const warehouses = pgTable('warehouses', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  storehouseId: uuid().notNull(),
  kind: text({ enum: WAREHOUSE_KINDS }).notNull().default('shelving'),
  description: text().notNull().default(''),
});
