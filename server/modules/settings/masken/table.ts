import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../core/db/columns.ts';

/**
 * Edited versions of masks, which override the built-in ones. A version is not changed after it was live; a roll-back creates a new one.
 */
export const maskVersions = pgTable(
  'mask_versions',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    key: text().notNull(),
    version: integer().notNull(),
    state: text({ enum: ['draft', 'live', 'old'] }).notNull(),
    /** Role key or '' and merchant or null. The most specific live version is used. */
    role: text().notNull().default(''),
    merchantId: uuid(),
    definition: jsonb().notNull(),
    note: text().notNull().default(''),
    authorId: uuid(),
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('mask_versions_key_version').on(t.key, t.version),
    uniqueIndex('mask_versions_live')
      .on(t.key, t.role, sql`coalesce(merchant_id, '00000000-0000-0000-0000-000000000000')`)
      .where(sql`state = 'live'`),
  ],
);
