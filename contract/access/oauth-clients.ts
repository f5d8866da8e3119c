import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

export const SCOPES = ['items.read', 'items.update', 'customers.read', 'suppliers.read', 'merchants.read', 'rfid.send'] as const;
type Scope = (typeof SCOPES)[number];

/**
 * Scopes that already give access to a call, each with one such call. Other scopes can be granted but have no effect yet. The help text
 * of the screen (`oauthClients.help.scopes`) must name exactly these.
 */
export const WORKING_SCOPES = { 'rfid.send': 'POST /v0/rfid' } as const satisfies Partial<Record<Scope, string>>;
export type WorkingScope = keyof typeof WORKING_SCOPES;

/** A program that calls the API under its own name (settings, users, OAuth2). The secret is shown once, when it is created. */
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
