import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CHANNEL_KINDS, CHANNEL_STATES, OAUTH_KINDS, RESTS } from '#contract/channels/channels';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const channels = pgTable('channels', {
  ...baseColumns,
  merchantId: uuid().notNull(),
  name: text().notNull(),
  kind: text({ enum: CHANNEL_KINDS }).notNull(),
  shop: text().notNull().default(''),
  ownLocation: text().notNull().default(''),
  active: boolean().notNull().default(true),
  stockSync: boolean().notNull().default(false),
  safetyStock: integer().notNull().default(0),
  rank: integer().notNull().default(1),
  insureFrom: integer(),
  restOfOrder: text({ enum: RESTS }).notNull().default('open'),
  mapping: jsonb().$type<Record<string, string>>().notNull().default({}),
  state: text({ enum: CHANNEL_STATES }).notNull().default('waiting'),
  /** Sealed with the server's secret (seal.ts). Not part of the contract, so it is never returned. */
  credentials: text(),
  hasCredentials: boolean().notNull().generatedAlwaysAs(sql`credentials is not null`),
  scopes: text().notNull().default(''),
  connectedAt: instant(),
  lastEvent: text().notNull().default(''),
  lastEventAt: instant(),
});

/** An authorisation in progress: for one user and one channel, single use. */
export const oauthStates = pgTable('oauth_states', {
  /** SHA-256 of the state that was sent to the platform. */
  hash: text().primaryKey(),
  kind: text({ enum: OAUTH_KINDS }).notNull(),
  channelId: uuid().notNull(),
  userId: uuid().notNull(),
  sessionId: uuid().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});
