import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { callJson, type JsonFault } from '../../../../core/call-json.ts';
import { ShopError } from '../platform.ts';
import { Errors, Missing, Token } from './shapes.ts';

/** Calls to the Admin API of one shop with the keys of an integration (developer.shopware.com: Admin API, authentication). */

/** One call, for the list of calls. */
export type Called = { kind: string; ms: number; result: string; text: string };
export type ShopwareAccess = {
  /** `https://shop.example.org`, without a slash at its end. */
  url: string;
  /** Access key and secret of the integration. */
  clientId: string;
  clientSecret: string;
  /** Called before each call: keeps the lease of the work. */
  keep: () => Promise<void>;
  note: (call: Called) => void;
};
export type Call<T> = { name: string; method?: 'POST' | 'PATCH'; path: string; body?: object; shape: z.ZodType<T> };

const TIMEOUT = 15_000;
/** Milliseconds before its end at which a token is not used any more. Tokens hold for ten minutes. */
const SPARE = 30_000;
const CODE_PRIVILEGE = 'FRAMEWORK__MISSING_PRIVILEGE_ERROR';
/** By keys, so that only who has the secret uses the token. */
const tokens = new Map<string, { token: string; until: number }>();

/** The role of the integration lacks privileges such as `order_delivery:update`. */
export class PrivilegesMissing extends ShopError {
  readonly privileges: readonly string[];
  constructor(privileges: readonly string[]) {
    super({ kind: 'signIn', message: `Missing privileges: ${privileges.join(', ')}` });
    this.privileges = privileges;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorOf(fault: JsonFault): ShopError {
  if (fault.is === 'notConnected') return new ShopError({ kind: 'busy', message: fault.message });
  if (fault.is !== 'refused') return new ShopError({ kind: 'unknown', message: fault.message });
  const { status, text, retryAfter } = fault;
  const { errors } = Errors.catch({ errors: [] }).parse(jsonOf(text));
  const lacking = errors.find(({ code }) => code === CODE_PRIVILEGE);
  if (lacking) return new PrivilegesMissing(Missing.catch({ missingPrivileges: [] }).parse(jsonOf(lacking.detail ?? '')).missingPrivileges);
  const said = errors.map(({ title, detail }) => detail ?? title ?? '').join(' ');
  const message = `${status}: ${(said || text).slice(0, 300)}`;
  const seconds = Number(retryAfter);
  if (status === 429) return new ShopError({ kind: 'busy', message, ...(seconds > 0 ? { retryAfter: seconds } : {}) });
  if (status === 401 || status === 403) return new ShopError({ kind: 'signIn', message });
  return new ShopError({ kind: status < 500 ? 'refused' : 'unknown', message });
}

const keyOf = ({ url, clientId, clientSecret }: ShopwareAccess): string =>
  createHash('sha256')
    .update(JSON.stringify([url, clientId, clientSecret]))
    .digest('hex');

/** A token that holds. @throws ShopError signIn if the keys are not valid */
async function tokenOf(access: ShopwareAccess): Promise<string> {
  const key = keyOf(access);
  const known = tokens.get(key);
  if (known && known.until > Date.now()) return known.token;
  for (const [one, { until }] of tokens) if (until <= Date.now()) tokens.delete(one);
  const { url, clientId, clientSecret } = access;
  const answer = await callJson(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: {},
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    shape: Token,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if ('value' in answer) {
    const { access_token: token, expires_in: seconds } = answer.value;
    tokens.set(key, { token, until: Date.now() + seconds * 1000 - SPARE });
    return token;
  }
  const { fault } = answer;
  // A refused grant is 400 or 401 (OAuth 2, RFC 6749 part 5.2). To ask for a token again harms nobody.
  if (fault.is === 'refused' && (fault.status === 400 || fault.status === 401))
    throw new ShopError({ kind: 'signIn', message: fault.text.slice(0, 300) });
  const error = errorOf(fault);
  throw error.fault.kind === 'unknown' ? new ShopError({ kind: 'busy', message: error.fault.message }) : error;
}

/** @throws ShopError */
export async function callShopware<T>(access: ShopwareAccess, call: Call<T>): Promise<T> {
  const { url, keep, note } = access;
  const { name, method = 'POST', path, body = {}, shape } = call;
  const ask = async () =>
    callJson(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${await tokenOf(access)}` },
      body,
      shape,
      signal: AbortSignal.timeout(TIMEOUT),
    });
  await keep();
  const at = Date.now();
  const done = (result: string, text: string): void => note({ kind: `shopware ${name}`, ms: Date.now() - at, result, text });
  try {
    let answer = await ask();
    // The token may have ended before its time, for example because the keys of the shop's server were replaced. Nothing was done.
    if ('fault' in answer && answer.fault.is === 'refused' && answer.fault.status === 401) {
      tokens.delete(keyOf(access));
      answer = await ask();
    }
    if ('fault' in answer) throw errorOf(answer.fault);
    done('OK', '');
    return answer.value;
  } catch (error) {
    if (error instanceof ShopError) done(error.fault.kind, error.fault.message);
    throw error;
  }
}
