import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

export const CHANNEL_KINDS = ['shopify', 'ebay', 'csv', 'api'] as const;
/** Kinds that are connected by signing in at the platform. */
export const OAUTH_KINDS = ['shopify', 'ebay'] as const;
export type OauthKind = (typeof OAUTH_KINDS)[number];
/** Computed: connected with credentials, waiting for them, or switched off. */
export const CHANNEL_STATES = ['connected', 'waiting', 'failed', 'off'] as const;

const made = {
  state: z.enum(CHANNEL_STATES),
  /** Whether credentials are stored; they themselves never leave the server. */
  hasCredentials: z.boolean(),
  scopes: z.string(),
  connectedAt: Instant.nullable(),
  lastEvent: z.string(),
  lastEventAt: Instant.nullable(),
};

/** Where a merchant sells: a shop platform, files, or a program of the merchant's own. */
export const channels = defineArea({
  name: 'channels',
  fields: {
    merchantId: Ref('merchants'),
    name: Line(80, 1),
    kind: z.enum(CHANNEL_KINDS),
    /** The shop's address at the platform, such as `tea.myshopify.com`. */
    shop: Line(200).default(''),
    active: z.boolean().default(true),
    /** Tell the shop what is in stock. */
    stockSync: z.boolean().default(false),
    /** The shop's words in ours, such as a shipping method in a carrier's code. */
    mapping: z.record(Line(100), Line(100)).default({}),
    ...made,
  },
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['name', 'shop'],
  title: ['name'],
  merchant: 'merchantId',
});
