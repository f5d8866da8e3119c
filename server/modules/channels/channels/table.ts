import { sql } from 'drizzle-orm';
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CHANNEL_KINDS, CHANNEL_STATES, OAUTH_KINDS } from '#contract/channels/channels';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const channels = pgTable('channels', {
  ...baseColumns,
  merchantId: uuid().notNull(),
  name: text().notNull(),
  kind: text({ enum: CHANNEL_KINDS }).notNull(),
  shop: text().notNull().default(''),
  active: boolean().notNull().default(true),
  stockSync: boolean().notNull().default(false),
  mapping: jsonb().$type<Record<string, string>>().notNull().default({}),
  state: text({ enum: CHANNEL_STATES }).notNull().default('waiting'),
  /** Sealed with the house's secret (seal.ts); no contract names it, so it never leaves. */
  credentials: text(),
  hasCredentials: boolean().notNull().generatedAlwaysAs(sql`credentials is not null`),
  scopes: text().notNull().default(''),
  connectedAt: instant(),
  lastEvent: text().notNull().default(''),
  lastEventAt: instant(),
});

/** A way to the platform and back that is under way: for one person, one channel, one time. */
export const oauthStates = pgTable('oauth_states', {
  /** SHA-256 of the state that went to the platform. */
  hash: text().primaryKey(),
  kind: text({ enum: OAUTH_KINDS }).notNull(),
  channelId: uuid().notNull(),
  userId: uuid().notNull(),
  sessionId: uuid().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});
