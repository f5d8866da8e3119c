import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { RULE_SIDES } from '#contract/bank/bank-rules';
import { baseColumns } from '../../../core/db/columns.ts';

export const bankRules = pgTable('bank_rules', {
  ...baseColumns,
  name: text().notNull(),
  side: text({ enum: RULE_SIDES }).notNull().default('both'),
  text: text().notNull().default(''),
  iban: text().notNull().default(''),
  bankAccountId: uuid(),
  accountId: uuid().notNull(),
  taxId: uuid(),
  automatic: boolean().notNull().default(false),
  active: boolean().notNull().default(true),
});
