import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Address } from '#contract/core/fields';
import { accessTokens } from '../access-tokens.ts';
import { CarrierError } from '../adapter.ts';
import { busy, callCarrier } from '../carrier-call.ts';
import { refusal } from '../services-at.ts';
import { Failure, type Item, PickupFailures, Token } from './shapes.ts';

/** Calls to DHL and what its refusals mean. */

/**
 * `key` and `secret` are those of the application at DHL's developer portal, `user` and `password` those of the business customer portal. Without
 * `secret` no pick-ups are ordered.
 */
export type DhlAccess = { url: string; key: string; secret: string; user: string; password: string; zone: string };
type Call = { method?: 'GET' | 'POST' | 'DELETE'; body?: object; signal: AbortSignal };

const SHIPPING = '/parcel/de/shipping/v2';

/** The fields of our address by the last part of a property such as `shipments[0].consignee.postalCode`. */
const FIELDS: Record<string, keyof Address> = {
  name: 'name1',
  name1: 'name1',
  name2: 'name2',
  name3: 'addition',
  addressStreet: 'streetName',
  addressHouse: 'streetNumber',
  lockerID: 'streetNumber',
  retailID: 'streetNumber',
  postNumber: 'addition',
  postalCode: 'zip',
  city: 'city',
  country: 'country',
  email: 'email',
  phone: 'phone',
};
/** DHL cannot encode the address of the recipient, so it would be sorted by hand. */
const UNCODABLE = /leitcod|encod|routing code/i;

/** Messages that say why a shipment was refused. Warnings come with shipments that were booked. */
const faultsOf = ({ validationMessages }: Item) =>
  (validationMessages ?? []).filter(({ validationState }) => !/warn|info/i.test(validationState ?? ''));

/** @param item of a shipment that was not booked */
export function refusedItem(item: Item): CarrierError {
  const faults = faultsOf(item);
  const messages = faults.map(({ validationMessage }) => validationMessage ?? '').filter(Boolean);
  const message = (messages.join(' ') || item.sstatus.detail || item.sstatus.title || 'No reason given.').slice(0, 500);
  const ofConsignee = faults.filter(
    ({ property, validationMessage }) => /consignee/i.test(property ?? '') || UNCODABLE.test(validationMessage ?? ''),
  );
  if (ofConsignee.length === 0) return new CarrierError({ kind: 'refused', message });
  const fields = ofConsignee.flatMap(({ property }) => FIELDS[(property ?? '').split('.').at(-1) ?? ''] ?? []);
  return new CarrierError({ kind: 'refusedAddress', message, fields: [...new Set(fields)] });
}

/** What an answer other than 2xx means. @param text its body */
export function faultOfAnswer(status: number, text: string, retryAfter: string | null): CarrierError {
  let failure: Failure = {};
  try {
    failure = Failure.parse(JSON.parse(text));
  } catch {
    // A page of a proxy, or an answer that was cut off.
  }
  const whole = typeof failure.status === 'object' ? failure.status : null;
  const message = (failure.detail || whole?.detail || failure.title || whole?.title || 'No reason given.').slice(0, 500);
  if (status === 401 || status === 403) return new CarrierError({ kind: 'misconfigured', message });
  if (status === 429) return busy(message, retryAfter);
  if (status === 404) return new CarrierError({ kind: 'gone', message });
  if (status !== 400 && status !== 422) return new CarrierError({ kind: 'unknown', message: `${status}: ${message}` });
  const item = failure.items?.[0];
  return item ? refusedItem(item) : new CarrierError({ kind: 'refused', message });
}

/**
 * One call to the shipping interface.
 * @param path with its query
 * @throws CarrierError
 */
export const callDhl = <T>({ url, key, user, password }: DhlAccess, path: string, shape: z.ZodType<T>, call: Call): Promise<T> =>
  callCarrier(`${url}${SHIPPING}${path}`, {
    ...call,
    headers: {
      'dhl-api-key': key,
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'accept-language': 'en-US',
    },
    shape,
    faultOf: faultOfAnswer,
  });

/** One call to the tracking interface, which takes the key of the application alone. @throws CarrierError */
export const callTracking = <T>({ url, key }: DhlAccess, query: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> =>
  callCarrier(`${url}/track/shipments?${query}`, { headers: { 'dhl-api-key': key }, shape, faultOf: faultOfAnswer, signal });

const PICKUPS = '/parcel/de/transportation/pickup/v3';
/** Pick-ups are refused with a list of errors (422), or as everything else. */
function faultOfPickup(status: number, text: string, retryAfter: string | null): CarrierError {
  if (status !== 400 && status !== 422) return faultOfAnswer(status, text, retryAfter);
  try {
    const messages = PickupFailures.parse(JSON.parse(text)).map(({ title, detail }) => [title, detail].filter(Boolean).join(': '));
    return new CarrierError({ kind: 'refused', message: messages.join(' ').slice(0, 500) || 'No reason given.' });
  } catch {
    return faultOfAnswer(status, text, retryAfter);
  }
}

const tokens = accessTokens<DhlAccess>(
  ({ url, key, secret, user, password }) =>
    createHash('sha256')
      .update(JSON.stringify([url, key, secret, user, password]))
      .digest('hex'),
  async ({ url, key, secret, user, password }, signal) => {
    if (!secret) throw refusal('noApiSecret');
    const { access_token: token, expires_in: seconds } = await callCarrier(`${url}/parcel/de/account/auth/ropc/v1/token`, {
      method: 'POST',
      headers: {},
      form: { grant_type: 'password', username: user, password, client_id: key, client_secret: secret },
      shape: Token,
      faultOf: (status, text, retryAfter) =>
        status === 400 || status === 401 || status === 403 ? refusal('refusedSecret') : faultOfAnswer(status, text, retryAfter),
      signal,
    });
    return { token, seconds };
  },
);
export const signInAnew = tokens.renew;
/** One call to the interface of pick-ups, which takes a token only. @throws CarrierError */
export const callPickups = <T>(access: DhlAccess, path: string, shape: z.ZodType<T>, call: Call): Promise<T> =>
  tokens.use(access, call.signal, (token) =>
    callCarrier(`${access.url}${PICKUPS}${path}`, {
      ...call,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-US' },
      shape,
      faultOf: faultOfPickup,
    }),
  );
