import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Address } from '#contract/core/fields';
import { accessTokens } from '../access-tokens.ts';
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
  const messages = (failure.response?.errors ?? []).map(({ message, code }) => message || code || '').filter(Boolean);
  const message = messages.join(' ').slice(0, 500) || 'No reason given.';
  if (status === 401 || status === 403) return new CarrierError({ kind: 'misconfigured', message });
  if (status === 429) return busy(message, retryAfter);
  if (status === 404) return new CarrierError({ kind: 'gone', message });
  if (status !== 400 && status !== 422) return new CarrierError({ kind: 'unknown', message: `${status}: ${message}` });
  if (!OF_RECIPIENT.test(message)) return new CarrierError({ kind: 'refused', message });
  const fields = FIELDS.filter(([words]) => words.test(message)).map(([, field]) => field);
  return new CarrierError(fields.length > 0 ? { kind: 'refusedAddress', message, fields } : { kind: 'refused', message });
}

const tokens = accessTokens<UpsAccess>(
  ({ url, clientId, clientSecret }) =>
    createHash('sha256')
      .update(JSON.stringify([url, clientId, clientSecret]))
      .digest('hex'),
  async ({ url, clientId, clientSecret }, signal) => {
    const { access_token: token, expires_in: seconds } = await callCarrier(`${url}/security/v1/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      form: { grant_type: 'client_credentials' },
      shape: Token,
      faultOf: faultOfAnswer,
      signal,
    });
    return { token, seconds };
  },
);
export const signInAnew = tokens.renew;

/** One call. @throws CarrierError */
export const callUps = <T>(access: UpsAccess, path: string, shape: z.ZodType<T>, call: Call): Promise<T> =>
  tokens.use(access, call.signal, (token) =>
    callCarrier(`${access.url}${path}`, {
      ...call,
      headers: { ...call.headers, authorization: `Bearer ${token}`, transId: randomUUID().replaceAll('-', ''), transactionSrc: 'kontor' },
      shape,
      faultOf: faultOfAnswer,
    }),
  );
