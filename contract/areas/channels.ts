export const CHANNEL_KINDS = ['shopify', 'ebay', 'csv', 'api'] as const;
/** Kinds that are connected by signing in at the platform. */
export const OAUTH_KINDS = ['shopify', 'ebay'] as const;
/** Computed: connected with credentials, waiting for them, or switched off. */
export const CHANNEL_STATES = ['connected', 'waiting', 'failed', 'off'] as const;
