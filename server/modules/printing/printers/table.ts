import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { PRINTER_KINDS } from '#contract/printing/printers';
import { baseColumns } from '../../../core/db/columns.ts';

export const printers = pgTable('printers', {
  ...baseColumns,
  name: text().notNull(),
  kind: text({ enum: PRINTER_KINDS }).notNull().default('pdf'),
  queue: text().notNull(),
  mediaWidth: integer().notNull().default(100),
  mediaHeight: integer().notNull().default(150),
  dpi: integer().notNull().default(203),
  location: text().notNull().default(''),
  active: boolean().notNull().default(true),
});
