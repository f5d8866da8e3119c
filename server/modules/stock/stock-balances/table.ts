import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CONDITIONS } from '#contract/scanning/commands';
import { baseColumns } from '../../../core/db/columns.ts';

export const stockBalances = pgTable(
  'stock_balances',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    sku: text().notNull(),
    itemName: text().notNull(),
    compartmentId: uuid().notNull(),
    place: text().notNull(),
    lot: text().notNull().default(''),
    expiry: date({ mode: 'string' }),
    serial: text().notNull().default(''),
    condition: text({ enum: CONDITIONS }).notNull().default('good'),
    unitId: uuid(),
    onHand: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
    free: integer().generatedAlwaysAs(sql`on_hand - reserved`),
  },
  (t) => [
    unique('stock_balances_key')
      .on(t.itemId, t.compartmentId, t.merchantId, t.lot, t.expiry, t.serial, t.condition, t.unitId)
      .nullsNotDistinct(),
    // A piece with a serial number is in one place only (domain: stock, rule 4).
    uniqueIndex('stock_balances_serial_one').on(t.merchantId, t.itemId, t.serial).where(sql`serial <> '' and on_hand > 0`),
    index('stock_balances_unit').on(t.unitId).where(sql`unit_id is not null`),
    index('stock_balances_free').on(t.itemId, t.merchantId).where(sql`on_hand > 0`),
    check('stock_balances_not_negative', sql`on_hand >= 0`),
    check('stock_balances_not_overdrawn', sql`reserved >= 0 and reserved <= on_hand`),
    check('stock_balances_one_piece', sql`serial = '' or on_hand <= 1`),
  ],
);
