import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../db/columns.ts';

export const stations = pgTable('stations', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  compartmentId: uuid().notNull(),
  profiles: text().array().notNull().default([]),
  printerId: uuid(),
  active: boolean().notNull().default(true),
});
