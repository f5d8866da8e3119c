import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { VISIBILITIES } from '#contract/settings/files';
import { baseColumns } from '../../../core/db/columns.ts';

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
