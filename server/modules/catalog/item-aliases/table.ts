import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ALIAS_KINDS } from '#contract/catalog/item-aliases';
import { baseColumns } from '../../../core/db/columns.ts';

export const itemAliases = pgTable('item_aliases', {
  ...baseColumns,
  code: text().notNull(),
  kind: text({ enum: ALIAS_KINDS }).notNull().default('other'),
  itemId: uuid().notNull(),
  merchantId: uuid(),
  pieces: integer().notNull().default(1),
});
