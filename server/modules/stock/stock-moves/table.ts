import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CONDITIONS } from '#contract/scanning/commands';
import { PLACES } from '#contract/stock/stock-moves';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const stockMoves = pgTable(
  'stock_moves',
  {
    ...baseColumns,
    at: instant().notNull().default(sql`now()`),
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    sku: text().notNull(),
    qty: integer().notNull(),
    lot: text().notNull().default(''),
    expiry: date({ mode: 'string' }),
    serial: text().notNull().default(''),
    condition: text({ enum: CONDITIONS }).notNull().default('good'),
    toCondition: text({ enum: CONDITIONS }).notNull().default('good'),
    fromPlace: text({ enum: PLACES }).notNull(),
    fromId: uuid(),
    fromUnitId: uuid(),
    toPlace: text({ enum: PLACES }).notNull(),
    toId: uuid(),
    toUnitId: uuid(),
    reason: text().notNull().default(''),
    taskId: uuid(),
    lineId: uuid(),
    parcelId: uuid(),
    scanId: uuid(),
    stationId: uuid(),
    userId: uuid(),
    reversesId: uuid(),
  },
  (t) => [
    uniqueIndex('stock_moves_reverses').on(t.reversesId),
    index('stock_moves_scan').on(t.scanId).where(sql`scan_id is not null`),
    index('stock_moves_line').on(t.lineId).where(sql`line_id is not null`),
    index('stock_moves_item').on(t.itemId, t.id),
    index('stock_moves_serial').on(t.itemId, t.serial).where(sql`serial <> ''`),
    check('stock_moves_some', sql`qty > 0`),
    check('stock_moves_from', sql`(from_place = 'stock') = (from_id is not null)`),
    check('stock_moves_to', sql`(to_place = 'stock') = (to_id is not null)`),
    check('stock_moves_one_piece', sql`serial = '' or qty = 1`),
  ],
);
