import { keys } from '@refinedev/core';
import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { API, type ListEnvelope } from '#contract/envelope';
import type { Mask } from '#contract/mask';
import { encodeFilters, type Filter, type ListQuery } from '#contract/query';
import { call, list } from '../providers/http.ts';
import { queryClient } from '../providers/query-client.ts';
import { asText, isRecord, type Row } from './kinds/kind.ts';

/** Keys are refine's own, so that its hooks, ours and the live channel mean the same cache. */
const area = (name: string) => keys().data('default').resource(name);
const basePath = (name: string): string => `${API}/${name}`;
export const rowPath = (name: string, id: string): string => `${basePath(name)}/${encodeURIComponent(id)}`;

/** Everything read of an area is stale; what is on screen is read again. */
export const invalidate = (client: QueryClient, name: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['data', 'default', name], refetchType: 'active' });

export function useInvalidate(): (name: string) => Promise<void> {
  const client = useQueryClient();
  return useMemo(() => (name: string) => invalidate(client, name), [client]);
}

/** Just enough of a shape to draw with; the server has checked the definition by its schema. */
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

const maskQuery = (key: string) =>
  queryOptions({
    queryKey: maskKey(key),
    queryFn: async ({ signal }) => asMask(await call('GET', `${API}/masken/`, { q: key, signal })),
    staleTime: Infinity,
  });

export const useMask = (key: string) => useQuery({ ...maskQuery(key), enabled: key !== '' });

export type Page = ListEnvelope<Row>;
export type ListRequest = ListQuery & { trash?: boolean };

function rowsQuery(name: string, request: ListRequest) {
  const { trash, ...query } = request;
  return queryOptions({
    queryKey: area(name).action('list').params(request).get(),
    queryFn: ({ signal }): Promise<Page> =>
      list<Row>(basePath(name), query, signal, { params: { t: 'later', ...(trash ? { trash: 1 } : {}) } }),
  });
}

/** The total of a list whose rows came without it. Every page of the list has the same. */
function totalQuery(name: string, { trash, search, filters }: ListRequest) {
  const query: ListQuery = { limit: 1, cursor: null, sort: null, back: false, search, filters };
  return queryOptions({
    queryKey: area(name)
      .action('list')
      .params({ total: true, search, filters, trash: trash === true })
      .get(),
    queryFn: async ({ signal }) => {
      const params = { t: 'only', ...(trash ? { trash: 1 } : {}) };
      const { total, totalExact } = await list<Row>(basePath(name), query, signal, { params, background: true });
      return { total, totalExact };
    },
  });
}

/** A page of rows. Its total may be a lower bound at first. */
export function useRows(name: string, request: ListRequest, enabled = true) {
  const rows = useQuery({ ...rowsQuery(name, request), placeholderData: keepPreviousData, enabled });
  const page = rows.data;
  const isLater = page?.totalLater === true && !rows.isPlaceholderData;
  const { data: total } = useQuery({ ...totalQuery(name, request), enabled: enabled && isLater });
  const data = useMemo(() => (page && isLater && total ? { ...page, ...total } : page), [page, isLater, total]);
  // Read when asked for: a screen is drawn again only for what it uses.
  return {
    data,
    isPlaceholderData: rows.isPlaceholderData,
    refetch: rows.refetch,
    get error() {
      return rows.error;
    },
    get isError() {
      return rows.isError;
    },
    get isSuccess() {
      return rows.isSuccess;
    },
    get isFetching() {
      return rows.isFetching;
    },
  };
}

/** Asks for the mask and then at once for the rows that its list will ask for: nothing is drawn in between. */
export async function preloadRows(key: string, requestOf: (mask: Mask) => ListRequest): Promise<void> {
  const mask = await queryClient.fetchQuery(maskQuery(key));
  await queryClient.prefetchQuery(rowsQuery(mask.area, requestOf(mask)));
}

/** A record is read afresh when it is opened, and never under the reader's hands: live events only say that it changed. */
export function useRow(name: string, id: string, enabled = true) {
  return useQuery({
    queryKey: area(name).action('one').id(id).get(),
    queryFn: ({ signal }) => call<Row>('GET', rowPath(name, id), { signal }),
    enabled,
  });
}

/** Rows by id, for the titles of chosen references. */
export function useMany(name: string, ids: readonly string[]) {
  return useQuery({
    queryKey: area(name)
      .action('many')
      .ids(...ids)
      .get(),
    queryFn: ({ signal }) => call<Row[]>('POST', `${basePath(name)}/many`, { body: { ids }, signal, background: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}

export type HistoryEntry = { at: string; by: string | null; byName: string | null; action: string; before: Row | null; after: Row | null };

export function useHistory(name: string, id: string) {
  return useQuery({
    queryKey: area(name).action('one').id(id).params({ history: true }).get(),
    queryFn: ({ signal }) => call<HistoryEntry[]>('GET', `${rowPath(name, id)}/history`, { signal }),
  });
}

export type TotalsRequest = { fields: string[]; search: string; filters: Filter[]; trash: boolean };

export function useTotals(name: string, { fields, search, filters, trash }: TotalsRequest) {
  return useQuery({
    queryKey: area(name).action('list').params({ totals: fields, search, filters, trash }).get(),
    queryFn: ({ signal }) => {
      const params = new URLSearchParams(encodeFilters(filters));
      params.set('fields', fields.join(','));
      if (search) params.set('q', search);
      if (trash) params.set('trash', '1');
      return call<Record<string, number>>('GET', `${basePath(name)}/totals`, { params, signal, background: true });
    },
    enabled: fields.length > 0,
    placeholderData: keepPreviousData,
  });
}

export type SaveOptions = { intent: string; handles?: readonly ('InvalidInput' | 'StaleVersion' | 'Duplicate')[] };

export const createRow = (name: string, body: Row, { intent }: SaveOptions): Promise<Row> =>
  call<Row>('POST', basePath(name), { body, intent, handles: ['InvalidInput', 'Duplicate'] });

export const updateRow = (name: string, id: string, body: Row, { intent }: SaveOptions): Promise<Row> =>
  call<Row>('PUT', rowPath(name, id), { body, intent, handles: ['InvalidInput', 'StaleVersion', 'Duplicate'] });

export type BulkAction = 'delete' | 'recover' | 'purge';
export type BulkResult = { id: string; code: string; data: unknown };
const BULK_LIMIT = 1000;

/** One or many rows; many go in portions that the server takes. Every row answers for itself. */
export async function actOn(name: string, action: BulkAction, ids: readonly string[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < ids.length; at += BULK_LIMIT) {
    const body = { action, ids: ids.slice(at, at + BULK_LIMIT) };
    results.push(...(await call<BulkResult[]>('POST', `${basePath(name)}/bulk`, { body })));
  }
  return results;
}

/** Words that name a row, made by the server from what its area calls its title. */
export const titleOf = (row: Row): string => asText(row['rowTitle']) || asText(row['id']);
