import type { z } from 'zod';
import { CarrierError } from './adapter.ts';

/** One call over HTTP to the interface of a carrier or a gateway, and what its failures mean. */

export type CarrierCall<T> = {
  method?: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: object;
  /** Sent as a form instead of JSON. */
  form?: Record<string, string>;
  /** Of the answer. A 2xx answer that is cut off or has another shape counts as `unknown`. */
  shape: z.ZodType<T>;
  /** What an answer other than 2xx means. @param text its body @param retryAfter the header */
  faultOf: (status: number, text: string, retryAfter: string | null) => CarrierError;
  signal: AbortSignal;
};

/** The connection was never made, so nothing was done. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** @throws CarrierError */
export async function callCarrier<T>(
  url: string,
  { method = 'GET', headers, body, form, shape, faultOf, signal }: CarrierCall<T>,
): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal,
    });
    text = await response.text();
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    const code = cause?.code ?? '';
    throw new CarrierError({ kind: NOT_CONNECTED.includes(code) ? 'busy' : 'unknown', message: code || message });
  }
  if (!response.ok) throw faultOf(response.status, text, response.headers.get('retry-after'));
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new CarrierError({ kind: 'unknown', message: 'The answer could not be read.' });
  }
}

/** Too many calls. @param retryAfter seconds, as the carrier wrote them */
export function busy(message: string, retryAfter: string | null): CarrierError {
  const seconds = Number(retryAfter);
  return new CarrierError({ kind: 'busy', message, ...(seconds > 0 ? { retryAfter: seconds } : {}) });
}
