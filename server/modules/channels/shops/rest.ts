import type { z } from 'zod';
import { callJson, type Send } from '../../../core/call-json.ts';
import { PrivateAddress } from '../../../core/public-address.ts';
import { type Around, errorOf, ShopError } from './platform.ts';

/** One call to the REST interface of a shop, noted in the list of calls. */

export type RestAccess = Around & { send: Send };
export type RestCall<T> = {
  /** For the list of calls: `woocommerce orders`. */
  kind: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: object;
  shape: z.ZodType<T>;
};
const TIMEOUT = 15_000;

/** @returns the answer and its headers @throws ShopError */
export async function callRest<T>({ keep, note, send }: RestAccess, url: string, { kind, ...call }: RestCall<T>) {
  await keep();
  const at = Date.now();
  const fail = (error: ShopError): ShopError => {
    note({ kind, ms: Date.now() - at, result: error.fault.kind, text: error.fault.message });
    return error;
  };
  const answer = await callJson(url, { ...call, send, signal: AbortSignal.timeout(TIMEOUT) }).catch((error: unknown) => {
    // The address leads into the house's own network. Only the merchant can enter another one.
    if (error instanceof PrivateAddress) throw fail(new ShopError({ kind: 'signIn', message: error.message, status: 0 }));
    throw error;
  });
  if ('fault' in answer) throw fail(errorOf(answer.fault));
  note({ kind, ms: Date.now() - at, result: 'OK', text: '' });
  return answer;
}
