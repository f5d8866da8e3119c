import { bigint, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { STATEMENT_FORMATS } from '#contract/bank/statement';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns } from '../../../core/db/columns.ts';

export const bankStatements = pgTable(
  'bank_statements',
  {
    ...baseColumns,
    bankAccountId: uuid().notNull(),
    format: text({ enum: STATEMENT_FORMATS }).notNull(),
    number: text().notNull().default(''),
    fromOn: date({ mode: 'string' }).notNull(),
    toOn: date({ mode: 'string' }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    opening: bigint({ mode: 'number' }),
    closing: bigint({ mode: 'number' }),
    added: integer().notNull().default(0),
    known: integer().notNull().default(0),
    gap: bigint({ mode: 'number' }),
    fileName: text().notNull().default(''),
    checksum: text().notNull(),
    part: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('bank_statements_file').on(t.checksum, t.part), index('bank_statements_account').on(t.bankAccountId, t.toOn)],
);
