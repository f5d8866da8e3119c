import { type BaseRecord, useCustom, useCustomMutation } from '@refinedev/core';
import { keepPreviousData, type QueryKey, type QueryObserverResult } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { CallError } from './call-error.ts';
import type { CallMeta } from './data.ts';
import type { Method } from './http.ts';
import { METHODS, type RequestOptions } from './request.ts';

/** Turns off refine's notifications. Failures are shown by the call (http-fail.ts), successes by the screen. */
export const QUIET = { successNotification: false, errorNotification: false } as const;

/**
 * The content of an answer with the state of its query. Uses getters, so that a component renders again only for the properties it reads.
 */
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

/** The result of `contentOf`. */
export type Content<T> = ReturnType<typeof contentOf<unknown, T>>;

type ReadOptions = Omit<CallMeta, 'list'> & {
  /** Keys below `['data', 'default', <area>]` are read again when the area changes. */
  queryKey: QueryKey;
  /** For a query that is too long for a URL. */
  body?: unknown;
  enabled?: boolean;
  retry?: boolean;
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number | false;
  refetchOnWindowFocus?: boolean;
  /** Shows the previous answer until the next one arrives. */
  keepFormer?: boolean;
};

/**
 * Reads something beyond the calls of an area. The type is asserted by the caller. The server validates its answers against their schemas.
 */
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
 * Makes calls that the user triggered. The function is stable across renders.
 * @throws CallError after the user was told, except for the codes in `handles`
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
