import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const oauthClients = pgTable('oauth_clients', {
  ...baseColumns,
  name: text().notNull(),
  clientId: text().notNull().default(sql`'k_' || encode(gen_random_bytes(12), 'hex')`),
  secretHash: text(),
  merchantId: uuid(),
  scopes: text().array().notNull().default(sql`'{}'`),
  redirectUris: text().array().notNull().default(sql`'{}'`),
  active: boolean().notNull().default(true),
  lastUsedAt: instant(),
});
