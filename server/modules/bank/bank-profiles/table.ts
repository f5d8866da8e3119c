import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { DECIMAL_NAMES, SEPARATOR_NAMES } from '#contract/bank/bank-profiles';
import { CSV_DAYS } from '#contract/bank/statement';
import { baseColumns } from '../../../core/db/columns.ts';

const heading = () => text().notNull().default('');

export const bankProfiles = pgTable('bank_profiles', {
  ...baseColumns,
  name: text().notNull(),
  separator: text({ enum: SEPARATOR_NAMES }).notNull().default('semicolon'),
  decimal: text({ enum: DECIMAL_NAMES }).notNull().default('comma'),
  day: text({ enum: CSV_DAYS }).notNull().default('DD.MM.YYYY'),
  skip: integer().notNull().default(0),
  bookedOn: text().notNull(),
  valueOn: heading(),
  amount: heading(),
  debit: heading(),
  credit: heading(),
  currency: heading(),
  counterparty: heading(),
  iban: heading(),
  bic: heading(),
  endToEnd: heading(),
  mandate: heading(),
  purpose: heading(),
  bankRef: heading(),
  balance: heading(),
});
