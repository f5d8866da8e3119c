import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CHANNEL_ORDER_STATES, HELD_REASONS } from '#contract/channels/channel-orders';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const channelOrders = pgTable(
  'channel_orders',
  {
    ...baseColumns,
    channelId: uuid().notNull(),
    merchantId: uuid().notNull(),
    externalId: text().notNull(),
    externalNo: text().notNull(),
    /** Changes with the content. For programs a hash of the body, for shops the version that the shop tells. */
    externalVersion: text().notNull(),
    /** As it came in. Not part of the contract: lists show no addresses of customers. */
    body: jsonb().$type<MerchantOrder>().notNull(),
    /** When the address was removed from the body, 90 days after the end. */
    blankedAt: instant(),
    /** The shop's order that this is a part of, where a shop divides orders. */
    partOf: text().notNull().default(''),
    /** Of eBay: a key made of the buyer's user name. Empty once it is not needed. */
    buyer: text().notNull().default(''),
    /** When the buyer closed the account: the address goes at the end of the order. */
    buyerLeftAt: instant(),
    state: text({ enum: CHANNEL_ORDER_STATES }).notNull().default('new'),
    reason: text({ enum: HELD_REASONS }),
    detail: text().notNull().default(''),
    taskId: uuid(),
    tries: integer().notNull().default(0),
    firstSeen: instant().notNull().default(sql`clock_timestamp()`),
    lastSeen: instant().notNull().default(sql`clock_timestamp()`),
    fetchedAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    // Rows are never deleted, so an order that was cancelled is not taken a second time.
    uniqueIndex('channel_orders_once').on(t.channelId, t.externalId),
    uniqueIndex('channel_orders_task').on(t.taskId).where(sql`task_id is not null`),
    index('channel_orders_held').on(t.merchantId, t.channelId).where(sql`state = 'held'`),
    index('channel_orders_seen').on(t.channelId, t.firstSeen),
    index('channel_orders_part').on(t.channelId, t.partOf).where(sql`part_of <> ''`),
    index('channel_orders_buyer').on(t.buyer).where(sql`buyer <> ''`),
    index('channel_orders_ended').on(t.endedAt).where(sql`ended_at is not null and blanked_at is null`),
  ],
);
