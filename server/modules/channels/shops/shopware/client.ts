import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ShopError } from '../platform.ts';
import { callRest, type RestAccess } from '../rest.ts';
import { Token } from './shapes.ts';

/** Calls to the Admin API of one shop with the keys of an integration (developer.shopware.com: Admin API, authentication). */

export type ShopwareAccess = RestAccess & {
  /** `https://shop.example.org`, without a slash at its end. */
  url: string;
  /** Access key ID and secret access key of the integration. */
  key: string;
  secret: string;
};
/** `name` is that in the list of calls. */
export type Call<T> = { name: string; method?: 'POST' | 'PATCH'; path: string; body?: object; shape: z.ZodType<T> };

/** Milliseconds before its end at which a token is not used any more. Tokens hold for ten minutes. */
const EXPIRY_MARGIN = 30_000;
/** By address and both keys, so that only who has the secret uses the token. */
const tokens = new Map<string, { token: string; until: number }>();

const idOf = ({ url, key, secret }: ShopwareAccess): string =>
  createHash('sha256')
    .update(JSON.stringify([url, key, secret]))
    .digest('hex');

/** A token that holds. @throws ShopError signIn if the keys are not valid */
async function tokenOf(access: ShopwareAccess): Promise<string> {
  const id = idOf(access);
  const known = tokens.get(id);
  if (known && known.until > Date.now()) return known.token;
  for (const [one, { until }] of tokens) if (until <= Date.now()) tokens.delete(one);
  const body = { grant_type: 'client_credentials', client_id: access.key, client_secret: access.secret };
  try {
    const call = { kind: 'shopware token', method: 'POST', headers: {}, body, shape: Token } as const;
    const { value } = await callRest(access, `${access.url}/api/oauth/token`, call);
    tokens.set(id, { token: value.access_token, until: Date.now() + value.expires_in * 1000 - EXPIRY_MARGIN });
    return value.access_token;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    // A refused grant is 400 as well (OAuth 2, RFC 6749 part 5.2). Without a token nothing was done.
    if (error.fault.status === 400) throw new ShopError({ ...error.fault, kind: 'signIn' });
    throw error.fault.kind === 'unknown' ? new ShopError({ ...error.fault, kind: 'busy' }) : error;
  }
}

/** @throws ShopError */
export async function callShopware<T>(access: ShopwareAccess, { name, method = 'POST', path, body = {}, shape }: Call<T>): Promise<T> {
  const ask = async (): Promise<T> => {
    const headers = { authorization: `Bearer ${await tokenOf(access)}` };
    return (await callRest(access, `${access.url}/api${path}`, { kind: `shopware ${name}`, method, headers, body, shape })).value;
  };
  try {
    return await ask();
  } catch (error) {
    // The token ended before its time, for example because the shop got other keys to sign with. Nothing was done.
    if (!(error instanceof ShopError) || error.fault.status !== 401 || !tokens.delete(idOf(access))) throw error;
    return ask();
  }
}

/** Privileges that the role of the integration lacks by an answer, such as `order_delivery:update`; none if it failed for another reason. */
export function privilegesIn({ message, status }: ShopError['fault']): string[] {
  const [, named = ''] = status === 403 ? message.split('missingPrivileges') : [];
  return [...named.matchAll(/[a-z_]+:(?:read|create|update|delete)/g)].map(([privilege]) => privilege);
}
