import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const itemComponents = pgTable('item_components', {
  ...baseColumns,
  itemId: uuid().notNull(),
  componentId: uuid().notNull(),
  qty: integer().notNull().default(1),
  merchantId: uuid(),
  kitSku: text().notNull(),
  partSku: text().notNull(),
});
