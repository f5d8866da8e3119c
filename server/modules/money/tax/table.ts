import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { EC_LIST_KINDS, TAX_DIRECTIONS } from '#contract/money/tax';
import { VAT_CATEGORIES } from '#contract/money/vat';
import { baseColumns } from '../../../core/db/columns.ts';

export const tax = pgTable('tax', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  country: text().notNull(),
  category: text({ enum: VAT_CATEGORIES }).notNull().default('S'),
  rate: integer().notNull(),
  reverseCharge: boolean().notNull().default(false),
  direction: text({ enum: TAX_DIRECTIONS }).notNull().default('out'),
  accountNo: text().notNull().default(''),
  vatAccountNo: text().notNull().default(''),
  owedAccountNo: text().notNull().default(''),
  datevKey: text().notNull().default(''),
  boxBase: text().notNull().default(''),
  boxTax: text().notNull().default(''),
  boxOwed: text().notNull().default(''),
  ecList: text({ enum: EC_LIST_KINDS }),
  validFrom: date(),
  validTo: date(),
});
