import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CHANNEL_ITEM_STATES } from '#contract/channels/channel-items';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** Items of a shop, and what it was told of them. */
export const channelItems = pgTable(
  'channel_items',
  {
    ...baseColumns,
    channelId: uuid().notNull(),
    merchantId: uuid().notNull(),
    /** The shop's id of the item. */
    externalId: text().notNull(),
    sku: text().notNull(),
    /** What the shop says of the item besides its SKU. Both help to find out which item of the merchant it is. */
    barcode: text().notNull().default(''),
    title: text().notNull().default(''),
    /** Items of the shop with the same SKU. */
    alike: integer().notNull().default(1),
    itemId: uuid(),
    /** The stock in the shop, as read or told last, and what it should be. */
    there: integer().notNull(),
    here: integer(),
    seenAt: instant().notNull().default(sql`clock_timestamp()`),
    toldAt: instant(),
    /** For platforms that limit how often a listing may change: the listing, the platform's day of the last change, and the changes on that day. */
    listing: text().notNull().default(''),
    toldDay: date(),
    toldTimes: integer().notNull().default(0),
    /** Until when the platform takes no more changes of the listing. */
    waitsUntil: instant(),
    /** Why the shop refused the stock. */
    error: text().notNull().default(''),
    state: text({ enum: CHANNEL_ITEM_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql`case when error <> '' then 'refused' when alike > 1 then 'several' when item_id is null or here is null then 'noItem' when here = there then 'same' else 'differs' end`,
      ),
  },
  (t) => [
    uniqueIndex('channel_items_once').on(t.channelId, t.externalId),
    index('channel_items_sku').on(t.channelId, t.sku),
    index('channel_items_listing').on(t.channelId, t.listing).where(sql`listing <> ''`),
    index('channel_items_differ').on(t.channelId).where(sql`state = 'differs'`),
  ],
);
