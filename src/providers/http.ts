import axios, { AxiosError, type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { type Envelope, isFine, type ListEnvelope } from '#contract/core/envelope';
import { REQUEST_TIMEOUT, RETRIES } from '#contract/core/limits';
import { encodeListQuery, type ListQuery } from '#contract/core/query';
import { isCausedByPerson } from './activity.ts';
import { CallError } from './call-error.ts';
import { type AnyEnvelope, fileNameOf, readAnswer, saveFile } from './http-answer.ts';
import { type Handles, refuseSession, report } from './http-fail.ts';
import { localeTag } from './i18n.ts';
import { newIntent } from './new-id.ts';
import { addressOf, mayCarryToken } from './origins.ts';
import { getToken } from './session.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Query = Record<string, string | number | boolean | null | undefined> | URLSearchParams;
export type CallOptions = {
  /** The call's first and second main parameter. */
  q?: string;
  w?: string;
  /** Further parameters. */
  params?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeout?: number;
  /** Idempotency key, created once for what the user wanted. Pass it if the user may repeat the call after a failure. */
  intent?: string;
  /** Codes that the caller shows itself. */
  handles?: Handles;
  /** A call that no user waits for. Network failures are not shown, and it never extends the session. */
  background?: boolean;
  onUpload?: (part: number) => void;
};

/**
 * Answers are read as bytes, because only their headers tell whether they are an envelope or a file. XSRF cookies are off: the server does
 * not use them, and reading the cookie would delay calls that should leave before the first render.
 */
const client = axios.create({ responseType: 'arraybuffer', validateStatus: () => true, maxRedirects: 0, withXSRFToken: false });

function paramsOf({ q, w, params }: CallOptions): URLSearchParams {
  const all = new URLSearchParams(params instanceof URLSearchParams ? params : undefined);
  if (params && !(params instanceof URLSearchParams)) {
    for (const [key, value] of Object.entries(params)) if (value !== undefined && value !== null) all.append(key, String(value));
  }
  if (q !== undefined) all.set('q', q);
  if (w !== undefined) all.set('w', w);
  return all;
}

function headersOf(method: Method, address: string, intent: string, isPassive: boolean): Record<string, string> {
  const token = getToken();
  return {
    // Titles of rows come in the language of the page, which may differ from the browser's.
    'Accept-Language': localeTag(),
    ...(token !== '' && mayCarryToken(address) ? { 'X-Token': token } : {}),
    ...(method === 'GET' ? {} : { 'Idempotency-Key': intent }),
    // Only user activity extends the session (server/core/http/session.ts).
    ...(isPassive ? { 'X-Kontor-Passive': '1' } : {}),
  };
}

/** No answer came, so the call is retried. A timeout is not retried, because the server may still be working on it. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof AxiosError && !error.response && error.code !== AxiosError.ERR_CANCELED;

/** The server's database is restarting and nothing was changed. This is the only answer that is retried, with the same key. */
const isPassing = ({ status, headers }: AxiosResponse): boolean => status === 503 && headers['retry-after'] !== undefined;
/** Milliseconds that the server asks to wait, at most ten seconds because a user is waiting. */
const retryAfter = ({ headers }: AxiosResponse): number => {
  const seconds = Number(headers['retry-after']);
  return Math.min(seconds >= 0 ? seconds : 1, 10) * 1000;
};
const backoff = (attempt: number): number => (0.5 + Math.random()) * 300 * 2 ** attempt;

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    // Removed again, because the signal of the scan queue exists as long as the page.
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

function networkFailure(error: unknown, late: boolean): CallError {
  const code = late ? 'Timeout' : axios.isCancel(error) ? 'Aborted' : 'Network';
  return new CallError({ code, statusCode: 0, data: null, message: error instanceof Error ? error.message : String(error) });
}

async function send(method: Method, path: string, options: CallOptions): Promise<AxiosResponse<ArrayBuffer>> {
  const address = addressOf(path);
  const intent = options.intent ?? newIntent();
  const isPassive = options.background === true || !isCausedByPerson();
  const request = {
    method,
    url: address,
    params: paramsOf(options),
    data: options.body,
    headers: headersOf(method, address, intent, isPassive),
    ...(options.onUpload ? { onUploadProgress: (event: AxiosProgressEvent) => options.onUpload?.(event.progress ?? 0) } : {}),
  };
  for (let attempt = 0; ; attempt += 1) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), options.timeout ?? REQUEST_TIMEOUT);
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
    try {
      const response = await client.request<ArrayBuffer>({ ...request, signal });
      if (attempt >= RETRIES || !isPassing(response) || options.signal?.aborted) return response;
      await pause(retryAfter(response) * (0.5 + Math.random()), options.signal);
    } catch (error) {
      if (attempt >= RETRIES || !isNetworkError(error) || options.signal?.aborted) throw networkFailure(error, limit.signal.aborted);
      await pause(backoff(attempt), options.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

const header = (response: AxiosResponse, name: string): string => String(response.headers[name] ?? '');

function failureOf(response: AxiosResponse, envelope: Envelope<unknown> | null): CallError {
  const from = { statusCode: response.status, requestId: header(response, 'x-request-id') };
  if (envelope === null || isFine(envelope.code)) {
    return new CallError({ ...from, code: 'Unreadable', data: null, message: `HTTP ${response.status}` });
  }
  return new CallError({ ...from, code: envelope.code, data: envelope.data, message: envelope.error ?? envelope.code });
}

const EMPTY: Envelope<undefined> = { code: 'OK', data: undefined, error: null };

async function exchange(method: Method, path: string, options: CallOptions): Promise<AnyEnvelope> {
  const request = `${method} ${path}`;
  let response: AxiosResponse<ArrayBuffer>;
  try {
    response = await send(method, path, options);
  } catch (error) {
    if (error instanceof CallError && error.code !== 'Aborted' && !options.background) report(error, request, options.handles);
    throw error;
  }
  const [type, disposition] = [header(response, 'content-type'), header(response, 'content-disposition')];
  const answer = readAnswer({ status: response.status, type, disposition, body: response.data });
  if (answer.kind === 'file') {
    saveFile(fileNameOf(disposition, path.split('/').at(-1) ?? ''), new Blob([response.data], { type }));
    return EMPTY;
  }
  const envelope = answer.kind === 'envelope' ? answer.envelope : null;
  if (response.status === 403) throw refuseSession(envelope ?? EMPTY);
  if (envelope && isFine(envelope.code) && response.status < 400) return envelope;
  if (envelope?.data === 'CaptchaRequired') return EMPTY;
  const error = failureOf(response, envelope);
  report(error, request, options.handles);
  throw error;
}

/**
 * Makes any call of the server. Resolves with the envelope's data; a file is saved as a download.
 * The type is asserted by the caller. The server validates its answers against their schemas.
 * @throws CallError after the user was told, except for the codes in `handles`
 */
export async function call<T = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await exchange(method, path, options)).data as T;
}

/** One page of a list. Pass `signal` to cancel an outdated query. */
export async function list<T>(path: string, query: ListQuery, signal?: AbortSignal, options: CallOptions = {}): Promise<ListEnvelope<T>> {
  const params = encodeListQuery(query);
  for (const [key, value] of paramsOf(options)) params.append(key, value);
  const { q: _q, w: _w, ...rest } = options;
  const answer = await exchange('GET', path, { ...rest, params, signal });
  const rows = (answer.data ?? []) as T[];
  return {
    code: answer.code,
    error: answer.error,
    data: rows,
    next: answer.next ?? null,
    total: answer.total ?? rows.length,
    totalExact: answer.totalExact ?? true,
    ...(answer.totalLater ? { totalLater: true } : {}),
  };
}
