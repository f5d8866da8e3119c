import { sql } from 'drizzle-orm';
import { bigint, boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { ACCOUNT_KINDS } from '#contract/money/accounts';
import { baseColumns } from '../../../core/db/columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    ...baseColumns,
    no: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    standard: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    balance: bigint({ mode: 'number' }).notNull().default(0),
    base: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [uniqueIndex('accounts_standard').on(t.kind, t.currency).where(sql`standard and deleted_at is null`)],
);
