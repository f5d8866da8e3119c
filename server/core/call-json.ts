import type { z } from 'zod';
import { callOutside } from './outside-call.ts';
import { PrivateAddress } from './public-address.ts';

/** One call over HTTP to a program of others that answers in JSON, with every way in which it can fail told apart. */

export type JsonCall<T> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: object;
  /** Sent as a form instead of JSON. */
  form?: Record<string, string>;
  /** Of the answer. */
  shape: z.ZodType<T>;
  signal: AbortSignal;
  /** How it is sent: by `fetch`, or by `sendOutside` to an address that others chose. */
  send?: Send;
};
export type JsonFault =
  /** The connection was never made, so nothing was done. */
  | { is: 'notConnected'; message: string }
  /** The line was cut or the time was over: nobody knows what was done. */
  | { is: 'lost'; message: string }
  /** Another status than 2xx. `retryAfter` is the header. */
  | { is: 'refused'; status: number; text: string; retryAfter: string | null }
  /** A 2xx answer that is cut off or has another shape: something was done, but nobody knows what came of it. */
  | { is: 'unreadable'; message: string };

type Sending = { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal };
type Sent = { status: number; text: string; header: (name: string) => string | null };
export type Send = (url: string, sending: Sending) => Promise<Sent>;

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
/** Bytes of an answer: a hundred orders with all their lines have a tenth of it. */
const MOST_BYTES = 16 * 1024 * 1024;

// Redirects are not followed, because they would carry the credentials elsewhere.
export const sendByFetch: Send = async (url, sending) => {
  const response = await fetch(url, { ...sending, redirect: 'error' });
  return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
};
/** To an address that somebody outside of the house chose. @throws PrivateAddress out of `callJson` too */
export const sendOutside =
  (isPrivateAllowed: boolean): Send =>
  async (url, sending) => {
    const { status, text, headers } = await callOutside(new URL(url), { ...sending, isPrivateAllowed, most: MOST_BYTES });
    return { status, text, header: (name) => [headers[name]].flat()[0] ?? null };
  };

/** Never throws for what the other side does. */
export async function callJson<T>(
  url: string,
  { method = 'GET', headers, body, form, shape, signal, send = sendByFetch }: JsonCall<T>,
): Promise<{ value: T; header: Sent['header'] } | { fault: JsonFault }> {
  const type = form ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'application/json';
  const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
  let answer: Sent;
  try {
    answer = await send(url, {
      method,
      headers: { accept: 'application/json', ...(text === undefined ? {} : { 'content-type': type }), ...headers },
      ...(text === undefined ? {} : { body: text }),
      signal,
    });
  } catch (error) {
    if (error instanceof PrivateAddress) throw error;
    const { cause, code: own, message } = error as { cause?: { code?: unknown }; code?: unknown; message: string };
    const code = [cause?.code, own].find((one) => typeof one === 'string') ?? '';
    return { fault: { is: NOT_CONNECTED.includes(code) ? 'notConnected' : 'lost', message: code || message } };
  }
  const { status } = answer;
  if (status < 200 || status > 299)
    return { fault: { is: 'refused', status, text: answer.text, retryAfter: answer.header('retry-after') } };
  try {
    // An answer without a body, such as 201 or 204, is read as null.
    return { value: shape.parse(answer.text === '' ? null : JSON.parse(answer.text)), header: answer.header };
  } catch {
    return { fault: { is: 'unreadable', message: 'The answer could not be read.' } };
  }
}
