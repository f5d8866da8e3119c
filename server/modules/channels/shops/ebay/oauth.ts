import { callJson } from '../../../../core/call-json.ts';
import type { Config } from '../../../../core/config.ts';
import { DomainError } from '../../../../core/http/errors.ts';
import type { Platform } from '../../channels/platform.ts';
import { StoredGrant } from '../credentials.ts';
import { ShopError } from '../platform.ts';

/** eBay's sign-in of sellers, by OAuth 2 (developer.ebay.com: "The authorization code grant flow", "Using a refresh token"). */

const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** Permissions that the calls need: orders and parcels, and stock. */
export const SCOPES = [`${SCOPE}/sell.fulfillment`, `${SCOPE}/sell.inventory`] as const;
const TIMEOUT = 15_000;

/** The house's application there. `verificationToken`: what eBay and the house agreed on for notices of closed accounts. */
export function ebayApp({ EBAY_APP }: Pick<Config, 'EBAY_APP'>) {
  const [id = '', secret = '', ruName = '', verificationToken = ''] = EBAY_APP?.split(':') ?? [];
  return { id, secret, ruName, verificationToken };
}
export const ebayUrl = ({ SHOP_PLATFORM_URL }: Pick<Config, 'SHOP_PLATFORM_URL'>): string => SHOP_PLATFORM_URL ?? 'https://api.ebay.com';

/** One call for a token. */
function askToken(config: Config, form: Record<string, string>) {
  const { id, secret } = ebayApp(config);
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const signal = AbortSignal.timeout(TIMEOUT);
  return callJson(`${ebayUrl(config)}/identity/v1/oauth2/token`, { method: 'POST', headers, form, shape: StoredGrant, signal });
}

/** The application's own token, for calls that belong to no seller. Null if eBay gives none now. */
export async function applicationToken(config: Config): Promise<string | null> {
  const answer = await askToken(config, { grant_type: 'client_credentials', scope: SCOPE });
  return 'value' in answer ? answer.value.access_token : null;
}

/** Sellers sign in at `auth.ebay.com`; in the sandbox at `auth.sandbox.ebay.com`. */
const signInUrl = (api: string): string =>
  /^https:\/\/api\.(?:[a-z]+\.)?ebay\.com$/.test(api) ? api.replace('//api.', '//auth.') : 'https://auth.ebay.com';

export function ebayPlatform(config: Config): Platform {
  const { id, secret, ruName } = ebayApp(config);
  const scope = SCOPES.join(' ');
  return {
    ready: id !== '' && secret !== '' && ruName !== '',
    shop: (text) => text.trim(),
    authorize: (_shop, state) =>
      `${signInUrl(ebayUrl(config))}/oauth2/authorize?${new URLSearchParams({ client_id: id, redirect_uri: ruName, response_type: 'code', scope, state }).toString()}`,
    // eBay does not sign; state, code and the exchange with our secret are sufficient.
    signed: () => true,
    exchange: async (_shop, code) => {
      const answer = await askToken(config, { grant_type: 'authorization_code', code, redirect_uri: ruName });
      if ('fault' in answer) throw new DomainError('StateRefused', 'channels.refusals.platformRefused');
      return { credentials: JSON.stringify({ ...answer.value, obtained_at: Date.now() }), scopes: scope };
    },
    address: () => ebayUrl(config),
    // The renewal token stays the same for 18 months.
    renew: async (_shop, refreshToken) => {
      const answer = await askToken(config, { grant_type: 'refresh_token', refresh_token: refreshToken, scope });
      if ('value' in answer) return answer.value;
      const { fault } = answer;
      // The seller has taken the permission back, or it does not cover all that is needed. A refused application is a fault of the house.
      if (fault.is === 'refused' && fault.status === 400 && /invalid_grant|invalid_scope/.test(fault.text))
        throw new ShopError({ kind: 'signIn', message: fault.text.slice(0, 300) });
      throw new ShopError({ kind: 'busy', message: 'The token could not be renewed.' });
    },
  };
}
