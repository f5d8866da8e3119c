import type { z } from 'zod';
import type { Address } from '#contract/core/fields';
import { CarrierError } from '../adapter.ts';
import { busy, callCarrier } from '../carrier-call.ts';
import { Failure } from './shapes.ts';

/** Calls to a Karrio gateway, and what its failures mean. */

/** `zone`: the time zone of events without one. */
export type KarrioAccess = { url: string; token: string; zone: string };
type Call = { method?: 'GET' | 'POST' | 'PATCH'; body?: object; requestId?: string; signal: AbortSignal };

/** Karrio failed while it spoke with the carrier, perhaps after the carrier had booked. */
const GATEWAY_FAULT = /^SHIPPING_SDK_/;

const FIELDS: Record<string, keyof Address> = {
  person_name: 'name1',
  company_name: 'name1',
  address_line1: 'streetName',
  street_number: 'streetNumber',
  postal_code: 'zip',
  city: 'city',
  country_code: 'country',
  phone_number: 'phone',
  email: 'email',
};
/** The fields of an address that the words of a failure name, such as `{"recipient":{"postal_code":["…"]}}`. */
const addressFields = (text: string): (keyof Address)[] => [
  ...new Set(Object.entries(FIELDS).flatMap(([theirs, ours]) => (text.includes(theirs) ? [ours] : []))),
];

const wordsOf = ({ errors, messages }: Failure): string => {
  const texts = [...(errors ?? []), ...(messages ?? [])].map(({ message, code }) => message || code || '').filter(Boolean);
  return texts.join(' ').slice(0, 500) || 'No reason given.';
};

/** What an answer other than 2xx means. @param text its body */
export function faultOfAnswer(status: number, text: string, retryAfter: string | null): CarrierError {
  let failure: Failure = {};
  try {
    failure = Failure.parse(JSON.parse(text));
  } catch {
    // A page of a proxy, or an answer that was cut off.
  }
  const message = wordsOf(failure);
  const codes = [...(failure.errors ?? []), ...(failure.messages ?? [])].map(({ code }) => code ?? '');
  if (status === 401 || status === 403) return new CarrierError({ kind: 'misconfigured', message });
  if (status === 404) return new CarrierError({ kind: 'gone', message });
  if (status === 429) return busy(message, retryAfter);
  const isRefusal =
    status === 400 || status === 409 || status === 422 || (status === 424 && !codes.some((code) => GATEWAY_FAULT.test(code)));
  if (!isRefusal) return new CarrierError({ kind: 'unknown', message: `${status}: ${message}` });
  const fields = addressFields(text);
  const isAddress = fields.length > 0 && /recipient|address|consignee/i.test(text);
  return new CarrierError(isAddress ? { kind: 'refusedAddress', message, fields } : { kind: 'refused', message });
}

/** @throws CarrierError */
export function callKarrio<T>({ url, token }: Omit<KarrioAccess, 'zone'>, path: string, shape: z.ZodType<T>, call: Call): Promise<T> {
  const { requestId, ...rest } = call;
  const headers = { authorization: `Token ${token}`, ...(requestId ? { 'x-request-id': requestId } : {}) };
  return callCarrier(`${url.replace(/\/$/, '')}${path}`, { ...rest, headers, shape, faultOf: faultOfAnswer });
}
