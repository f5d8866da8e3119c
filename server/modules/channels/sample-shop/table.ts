import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { WooShop } from './shop.ts';

/** Shops to try of a sample house. Empty in every other one. */
export const sampleShops = pgTable('sample_shops', {
  channelId: uuid().primaryKey(),
  state: jsonb().$type<WooShop>().notNull(),
});
