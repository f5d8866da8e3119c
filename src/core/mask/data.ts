import {
  type CustomResponse,
  keys,
  useApiUrl,
  useCreate,
  useCustom,
  useCustomMutation,
  useDelete,
  useDeleteMany,
  useInvalidate as useInvalidateOf,
  useList,
  useLogList,
  useMany as useManyOf,
  useOne,
  useUpdate,
} from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { API, type ListEnvelope } from '#contract/core/envelope';
import type { Mask } from '#contract/core/mask';
import { encodeFilters, type Filter, type ListQuery } from '#contract/core/query';
import type { Related } from '#contract/core/related';
import type { CallError } from '../../providers/call-error.ts';
import { bulkPath, type CallMeta, dataProvider, portionsOf } from '../../providers/data.ts';
import { queryClient } from '../../providers/query-client.ts';
import { contentOf, QUIET } from '../../providers/use-call.ts';
import { asText, isRecord, type Row } from './kinds/kind.ts';
import { useLatest } from './use-latest.ts';

/** Uses refine's own keys, so that its hooks, ours and the live channel share one cache. */
const area = (name: string) => keys().data('default').resource(name);
/** A name that is no resource. Without a name, refine would use the resource of the page. */
const NOWHERE = 'none';

/**
 * Reads an area's queries on screen again, and hidden ones when they are shown. A read in progress is restarted, because it may have begun
 * before the change.
 */
export function useInvalidate(): (name: string) => Promise<void> {
  const invalidate = useInvalidateOf();
  return useCallback(
    (name) =>
      invalidate({
        resource: name,
        invalidates: ['resourceAll'],
        invalidationFilters: { refetchType: 'active' },
        invalidationOptions: { cancelRefetch: true },
      }),
    [invalidate],
  );
}

/** Checks only the properties needed to render. The server has validated the definition by its schema. */
function asMask(value: unknown): Mask {
  const sound =
    isRecord(value) &&
    typeof value['area'] === 'string' &&
    isRecord(value['fields']) &&
    Array.isArray(value['columns']) &&
    Array.isArray(value['filters']);
  if (!sound) throw new Error('a mask without fields or columns');
  return Object.freeze(value) as Mask;
}

const maskKey = (key: string) => area('masken').action('one').id(key).params({ merged: true }).get();
const toMask = ({ data }: CustomResponse<object>): CustomResponse<Mask> => ({ data: asMask(data) });

/** A screen's definition, cached for the session. The live channel announces changes. */
export function useMask(key: string) {
  const api = useApiUrl();
  const { query } = useCustom<object, CallError, object, unknown, Mask>({
    url: `${api}/masken/`,
    method: 'get',
    config: { query: { q: key } },
    queryOptions: { queryKey: maskKey(key), staleTime: Number.POSITIVE_INFINITY, enabled: key !== '', select: toMask },
    ...QUIET,
  });
  return contentOf(query, query.data?.data);
}

export type Page = ListEnvelope<Row>;
export type ListRequest = ListQuery & { trash?: boolean };

const rowsCall = ({ trash, ...list }: ListRequest): CallMeta => ({ list, params: { t: 'later', ...(trash ? { trash: 1 } : {}) } });
/** The call for the total of a list whose rows came without it. Every page of the list shares it. */
const totalCall = ({ trash, search, filters }: ListRequest): CallMeta => ({
  list: { limit: 1, cursor: null, sort: null, back: false, search, filters },
  params: { t: 'only', ...(trash ? { trash: 1 } : {}) },
  background: true,
});
/** Pages are chosen by cursor, so refine's own paging is off. */
const UNPAGED = { mode: 'off' } as const;

/** A page of rows. Its total may be a lower bound at first. */
export function useRows(name: string, request: ListRequest, enabled = true) {
  const { query: rows } = useList<Row, CallError>({
    resource: name || NOWHERE,
    pagination: UNPAGED,
    meta: { call: rowsCall(request) },
    queryOptions: { placeholderData: keepPreviousData, enabled },
    ...QUIET,
  });
  const page = rows.data as Page | undefined;
  const isLater = page?.totalLater === true && !rows.isPlaceholderData;
  const { query: total } = useList<Row, CallError>({
    resource: name || NOWHERE,
    pagination: UNPAGED,
    meta: { call: totalCall(request) },
    queryOptions: { enabled: enabled && isLater },
    liveMode: 'off',
    ...QUIET,
  });
  const count = total.data as Page | undefined;
  const data = useMemo(
    () => (page && isLater && count ? { ...page, total: count.total, totalExact: count.totalExact } : page),
    [page, isLater, count],
  );
  return contentOf(rows, data);
}

/** Loads the mask and then the rows that its list will request, without rendering in between. */
export async function preloadRows(key: string, requestOf: (mask: Mask) => ListRequest): Promise<void> {
  const { data } = await queryClient.fetchQuery({
    queryKey: maskKey(key),
    queryFn: ({ signal }) => dataProvider.custom<object>({ url: `${API}/masken/`, method: 'get', query: { q: key }, meta: { signal } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mask = asMask(data);
  const meta = { call: rowsCall(requestOf(mask)) };
  await queryClient.prefetchQuery({
    queryKey: area(mask.area).action('list').params(meta).get(),
    queryFn: ({ signal }) => dataProvider.getList<Row>({ resource: mask.area, pagination: UNPAGED, meta: { ...meta, signal } }),
  });
}

/** Reads a record again when it is opened. Live events only announce that it changed; typed values are never replaced. */
export function useRow(name: string, id: string, enabled = true) {
  const { query } = useOne<Row, CallError>({ resource: name, id, queryOptions: { enabled }, ...QUIET });
  return contentOf(query, query.data?.data);
}

/** Rows by id, for the titles of chosen references. */
export function useMany(name: string, ids: readonly string[]) {
  const { query } = useManyOf<Row, CallError>({
    resource: name || NOWHERE,
    ids: [...ids],
    queryOptions: { enabled: ids.length > 0, placeholderData: keepPreviousData },
    ...QUIET,
  });
  return contentOf(query, query.data?.data);
}

export type HistoryEntry = { at: string; by: string | null; byName: string | null; action: string; before: Row | null; after: Row | null };

/** The change history, newest first. Cached under the record's key, so that it is read again with the record. */
export const useHistory = (name: string, id: string) =>
  useLogList<HistoryEntry[], CallError>({
    resource: name,
    meta: { id },
    queryOptions: { queryKey: area(name).action('one').id(id).params({ history: true }).get() },
  });

/** Facts and related lists of a record. Cached under the record's key, so that they are read again with it. */
export function useRelated(name: string, id: string) {
  const api = useApiUrl();
  const { query } = useCustom<Related, CallError>({
    url: `${api}/${name}/${encodeURIComponent(id)}/related`,
    method: 'get',
    meta: { call: { background: true } satisfies CallMeta },
    queryOptions: { queryKey: area(name).action('one').id(id).params({ related: true }).get(), placeholderData: keepPreviousData },
    ...QUIET,
  });
  return contentOf(query, query.data?.data);
}

export type TotalsRequest = { fields: string[]; search: string; filters: Filter[]; trash: boolean };

function totalsParams({ fields, search, filters, trash }: TotalsRequest): URLSearchParams {
  const params = new URLSearchParams(encodeFilters(filters));
  params.set('fields', fields.join(','));
  if (search) params.set('q', search);
  if (trash) params.set('trash', '1');
  return params;
}

/** Sums of columns over all rows of a list. */
export function useTotals(name: string, request: TotalsRequest) {
  const api = useApiUrl();
  const call: CallMeta = { params: totalsParams(request), background: true };
  const { query } = useCustom<Record<string, number>, CallError>({
    url: `${api}/${name}/totals`,
    method: 'get',
    meta: { call },
    queryOptions: {
      queryKey: area(name).action('list').params({ totals: request }).get(),
      enabled: request.fields.length > 0,
      placeholderData: keepPreviousData,
    },
    ...QUIET,
  });
  return contentOf(query, query.data?.data);
}

export type Counted = { total: number; totalExact: boolean };

/** The number of rows of several lists of an area, in their order. */
export function useCounts(name: string, lists: readonly { search: string; filters: Filter[] }[], enabled: boolean) {
  const api = useApiUrl();
  const params = new URLSearchParams();
  for (const { search, filters } of lists) {
    const list = new URLSearchParams(encodeFilters(filters));
    if (search) list.set('q', search);
    params.append('list', list.toString());
  }
  const call: CallMeta = { params, background: true };
  const { query } = useCustom<object, CallError>({
    url: `${api}/${name}/counts`,
    method: 'get',
    meta: { call },
    queryOptions: {
      queryKey: area(name).action('list').params({ counts: lists }).get(),
      enabled: enabled && lists.length > 0,
      placeholderData: keepPreviousData,
    },
    ...QUIET,
  });
  return contentOf<unknown, Counted[]>(query, query.data?.data as Counted[] | undefined);
}

export type SaveOptions = { intent: string };

/**
 * Creates or changes a row. The caller invalidates the area. `intent` is created once per intent of the user, so that a repeated call has
 * no second effect.
 */
export function useSaveRow() {
  const { mutateAsync: create } = useCreate<Row, CallError, Row>(QUIET);
  const { mutateAsync: update } = useUpdate<Row, CallError, Row>(QUIET);
  const latest = useLatest({ create, update });
  return useCallback(
    async (name: string, id: string | null, values: Row, { intent }: SaveOptions): Promise<Row> => {
      const how = { resource: name, values, meta: { call: { intent } }, invalidates: [] };
      const { data } = id === null ? await latest.current.create(how) : await latest.current.update({ ...how, id });
      return data;
    },
    [latest],
  );
}

/** Deletes one row, for callers that need no result per row. */
export function useRemoveRow() {
  const { mutateAsync: remove } = useDelete<Row, CallError>();
  const invalidate = useInvalidate();
  const latest = useLatest(remove);
  return useCallback(
    async (name: string, id: string): Promise<void> => {
      await latest.current({ resource: name, id, invalidates: [], ...QUIET });
      await invalidate(name);
    },
    [latest, invalidate],
  );
}

export type BulkAction = 'delete' | 'recover' | 'purge';
export type BulkResult = { id: string; code: string; data: unknown };

/** Deletes rows, recovers them from the trash or purges them. Each row has its own result. */
export function useBulkAction() {
  const { mutateAsync: remove } = useDeleteMany<BulkResult, CallError>();
  const { mutateAsync: send } = useCustomMutation<BulkResult[], CallError>();
  const latest = useLatest({ remove, send });
  return useCallback(
    async (name: string, action: BulkAction, ids: readonly string[]): Promise<BulkResult[]> => {
      const { current } = latest;
      if (action === 'delete') return (await current.remove({ resource: name, ids: [...ids], invalidates: [], ...QUIET })).data;
      const results: BulkResult[] = [];
      for (const portion of portionsOf(ids)) {
        const values = { action, ids: portion };
        results.push(...(await current.send({ url: bulkPath(name), method: 'post', values, ...QUIET })).data);
      }
      return results;
    },
    [latest],
  );
}

/** The title of a row, made by the server from the area's title fields. */
export const titleOf = (row: Row): string => asText(row['rowTitle']) || asText(row['id']);
