import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { UNIT_KINDS, UNIT_STATES } from '#contract/catalog/merged-units';
import { baseColumns } from '../../../core/db/columns.ts';

export const mergedUnits = pgTable('merged_units', {
  ...baseColumns,
  code: text().notNull(),
  kind: text({ enum: UNIT_KINDS }).notNull().default('box'),
  parentId: uuid(),
  compartmentId: uuid(),
  merchantId: uuid(),
  state: text({ enum: UNIT_STATES }).notNull().default('open'),
});
