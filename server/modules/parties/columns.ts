import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import { INCOTERMS } from '#contract/parties/party';

/** Table columns for contract/parties/party.ts. */
export const partyColumns = {
  no: text().notNull(),
  name: text().notNull(),
  merchantId: uuid(),
  vatId: text().notNull().default(''),
  currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
  paymentDays: integer().notNull().default(14),
  discountDays: integer().notNull().default(0),
  discountPercent: integer().notNull().default(0),
  creditLimit: bigint({ mode: 'number' }),
  incoterm: text({ enum: INCOTERMS }).notNull().default(''),
  iban: text().notNull().default(''),
  contact: text().notNull().default(''),
  email: text().notNull().default(''),
  invoiceEmail: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: jsonb().$type<Address>().notNull(),
  deliveryAddress: jsonb()
    .notNull()
    .default(sql.raw(`'${JSON.stringify(EMPTY_ADDRESS)}'::jsonb`)),
  remark: text().notNull().default(''),
};
