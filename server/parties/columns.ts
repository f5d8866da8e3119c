import { integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/fields';

/** The columns behind contract/party.ts. */
export const partyColumns = {
  no: text().notNull(),
  name: text().notNull(),
  merchantId: uuid(),
  vatId: text().notNull().default(''),
  currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
  paymentDays: integer().notNull().default(14),
  iban: text().notNull().default(''),
  contact: text().notNull().default(''),
  email: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: jsonb().notNull(),
  remark: text().notNull().default(''),
};
