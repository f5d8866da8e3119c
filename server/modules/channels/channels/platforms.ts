import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OauthKind } from '#contract/channels/channels';
import { callJson } from '../../../core/call-json.ts';
import type { Config } from '../../../core/config.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { StoredGrant } from '../shops/credentials.ts';
import { ebayPlatform } from '../shops/ebay/oauth.ts';
import { ShopError } from '../shops/platform.ts';
import { scopesOf } from '../shops/shopify/operations.ts';
import { RETURN_SCOPES } from '../shops/shopify/returns.ts';
import type { Platform, Returned } from './platform.ts';

/** A shop's host must be a direct subdomain of myshopify.com (`shopify.dev/docs/apps/auth`). */
const SHOPIFY_HOST = /^[a-z0-9][a-z0-9-]{0,61}\.myshopify\.com$/;
const TIMEOUT = 15_000;

/**
 * Verifies Shopify's signature: all parameters except `hmac` (and the obsolete `signature`), sorted, as a query string; HMAC-SHA256 with
 * the client secret, in hexadecimal. Compared in constant time.
 */
export function shopifySigned(returned: Returned, secret: string): boolean {
  const { hmac = '', signature: _retired, ...rest } = returned;
  const message = Object.keys(rest)
    .sort()
    .map((key) => `${key}=${rest[key]}`)
    .join('&');
  const right = createHmac('sha256', secret).update(message).digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(hmac) ? hmac : '', 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

async function ask(url: string, init: { headers: Record<string, string>; body: string }): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
  const answer = response?.ok ? ((await response.json().catch(() => null)) as Record<string, unknown> | null) : null;
  if (typeof answer?.['access_token'] !== 'string') throw new DomainError('StateRefused', 'channels.refusals.platformRefused');
  return answer;
}

const query = (parts: Record<string, string>): string => new URLSearchParams(parts).toString();

function shopifyPlatform(config: Config): Platform {
  const back = `${config.KONTOR_ORIGIN}/shopify/redirect`;
  const [id = '', secret = ''] = config.SHOPIFY_APP?.split(':') ?? [];
  const at = (shop: string): string => config.SHOP_PLATFORM_URL ?? `https://${shop}`;
  return {
    ready: id !== '' && secret !== '',
    shop: (text) => {
      const host = text
        .trim()
        .toLowerCase()
        .replace(/^https:\/\//, '')
        .replace(/\/.*$/, '');
      const whole = host.includes('.') || host === '' ? host : `${host}.myshopify.com`;
      return SHOPIFY_HOST.test(whole) ? whole : null;
    },
    authorize: (shop, state, { ownLocation }) =>
      `https://${shop}/admin/oauth/authorize?${query({ client_id: id, scope: [...scopesOf(ownLocation), ...RETURN_SCOPES].join(','), redirect_uri: back, state })}`,
    signed: (returned) => shopifySigned(returned, secret),
    exchange: async (shop, code) => {
      const answer = await ask(`${at(shop)}/admin/oauth/access_token`, {
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        // Tokens that never end are refused from 2027 on (shopify.dev: offline access tokens).
        body: JSON.stringify({ client_id: id, client_secret: secret, code, expiring: '1' }),
      });
      return { credentials: JSON.stringify({ ...answer, obtained_at: Date.now() }), scopes: String(answer['scope'] ?? '') };
    },
    address: at,
    renew: async (shop, refreshToken) => {
      const form = { client_id: id, client_secret: secret, grant_type: 'refresh_token', refresh_token: refreshToken };
      const signal = AbortSignal.timeout(TIMEOUT);
      const answer = await callJson(`${at(shop)}/admin/oauth/access_token`, {
        method: 'POST',
        headers: {},
        form,
        shape: StoredGrant,
        signal,
      });
      if ('value' in answer) return answer.value;
      const { fault } = answer;
      if (fault.is !== 'refused' || fault.status >= 500 || fault.status === 429)
        throw new ShopError({ kind: 'busy', message: 'The token could not be renewed.' });
      throw new ShopError({ kind: 'signIn', message: fault.text.slice(0, 300) });
    },
  };
}

const PLATFORMS: Record<OauthKind, (config: Config) => Platform> = { shopify: shopifyPlatform, ebay: ebayPlatform };
export const platformOf = (kind: OauthKind, config: Config): Platform => PLATFORMS[kind](config);
