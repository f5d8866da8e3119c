import type { StoredGrant } from '../shops/credentials.ts';

/** Query parameters of the return from the platform. */
export type Returned = Readonly<Record<string, string>>;
export type Grant = { credentials: string; scopes: string };

/** OAuth 2 authorization code flow of one shop platform, by its documentation. */
export type Platform = {
  /** Whether the house has an application there. */
  ready: boolean;
  /** The shop's address in the platform's form; null if invalid. */
  shop: (text: string) => string | null;
  /** URL at which the merchant authorises the application. */
  authorize: (shop: string, state: string, channel: { ownLocation: string }) => string;
  /** Whether the platform's signature is valid; true if the platform does not sign. */
  signed: (returned: Returned) => boolean;
  /** Exchanges the code for credentials. */
  exchange: (shop: string, code: string) => Promise<Grant>;
  /** The address of the shop's interface. */
  address: (shop: string) => string;
  /** Renews an access token. @throws ShopError signIn if the platform does not take the renewal token any more */
  renew: (shop: string, refreshToken: string) => Promise<StoredGrant>;
};
