import { boolean, date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { AUDIENCES } from '#contract/areas/announcements';
import { baseColumns } from '../../db/columns.ts';

export const announcements = pgTable('announcements', {
  ...baseColumns,
  title: jsonb().notNull(),
  text: jsonb().notNull(),
  audience: text({ enum: AUDIENCES }).notNull().default('everybody'),
  important: boolean().notNull().default(false),
  validFrom: date(),
  validTo: date(),
  /** The English title, for search. */
  subject: text().notNull().default(''),
});
