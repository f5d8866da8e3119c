import type { z } from 'zod';
import { callJson, type Send } from '../../../core/call-json.ts';
import { PrivateAddress } from '../../../core/public-address.ts';
import { type Budget, type CallHooks, errorOf, ShopError } from './platform.ts';

/** One call to the REST interface of a shop, noted in the list of calls. */

export type RestAccess = CallHooks & { send: Send };
export type RestCall<T> = {
  /** For the list of calls: `woocommerce orders`. */
  kind: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: object;
  shape: z.ZodType<T>;
};
const TIMEOUT = 15_000;

/** Names of the headers by which an answer says its limit: those of the draft of the IETF, and the older ones. */
const LIMITS = ['ratelimit', 'x-ratelimit'];
/** What an answer says of the limit of calls; nothing where it says none. */
function budgetOf(header: (name: string) => string | null): { budget?: Budget } {
  for (const name of LIMITS) {
    const [left, most] = [header(`${name}-remaining`), header(`${name}-limit`)].map((text) => Number.parseInt(text ?? '', 10));
    if (left !== undefined && most !== undefined && left >= 0 && most > 0) return { budget: { left, most } };
  }
  return {};
}

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
  note({ kind, ms: Date.now() - at, result: 'OK', text: '', ...budgetOf(answer.header) });
  return answer;
}
