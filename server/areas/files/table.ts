import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { VISIBILITIES } from '#contract/areas/files';
import { baseColumns } from '../../db/columns.ts';

export const files = pgTable('files', {
  ...baseColumns,
  name: text().notNull(),
  mime: text().notNull(),
  size: integer().notNull(),
  checksum: text().notNull(),
  visibility: text({ enum: VISIBILITIES }).notNull(),
  merchantId: uuid(),
  carrierId: uuid(),
});
