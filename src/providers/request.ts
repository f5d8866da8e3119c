import type { ListEnvelope } from '#contract/core/envelope';
import type { ListQuery } from '#contract/core/query';
import { CallError } from './call-error.ts';
import { type CallMeta, dataProvider } from './data.ts';
import type { Method } from './http.ts';
import { isOwnLink } from './origins.ts';

export type RequestOptions = Omit<CallMeta, 'list'> & { body?: unknown; signal?: AbortSignal | undefined };

/** refine's method names. */
export const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/**
 * A server call from code outside React (queues, print agents, page start), through the same provider as refine's hooks.
 * Components use `useRead` and `useCall`.
 * @throws CallError after the user was told, except for the codes in `handles`
 */
export async function request<T = unknown>(method: Method, path: string, { body, signal, ...call }: RequestOptions = {}): Promise<T> {
  const { data } = await dataProvider.custom({
    url: path,
    method: METHODS[method],
    ...(body === undefined ? {} : { payload: body }),
    meta: { call, signal },
  });
  return data as T;
}

/** One page of an area's list, from code outside React. Pass `signal` to cancel an outdated query. */
export async function requestList<T>(
  resource: string,
  list: ListQuery,
  { signal, ...call }: Omit<RequestOptions, 'body'> = {},
): Promise<ListEnvelope<T>> {
  const page = await dataProvider.getList({ resource, meta: { call: { ...call, list }, signal } });
  return { code: 'OK', error: null, ...page } as unknown as ListEnvelope<T>;
}

/** Downloads a file. */
export const download = (path: string, options: RequestOptions = {}): Promise<unknown> =>
  request(options.body === undefined ? 'GET' : 'POST', path, options);

/** Follows a link from the server, on this origin only. */
export async function followLink<T = unknown>(link: string, options: RequestOptions = {}): Promise<T> {
  if (!isOwnLink(link)) throw new CallError({ code: 'Unreadable', statusCode: 0, data: link, message: 'a link to another origin' });
  return request<T>('GET', link, options);
}

export type Uploaded = { id: string; name: string; mime: string; size: number };
export function upload(kind: 'avatar' | 'image' | 'intern', file: File, options: RequestOptions = {}): Promise<Uploaded> {
  const body = new FormData();
  body.append('file', file);
  return request<Uploaded>('POST', `/v0/statics/upload/${kind}`, { ...options, body });
}
