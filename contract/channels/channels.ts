import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';
import { Amount } from '../orders/amounts.ts';

export const CHANNEL_KINDS = ['shopify', 'woocommerce', 'shopware', 'ebay', 'csv', 'api'] as const;
/** Kinds that are connected by signing in at the platform (OAuth). */
export const OAUTH_KINDS = ['shopify', 'ebay'] as const;
/** Kinds that are connected with a pair of keys, which the merchant makes in the administration of a shop that has an address of its own. */
export const KEY_KINDS = ['woocommerce', 'shopware'] as const;
/** Kinds of shops that are worked on by calls to them. */
export const SHOP_KINDS = [...OAUTH_KINDS, ...KEY_KINDS] as const;
export type ShopKind = (typeof SHOP_KINDS)[number];
export type OauthKind = (typeof OAUTH_KINDS)[number];
/** Kinds of shops in which the rest of an order can be closed when only a part of it is shipped. eBay has no call for it. */
export const REST_KINDS = ['shopify', 'shopware', 'woocommerce'] as const satisfies readonly ShopKind[];
/** Kinds of shops that send notices of their orders. */
export const NOTICE_KINDS = ['shopify', 'shopware', 'woocommerce'] as const satisfies readonly ShopKind[];
export const RESTS = ['open', 'close'] as const;
/** Computed: connected with credentials, waiting for credentials, failed, or switched off. */
export const CHANNEL_STATES = ['connected', 'waiting', 'failed', 'off'] as const;

const made = {
  state: z.enum(CHANNEL_STATES),
  /** Whether credentials are stored. The credentials themselves are never sent to a client. */
  hasCredentials: z.boolean(),
  scopes: z.string(),
  connectedAt: Instant.nullable(),
  lastEvent: z.string(),
  lastEventAt: Instant.nullable(),
};

/** A sales channel of a merchant: a shop platform, files, or the merchant's own program. */
export const channels = defineArea({
  name: 'channels',
  fields: {
    merchantId: Ref('merchants'),
    name: Line(80, 1),
    kind: z.enum(CHANNEL_KINDS),
    /** The shop's address at the platform, such as `tea.myshopify.com`, or its own, such as `https://tea.example/shop`. */
    shop: Line(200).default(''),
    /** Of Shopify: the name or number of a location of the merchant whose open orders are shipped here. Empty: the shop asks for each order (fulfilment service). */
    ownLocation: Line(100).default(''),
    active: z.boolean().default(true),
    /** Whether stock levels are sent to the shop. */
    stockSync: z.boolean().default(false),
    /** Pieces of each item that the shop is not told of. */
    safetyStock: z.int().min(0).max(100_000).default(0),
    /** Which channel is told pieces that do not suffice for all channels of the merchant: 1 comes first. Channels of one rank are told alike. */
    rank: z.int().min(1).max(99).default(1),
    /** Orders whose goods cost at least this are insured for what their goods cost. In the smallest unit of the house's currency; null: none is. */
    insureFrom: Amount.nullable().default(null),
    /** What becomes of the rest of an order in the shop when the order is finished here with a part of it shipped: it stays open, or is closed. */
    restOfOrder: z.enum(RESTS).default('open'),
    /** Translates values of the shop to ours, such as a shipping method to a carrier code. */
    mapping: z.record(Line(100), Line(100)).default({}),
    ...made,
  },
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['name', 'shop'],
  title: ['name'],
  merchant: 'merchantId',
});
