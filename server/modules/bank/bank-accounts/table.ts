import { bigint, boolean, date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const bankAccounts = pgTable('bank_accounts', {
  ...baseColumns,
  name: text().notNull(),
  holder: text().notNull().default(''),
  iban: text().notNull(),
  bic: text().notNull().default(''),
  accountId: uuid().notNull(),
  profileId: uuid(),
  active: boolean().notNull().default(true),
  lastOn: date({ mode: 'string' }),
  lastBalance: bigint({ mode: 'number' }),
});
