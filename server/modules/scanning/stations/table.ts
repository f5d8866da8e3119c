import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { READER_USES } from '#contract/scanning/stations';
import { baseColumns } from '../../../core/db/columns.ts';

export const stations = pgTable(
  'stations',
  {
    ...baseColumns,
    code: text().notNull(),
    name: text().notNull(),
    compartmentId: uuid().notNull(),
    profiles: text().array().notNull().default([]),
    printerId: uuid(),
    reader: text().notNull().default(''),
    readerUse: text({ enum: READER_USES }).notNull().default('station'),
    active: boolean().notNull().default(true),
  },
  (t) => [uniqueIndex('stations_reader').on(t.reader).where(sql`reader <> '' and deleted_at is null`)],
);
