import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Address } from '#contract/core/fields';
import { CarrierError } from '../adapter.ts';
import { busy, callCarrier } from '../carrier-call.ts';
import { Failure, Token } from './shapes.ts';

/** Calls to UPS, the access token that they need, and what refusals mean. */

export type UpsAccess = { url: string; clientId: string; clientSecret: string; zone: string };
type Call = { method?: 'GET' | 'POST' | 'DELETE'; body?: object; headers?: Record<string, string>; signal: AbortSignal };

/** Words of refusals and the fields of our address that they name. */
const FIELDS: readonly [RegExp, keyof Address][] = [
  [/postal code|zip/i, 'zip'],
  [/city/i, 'city'],
  [/address line|street/i, 'streetName'],
  [/country/i, 'country'],
  [/phone/i, 'phone'],
];
const OF_RECIPIENT = /ship ?to|recipient|consignee|receiver|destination/i;

/** What an answer other than 2xx means. @param text its body */
export function faultOfAnswer(status: number, text: string, retryAfter: string | null): CarrierError {
  let failure: Failure = {};
  try {
    failure = Failure.parse(JSON.parse(text));
  } catch {
    // A page of a proxy, or an answer that was cut off.
  }
  const said = (failure.response?.errors ?? []).map(({ message, code }) => message || code || '').filter(Boolean);
  const message = said.join(' ').slice(0, 500) || 'No reason given.';
  if (status === 401 || status === 403) return new CarrierError({ kind: 'misconfigured', message });
  if (status === 429) return busy(message, retryAfter);
  if (status === 404) return new CarrierError({ kind: 'gone', message });
  if (status !== 400 && status !== 422) return new CarrierError({ kind: 'unknown', message: `${status}: ${message}` });
  if (!OF_RECIPIENT.test(message)) return new CarrierError({ kind: 'refused', message });
  const fields = FIELDS.filter(([words]) => words.test(message)).map(([, field]) => field);
  return new CarrierError(fields.length > 0 ? { kind: 'refusedAddress', message, fields } : { kind: 'refused', message });
}

/** Seconds before its end at which a token is not used any more. */
const SPARE = 60;
/** Tokens of this node by account. They hold for hours, and UPS limits how many are asked for. */
const tokens = new Map<string, { token: string; until: number }>();
const accountOf = ({ url, clientId, clientSecret }: UpsAccess): string =>
  createHash('sha256')
    .update(JSON.stringify([url, clientId, clientSecret]))
    .digest('hex');

async function tokenOf(access: UpsAccess, signal: AbortSignal): Promise<string> {
  const account = accountOf(access);
  const known = tokens.get(account);
  if (known && known.until > Date.now()) return known.token;
  const { access_token: token, expires_in: seconds } = await callCarrier(`${access.url}/security/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64')}` },
    form: { grant_type: 'client_credentials' },
    shape: Token,
    faultOf: faultOfAnswer,
    signal,
  });
  tokens.set(account, { token, until: Date.now() + (seconds - SPARE) * 1000 });
  return token;
}

/**
 * One call. A token that UPS ended early is replaced once.
 * @throws CarrierError
 */
export async function callUps<T>(access: UpsAccess, path: string, shape: z.ZodType<T>, call: Call): Promise<T> {
  const send = async (): Promise<T> =>
    callCarrier(`${access.url}${path}`, {
      ...call,
      headers: {
        ...call.headers,
        authorization: `Bearer ${await tokenOf(access, call.signal)}`,
        transId: randomUUID().replaceAll('-', ''),
        transactionSrc: 'kontor',
      },
      shape,
      faultOf: faultOfAnswer,
    });
  const had = tokens.has(accountOf(access));
  try {
    return await send();
  } catch (error) {
    if (!(had && error instanceof CarrierError && error.fault.kind === 'misconfigured')) throw error;
    tokens.delete(accountOf(access));
    return send();
  }
}
/** Asks for a new token, so that a check never passes with an old one. @throws CarrierError */
export async function signInAnew(access: UpsAccess, signal: AbortSignal): Promise<void> {
  tokens.delete(accountOf(access));
  await tokenOf(access, signal);
}
