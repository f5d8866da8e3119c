import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

/**
 * What a program may be allowed to do, and the privileges that a person needs to allow it. Routes declare their scope beside their
 * privilege; a scope that opens no call is not offered.
 */
export const SCOPE_PRIVILEGES = {
  'orders.read': ['channelOrders.read'],
  'orders.write': ['channelOrders.correct'],
  'stock.read': ['itemStocks.read'],
  'shipments.read': ['parcels.read'],
  'returns.write': ['tasks.retour'],
  'items.read': ['items.read'],
  'items.write': ['items.create', 'items.update'],
  'webhooks.manage': ['webhooks.read', 'webhooks.create', 'webhooks.update', 'webhooks.delete'],
  'rfid.send': ['rfid.send'],
} as const satisfies Record<string, readonly string[]>;
export type Scope = keyof typeof SCOPE_PRIVILEGES;
export const SCOPES = Object.keys(SCOPE_PRIVILEGES) as [Scope, ...Scope[]];
export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPE_PRIVILEGES, text);

/** The scope of readers of the house. They send their secret with each call (`POST /v0/rfid`); all others need an access token. */
export const READER_SCOPE = 'rfid.send' satisfies Scope;
export const TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== READER_SCOPE);
/** Seconds for which an access token is valid. */
export const TOKEN_SECONDS = 3600;

/**
 * A program that calls the API under its own name (settings, users, OAuth2). The secret is shown once, when it is created. Without a
 * merchant it is a reader of the house; with one it sees the rows of this merchant only.
 */
export const oauthClients = defineArea({
  name: 'oauthClients',
  fields: {
    name: Line(100, 1),
    clientId: Line(60),
    merchantId: Ref('merchants').nullable().default(null),
    scopes: z.array(z.enum(SCOPES)).max(20).default([]),
    redirectUris: z
      .array(z.url({ protocol: /^https?$/ }).max(300))
      .max(10)
      .default([]),
    active: z.boolean().default(true),
    lastUsedAt: Instant.nullable(),
  },
  serverSet: ['clientId', 'lastUsedAt'],
  search: ['name', 'clientId'],
  title: ['name'],
  merchant: 'merchantId',
});
