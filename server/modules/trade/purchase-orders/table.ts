import { bigint, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { PURCHASE_STATUSES } from '#contract/trade/purchase';
import type { PurchaseLine } from '#contract/trade/purchase-orders';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const purchaseOrders = pgTable(
  'purchase_orders',
  {
    ...baseColumns,
    supplierId: uuid().notNull(),
    merchantId: uuid(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    expectedAt: date({ mode: 'string' }),
    reference: text().notNull().default(''),
    lines: jsonb().$type<PurchaseLine[]>().notNull().default([]),
    note: text().notNull().default(''),
    no: text().notNull().default(''),
    status: text({ enum: PURCHASE_STATUSES }).notNull().default('draft'),
    net: sum(),
    tax: sum(),
    gross: sum(),
    pieces: integer().notNull().default(0),
    received: integer().notNull().default(0),
    orderedAt: instant(),
    cancelledAt: instant(),
    closedAt: instant(),
    inboundId: uuid(),
  },
  (t) => [index('purchase_orders_inbound').on(t.inboundId), index('purchase_orders_status').on(t.status, t.expectedAt)],
);
