import { bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { IMPORT_STATES } from '#contract/transfer/imports';
import { baseColumns } from '../../../core/db/columns.ts';

export const imports = pgTable('imports', {
  ...baseColumns,
  mask: text().notNull(),
  fileId: text().notNull(),
  fileName: text().notNull(),
  preset: text(),
  merchantId: uuid(),
  state: text({ enum: IMPORT_STATES }).notNull().default('uploaded'),
  columns: jsonb().notNull().default([]),
  sample: jsonb().notNull().default([]),
  mapping: jsonb().notNull().default({}),
  presets: jsonb().notNull().default([]),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  errors: jsonb().notNull().default([]),
  /** The user's rights, for the node that runs the import. */
  actor: jsonb().notNull(),
});

/** Changes made by an import, in order, so that it can be reverted. */
export const importChanges = pgTable(
  'import_changes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    area: text().notNull(),
    rowId: uuid().notNull(),
    /** Former values; null if the import created the row. */
    before: jsonb(),
    /** Version after the import. A row edited since is not reverted. */
    version: integer().notNull(),
  },
  (t) => [index('import_changes_import').on(t.importId, t.id)],
);
