import { sql } from 'drizzle-orm';
import { boolean, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Texts } from '#contract/core/fields';
import { AUDIENCES } from '#contract/settings/announcements';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const announcements = pgTable('announcements', {
  ...baseColumns,
  title: jsonb().$type<Texts>().notNull(),
  text: jsonb().$type<Texts>().notNull(),
  audience: text({ enum: AUDIENCES }).notNull().default('everybody'),
  important: boolean().notNull().default(false),
  validFrom: date(),
  validTo: date(),
  /** The English title, for search. */
  subject: text().notNull().default(''),
});

/** Which user has read which announcement, and when. */
export const announcementReads = pgTable(
  'announcement_reads',
  { announcementId: uuid().notNull(), userId: uuid().notNull(), at: instant().notNull().default(sql`now()`) },
  (t) => [primaryKey({ columns: [t.announcementId, t.userId] })],
);
