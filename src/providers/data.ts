import type { BaseRecord, CustomParams, DataProvider, GetListParams, GetListResponse, GetOneResponse, MetaQuery } from '@refinedev/core';
import { API } from '#contract/envelope';
import { PAGE_SIZE } from '#contract/limits';
import type { FilterOp, ListQuery } from '#contract/query';
import { call, list, type Method } from './http.ts';

type Cursor = { next: string | null; totalExact: boolean };

const isListQuery = (value: unknown): value is ListQuery =>
  typeof value === 'object' && value !== null && 'cursor' in value && 'limit' in value;

/** refine merges the page's URL into `meta`; nothing of it goes on the wire but what is named here. */
function wired(meta: MetaQuery | undefined): { signal?: AbortSignal; list?: ListQuery; intent?: string; path?: string } {
  const signal = meta?.signal instanceof AbortSignal ? { signal: meta.signal } : {};
  const query = isListQuery(meta?.list) ? { list: meta.list } : {};
  const intent = typeof meta?.intent === 'string' ? { intent: meta.intent } : {};
  const path = typeof meta?.path === 'string' ? { path: meta.path } : {};
  return { ...signal, ...query, ...intent, ...path };
}

const OPS: Record<string, FilterOp> = {
  eq: 'eq',
  ne: 'ne',
  in: 'in',
  gte: 'gte',
  gt: 'gt',
  lte: 'lte',
  lt: 'lt',
  contains: 'like',
  null: 'null',
};

/** For refine's own hooks that know no cursor: the first page, with what of their filters our lists understand. */
function firstPage({ pagination, sorters, filters }: GetListParams): ListQuery {
  const [sorter] = sorters ?? [];
  const search = filters?.find((filter) => 'field' in filter && filter.field === 'q')?.value;
  return {
    limit: pagination?.pageSize ?? PAGE_SIZE,
    cursor: null,
    back: false,
    search: typeof search === 'string' ? search : '',
    sort: sorter ? `${sorter.order === 'desc' ? '-' : ''}${sorter.field}` : null,
    filters: (filters ?? []).flatMap((filter) => {
      if (!('field' in filter) || filter.field === 'q') return [];
      const op = OPS[filter.operator];
      const value: unknown = filter.value;
      if (!op || value === undefined || value === null) return [];
      return [{ field: filter.field, op, value: Array.isArray(value) ? value.map(String) : String(value) }];
    }),
  };
}

const baseOf = (resource: string, meta: MetaQuery | undefined): string => `${API}/${wired(meta).path ?? resource}`;
const rowOf = (resource: string, id: string | number, meta: MetaQuery | undefined): string =>
  `${baseOf(resource, meta)}/${encodeURIComponent(String(id))}`;
const methodOf = (method: CustomParams['method']): Method => {
  const upper = method.toUpperCase();
  return upper === 'POST' || upper === 'PUT' || upper === 'DELETE' ? upper : 'GET';
};

async function getList<T extends BaseRecord>(params: GetListParams): Promise<GetListResponse<T> & Cursor> {
  const { signal, list: query } = wired(params.meta);
  const answer = await list<T>(baseOf(params.resource, params.meta), query ?? firstPage(params), signal);
  return { data: answer.data, total: answer.total, next: answer.next, totalExact: answer.totalExact };
}

async function row<T>(method: Method, path: string, body: unknown, meta: MetaQuery | undefined): Promise<GetOneResponse<T & BaseRecord>> {
  const { signal, intent } = wired(meta);
  const data = await call<T & BaseRecord>(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(intent ? { intent } : {}),
    signal,
    handles: ['InvalidInput', 'StaleVersion'],
  });
  return { data };
}

/** refine's data provider over the generic calls of an area. Lists carry their cursor: give the query as `meta.list`. */
export const dataProvider: DataProvider = {
  getApiUrl: () => API,
  getList,
  getOne: ({ resource, id, meta }) => row('GET', rowOf(resource, id, meta), undefined, meta),
  getMany: async ({ resource, ids, meta }) => {
    const { signal } = wired(meta);
    return { data: await call('POST', `${baseOf(resource, meta)}/many`, { body: { ids }, signal }) };
  },
  create: ({ resource, variables, meta }) => row('POST', baseOf(resource, meta), variables, meta),
  update: ({ resource, id, variables, meta }) => row('PUT', rowOf(resource, id, meta), variables, meta),
  deleteOne: ({ resource, id, meta }) => row('DELETE', rowOf(resource, id, meta), undefined, meta),
  deleteMany: async ({ resource, ids, meta }) => ({
    data: await call('POST', `${baseOf(resource, meta)}/bulk`, { body: { action: 'delete', ids } }),
  }),
  custom: async ({ url, method, payload, query, meta }) => {
    const { signal } = wired(meta);
    const params = new URLSearchParams();
    if (typeof query === 'object' && query !== null) for (const [key, value] of Object.entries(query)) params.append(key, String(value));
    return { data: await call(methodOf(method), url, { params, ...(payload === undefined ? {} : { body: payload }), signal }) };
  },
};
