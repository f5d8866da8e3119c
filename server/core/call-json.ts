import type { z } from 'zod';

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

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** Never throws for what the other side does. Redirects are not followed, because they would carry the credentials elsewhere. */
export async function callJson<T>(
  url: string,
  { method = 'GET', headers, body, form, shape, signal }: JsonCall<T>,
): Promise<{ value: T } | { fault: JsonFault }> {
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
    return { fault: { is: NOT_CONNECTED.includes(code) ? 'notConnected' : 'lost', message: code || message } };
  }
  if (!response.ok) return { fault: { is: 'refused', status: response.status, text, retryAfter: response.headers.get('retry-after') } };
  try {
    return { value: shape.parse(JSON.parse(text)) };
  } catch {
    return { fault: { is: 'unreadable', message: 'The answer could not be read.' } };
  }
}
