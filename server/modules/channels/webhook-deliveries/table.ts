import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_STATES } from '#contract/channels/webhook-deliveries';
import { TEST_EVENT, WEBHOOK_EVENTS } from '#contract/channels/webhooks';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    ...baseColumns,
    webhookId: uuid().notNull(),
    merchantId: uuid().notNull(),
    event: text({ enum: [...WEBHOOK_EVENTS, TEST_EVENT] }).notNull(),
    /** The row that the event is about: an order of a channel, a parcel, a task. */
    rowId: uuid(),
    subject: text().notNull().default(''),
    /** What is sent, byte for byte the same at each try. Written before the first one. */
    body: text(),
    state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
    tries: integer().notNull().default(0),
    dueAt: instant().notNull().default(sql`clock_timestamp()`),
    /** While it is tried ahead of its time: when the next of its tries is. */
    plannedAt: instant(),
    lastStatus: integer(),
    lastText: text().notNull().default(''),
    sentAt: instant(),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.webhookId, t.dueAt).where(sql`state = 'waiting'`),
    index('webhook_deliveries_failed').on(t.webhookId).where(sql`state = 'failed'`),
  ],
);

/** The stock that a webhook told last, so that only what differs is told. */
export const webhookStock = pgTable(
  'webhook_stock',
  {
    webhookId: uuid().notNull(),
    itemId: uuid().notNull(),
    available: integer().notNull(),
    reserved: integer().notNull(),
    onHand: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.webhookId, t.itemId] })],
);
