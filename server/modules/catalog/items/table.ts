import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { PICK_SCANS, SERIAL_MODES, STORED_KINDS } from '#contract/catalog/items';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns } from '../../../core/db/columns.ts';

export const items = pgTable('items', {
  ...baseColumns,
  sku: text().notNull(),
  name: text().notNull(),
  merchantId: uuid(),
  kind: text({ enum: STORED_KINDS }).notNull().default('physical'),
  barcode: text().notNull().default(''),
  category: text().notNull().default(''),
  supplierId: uuid(),
  price: bigint({ mode: 'number' }),
  currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
  weight: integer(),
  length: integer(),
  width: integer(),
  height: integer(),
  serialMode: text({ enum: SERIAL_MODES }).notNull().default('none'),
  serialPattern: text().notNull().default(''),
  pickScan: text({ enum: PICK_SCANS }).notNull().default('once'),
  lotMode: boolean().notNull().default(false),
  expires: boolean().notNull().default(false),
  minStock: integer(),
  hsCode: text().notNull().default(''),
  origin: text().notNull().default(''),
  dangerous: boolean().notNull().default(false),
  unNumber: text().notNull().default(''),
  image: text(),
  remark: text().notNull().default(''),
});
