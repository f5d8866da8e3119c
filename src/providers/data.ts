import type { BaseRecord, CustomParams, DataProvider, GetListParams, GetListResponse, GetOneResponse, MetaQuery } from '@refinedev/core';
import { API } from '#contract/core/envelope';
import { PAGE_SIZE } from '#contract/core/limits';
import type { FilterOp, ListQuery } from '#contract/core/query';
import { type CallOptions, call, list, type Method } from './http.ts';

/**
 * Parameters of a call beyond refine's own, passed as `meta.call`: call options, and a list's query with its cursor. refine merges a
 * resource's `meta` beside it, which is not sent.
 */
export type CallMeta = Omit<CallOptions, 'body' | 'signal'> & { list?: ListQuery };

type Page = { next: string | null; totalExact: boolean; totalLater?: boolean };

const isCallMeta = (value: unknown): value is CallMeta => typeof value === 'object' && value !== null;
const callOf = (meta: MetaQuery | undefined): CallMeta => (isCallMeta(meta?.['call']) ? meta['call'] : {});
const signalOf = (meta: MetaQuery | undefined): AbortSignal | undefined => (meta?.signal instanceof AbortSignal ? meta.signal : undefined);

function optionsOf(meta: MetaQuery | undefined): Omit<CallOptions, 'body'> {
  const { list: _list, ...options } = callOf(meta);
  return { ...options, signal: signalOf(meta) };
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

/** For refine's own hooks, which know no cursor: the first page, with those filters that our lists support. */
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

const basePath = (resource: string): string => `${API}/${resource}`;
/** The path of a row. */
export const rowPath = (resource: string, id: string | number): string => `${basePath(resource)}/${encodeURIComponent(String(id))}`;
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const methodOf = (method: CustomParams['method']): Method => METHODS.find((one) => one === method.toUpperCase()) ?? 'GET';

/** Refusals that a form shows at its fields or as a conflict. */
const FORM_CODES = ['InvalidInput', 'StaleVersion', 'Duplicate'] as const;

async function getList<T extends BaseRecord>(params: GetListParams): Promise<GetListResponse<T> & Page> {
  const { signal, ...options } = optionsOf(params.meta);
  const { list: query } = callOf(params.meta);
  const page = await list<T>(basePath(params.resource), query ?? firstPage(params), signal, options);
  const { data, total, next, totalExact, totalLater } = page;
  return { data, total, next, totalExact, ...(totalLater ? { totalLater } : {}) };
}

async function row<T>(method: Method, path: string, body: unknown, meta: MetaQuery | undefined): Promise<GetOneResponse<T & BaseRecord>> {
  const data = await call<T & BaseRecord>(method, path, {
    ...(method === 'GET' ? {} : { handles: FORM_CODES }),
    ...optionsOf(meta),
    ...(body === undefined ? {} : { body }),
  });
  return { data };
}

/** Most rows per bulk call of the server. */
const BULK_LIMIT = 1000;
export const bulkPath = (resource: string): string => `${basePath(resource)}/bulk`;
export const portionsOf = <T>(ids: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(ids.length / BULK_LIMIT) }, (_, n) => ids.slice(n * BULK_LIMIT, (n + 1) * BULK_LIMIT));

/** Sends many rows in portions. Each row has its own result. */
async function removeMany<T>(resource: string, ids: readonly unknown[], meta: MetaQuery | undefined): Promise<T[]> {
  const results: T[] = [];
  for (const portion of portionsOf(ids))
    results.push(...(await call<T[]>('POST', bulkPath(resource), { ...optionsOf(meta), body: { action: 'delete', ids: portion } })));
  return results;
}

/** refine's data provider over the generic calls of an area. Lists use a cursor: pass the query as `meta.call.list`. */
export const dataProvider: Required<Omit<DataProvider, 'createMany' | 'updateMany'>> = {
  getApiUrl: () => API,
  getList,
  getOne: ({ resource, id, meta }) => row('GET', rowPath(resource, id), undefined, meta),
  getMany: async ({ resource, ids, meta }) => ({
    data: await call('POST', `${basePath(resource)}/many`, { background: true, ...optionsOf(meta), body: { ids } }),
  }),
  create: ({ resource, variables, meta }) => row('POST', basePath(resource), variables, meta),
  update: ({ resource, id, variables, meta }) => row('PUT', rowPath(resource, id), variables, meta),
  deleteOne: ({ resource, id, meta }) => row('DELETE', rowPath(resource, id), undefined, meta),
  deleteMany: async ({ resource, ids, meta }) => ({ data: await removeMany(resource, ids, meta) }),
  /** Calls beyond those of an area. `query` is sent as URL parameters, `payload` as the body. */
  custom: async ({ url, method, payload, query, meta }) => {
    const params = new URLSearchParams();
    if (typeof query === 'object' && query !== null)
      for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== null) params.append(key, String(value));
    const options = optionsOf(meta);
    const data = await call(methodOf(method), url, {
      ...options,
      params: options.params ?? params,
      ...(payload === undefined ? {} : { body: payload }),
    });
    return { data: data as never };
  },
};
