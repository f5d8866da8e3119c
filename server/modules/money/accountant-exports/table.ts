import { bigint, boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { EXPORT_KINDS } from '#contract/money/accountant-exports';
import { baseColumns } from '../../../core/db/columns.ts';

export const accountantExports = pgTable(
  'accountant_exports',
  {
    ...baseColumns,
    no: text().notNull().default(''),
    kind: text({ enum: EXPORT_KINDS }).notNull(),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    part: integer().notNull().default(1),
    entries: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    debit: bigint({ mode: 'number' }).notNull().default(0),
    fixed: boolean().notNull().default(false),
    file: text(),
    checksum: text().notNull().default(''),
    madeBy: uuid(),
  },
  (t) => [index('accountant_exports_first_day').on(t.kind, t.firstDay), index('accountant_exports_file').on(t.file)],
);
