import { type BaseRecord, useCustom, useCustomMutation } from '@refinedev/core';
import { keepPreviousData, type QueryKey, type QueryObserverResult } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { CallError } from './call-error.ts';
import type { CallMeta } from './data.ts';
import type { Method } from './http.ts';
import { METHODS, type RequestOptions } from './request.ts';

/** What refine tells of a call that failed was told by the call itself (http-fail.ts); what went well is told by the screen. */
export const QUIET = { successNotification: false, errorNotification: false } as const;

/** An answer's content with the state of its query. Read when asked for: a screen is drawn again only for what it uses. */
export function contentOf<A, T>(query: QueryObserverResult<A, CallError>, data: T | undefined) {
  return {
    data,
    isPlaceholderData: query.isPlaceholderData,
    refetch: query.refetch,
    get error() {
      return query.error;
    },
    get isError() {
      return query.isError;
    },
    get isSuccess() {
      return query.isSuccess;
    },
    get isPending() {
      return query.isPending;
    },
    get isLoading() {
      return query.isLoading;
    },
    get isFetching() {
      return query.isFetching;
    },
  };
}

/** What `contentOf` answers. */
export type Content<T> = ReturnType<typeof contentOf<unknown, T>>;

type ReadOptions = Omit<CallMeta, 'list'> & {
  /** Keys below `['data', 'default', <area>]` are read again with the area. */
  queryKey: QueryKey;
  /** A question too long for an address. */
  body?: unknown;
  enabled?: boolean;
  retry?: boolean;
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number | false;
  refetchOnWindowFocus?: boolean;
  /** The former answer is shown until the next one is there. */
  keepFormer?: boolean;
};

/** Reads something beside the calls of an area. The type is the caller's word: the server's answer schemas are the check. */
export function useRead<T>(path: string, options: ReadOptions): Content<T> {
  const { queryKey, body, enabled = true, retry, staleTime, gcTime, refetchInterval, refetchOnWindowFocus, keepFormer, ...call } = options;
  const { query } = useCustom<BaseRecord, CallError>({
    url: path,
    method: body === undefined ? 'get' : 'post',
    ...(body === undefined ? {} : { config: { payload: body } }),
    meta: { call },
    queryOptions: {
      queryKey,
      enabled,
      ...(retry === undefined ? {} : { retry }),
      ...(staleTime === undefined ? {} : { staleTime }),
      ...(gcTime === undefined ? {} : { gcTime }),
      ...(refetchInterval === undefined ? {} : { refetchInterval }),
      ...(refetchOnWindowFocus === undefined ? {} : { refetchOnWindowFocus }),
      ...(keepFormer ? { placeholderData: keepPreviousData } : {}),
    },
    ...QUIET,
  });
  return contentOf<unknown, T>(query, query.data?.data as T | undefined);
}

type Writing = Exclude<Method, 'GET'>;
export type Call = <T = unknown>(method: Writing, path: string, options?: Omit<RequestOptions, 'signal'>) => Promise<T>;

/**
 * Makes calls that somebody asked for by a click. The function stays the same from drawing to drawing.
 * @throws CallError after the reader was told, except for the codes in `handles`
 */
export function useCall(): Call {
  const { mutateAsync } = useCustomMutation<BaseRecord, CallError, unknown>();
  const latest = useRef(mutateAsync);
  useLayoutEffect(function keepLatest() {
    latest.current = mutateAsync;
  });
  return useCallback(async function send<T>(method: Writing, path: string, { body, ...call }: Omit<RequestOptions, 'signal'> = {}) {
    const { data } = await latest.current({ url: path, method: METHODS[method], values: body, meta: { call }, ...QUIET });
    return data as T;
  }, []);
}
