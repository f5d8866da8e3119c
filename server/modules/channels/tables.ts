import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/db/columns.ts';

/** Tables of the engine of channels besides the orders themselves. */

/** Lines of an order as the channel sent them, and the item that each became. */
export const channelLines = pgTable(
  'channel_lines',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    orderId: uuid().notNull(),
    position: integer().notNull(),
    externalLine: text().notNull(),
    sku: text().notNull(),
    name: text().notNull().default(''),
    /** As ordered in the channel. */
    qty: integer().notNull(),
    price: integer(),
    itemId: uuid(),
    /** Pieces of the item: `qty` times the content of the unit that the SKU stands for. */
    pieces: integer(),
    /** The lines of our order. A bundle becomes several. */
    taskLineIds: uuid().array().notNull().default(sql`'{}'`),
    /** Pieces that the channel was told to be shipped. */
    told: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('channel_lines_once').on(t.orderId, t.externalLine), index('channel_lines_sku').on(t.sku)],
);

/** `fetch`, `accept`, `answerCancel`, `fulfil`, `track`, `closeRest`, `return` and `returned` are calls to a shop. */
export const DUE_KINDS = [
  'take',
  'shipment',
  'held',
  'fetch',
  'accept',
  'answerCancel',
  'fulfil',
  'track',
  'closeRest',
  'return',
  'returned',
  'changed',
  'notice',
  'differs',
] as const;
export type DueKind = (typeof DUE_KINDS)[number];
export const DUE_OUTCOMES = ['open', 'done', 'failed'] as const;

/** What the engine still has to do. A kind and key is listed once for each channel. */
export const channelDue = pgTable(
  'channel_due',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    channelId: uuid().notNull(),
    kind: text({ enum: DUE_KINDS }).notNull(),
    /**
     * Of `take`: the id of the order. Of `shipment`, `fulfil` and `track`: the id of a parcel that the channel is told. Of `held`: a cause that
     * people were told of. Of `fetch`, `accept`, `answerCancel` and `closeRest`: the shop's id of the order. Of `return`: the shop's id of a return. Of
     * `returned`: the id of our return. Of `changed`: the id of an order and the version that came too late. Of `notice`: the shop's id of an event.
     * Of `differs`: `stock`, after people were told that another hand changes the shop's stock.
     */
    key: text().notNull(),
    /** Of `fulfil` and `track`: tracking numbers that the parcel had before. The shop may have been told of one. */
    former: text().array().notNull().default(sql`'{}'`),
    dueAt: instant().notNull().default(sql`now()`),
    /** Until when a node works on it. A node that was killed leaves it to the others after that. */
    lease: instant(),
    tries: integer().notNull().default(0),
    error: text().notNull().default(''),
    outcome: text({ enum: DUE_OUTCOMES }).notNull().default('open'),
  },
  (t) => [
    uniqueIndex('channel_due_once').on(t.channelId, t.kind, t.key),
    index('channel_due_open').on(t.dueAt).where(sql`outcome = 'open'`),
    index('channel_due_channel').on(t.channelId, t.dueAt).where(sql`outcome = 'open'`),
  ],
);

/** A return that was announced in a shop, and the return of ours that it became. */
export const channelReturns = pgTable(
  'channel_returns',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    channelId: uuid().notNull(),
    /** The shop's id of the return. */
    externalId: text().notNull(),
    orderId: uuid().notNull(),
    taskId: uuid().notNull(),
    /** Units of the shop's lines that were announced. */
    lines: jsonb().$type<{ line: string; qty: number }[]>().notNull(),
    announcedAt: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    uniqueIndex('channel_returns_once').on(t.channelId, t.externalId, t.orderId),
    uniqueIndex('channel_returns_task').on(t.taskId),
    index('channel_returns_order').on(t.orderId),
  ],
);

/** Calls between a channel and us, without personal data. Kept for 30 days. */
export const channelCalls = pgTable(
  'channel_calls',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    channelId: uuid().notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** What was called: `PUT /v0/merchant-orders/:externalNo`. */
    kind: text().notNull(),
    /** The number of the order, or what else the call was about. */
    key: text().notNull().default(''),
    ms: integer().notNull(),
    status: integer().notNull(),
    /** The code of the answer. */
    result: text().notNull(),
    text: text().notNull().default(''),
    requestId: text().notNull().default(''),
  },
  (t) => [index('channel_calls_channel').on(t.channelId, t.at), index('channel_calls_at').on(t.at)],
);

/** The connection to a shop: what was read of it, and which node works on it. */
export const shopConnections = pgTable('shop_connections', {
  channelId: uuid().primaryKey(),
  /** The shop's id of our place, to which it assigns orders. Empty until it was made there. */
  location: text().notNull().default(''),
  /** Places of ours before: orders of them that are worked on go on. And the merchant's choice of a place that was prepared. */
  former: text().array().notNull().default(sql`'{}'`),
  preparedFor: text().notNull().default(''),
  /** Changes of orders were read until here: the greatest one that was stored, by the shop's clock. */
  readUntil: instant().notNull(),
  /** The window that is being read: its end, the greatest change in it so far, and the page that comes next. */
  windowEnd: instant(),
  windowHigh: instant(),
  page: text(),
  /** When a window was read to its end, and when permissions, place and notices were last looked at. */
  readAt: instant(),
  preparedAt: instant(),
  /** Orders that changed until here are stored: the end of the last window that was read completely. */
  readTo: instant(),
  stockReadAt: instant(),
  stockToldAt: instant(),
  /** When the shop's last notice came. And since when none came although a new order was found without one; null once a notice came. */
  noticedAt: instant(),
  unnoticedSince: instant(),
  /** What the platform said of its limit of calls in its last answer: calls or points that are left, of how many, and when. */
  budgetLeft: integer(),
  budgetMost: integer(),
  budgetAt: instant(),
  /** Until when a node works on it, and its name for that. A node that was killed leaves it to the others after that. */
  lease: instant(),
  leaseToken: uuid(),
  /** Failed calls in a row, and until when the shop is left alone after too many. */
  faults: integer().notNull().default(0),
  pausedUntil: instant(),
});
