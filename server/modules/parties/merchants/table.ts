import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { PICK_SCANS } from '#contract/catalog/items';
import { type Address, CURRENCIES } from '#contract/core/fields';
import { INVOICE_FORMATS } from '#contract/money/e-invoice-formats';
import { INCOTERMS, MERCHANT_STATES } from '#contract/parties/merchants';
import { CARRIER_RULES } from '#contract/shipping/carrier-choice';
import { baseColumns } from '../../../core/db/columns.ts';

export const merchants = pgTable('merchants', {
  ...baseColumns,
  no: text().notNull(),
  name: text().notNull(),
  state: text({ enum: MERCHANT_STATES }).notNull().default('active'),
  vatId: text().notNull().default(''),
  currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
  paymentDays: integer().notNull().default(14),
  discountDays: integer().notNull().default(0),
  discountPercent: integer().notNull().default(0),
  shipPartial: boolean().notNull().default(false),
  carrierRule: text({ enum: CARRIER_RULES }).notNull().default('fixed'),
  incoterm: text({ enum: INCOTERMS }).notNull().default('DAP'),
  pickScan: text({ enum: PICK_SCANS }).notNull().default('once'),
  tellCustomers: boolean().notNull().default(false),
  tellShipments: boolean().notNull().default(false),
  contact: text().notNull().default(''),
  email: text().notNull().default(''),
  invoiceEmail: text().notNull().default(''),
  buyerReference: text().notNull().default(''),
  invoiceFormat: text({ enum: INVOICE_FORMATS }).notNull().default('zugferd'),
  phone: text().notNull().default(''),
  address: jsonb().$type<Address>().notNull(),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});
