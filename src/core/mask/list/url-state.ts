import { PAGE_SIZE, PAGE_SIZES } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import { decodeFilters, encodeFilters, type Filter } from '#contract/core/query';

/** The complete state of a list. It is stored in the URL, so that links, reloads and the back button show the same list. */
export type ListState = {
  search: string;
  sort: string | null;
  filters: Filter[];
  size: number;
  page: number;
  /** Where this page begins (`o`). Null on the first page. */
  cursor: string | null;
  /** The cursor is the row after this page, not the row before it. */
  back: boolean;
  trash: boolean;
};

export function defaultState(mask: Mask): ListState {
  const size = PAGE_SIZES.find((choice) => choice === mask.pageSize) ?? PAGE_SIZE;
  return {
    search: '',
    sort: mask.sort ?? null,
    filters: mask.open ?? [],
    size,
    page: 1,
    cursor: null,
    back: false,
    trash: mask.deleted === true,
  };
}

/**
 * Prefix of filter parameters. A field may have the name of another parameter, and the router's table hooks use `search`, `to`, `id`,
 * `filters`, `sorters`, `currentPage`, `pageSize` and `current`.
 */
const FILTER = 'f.';
/** Means "no filter" if the mask has default filters. */
const ALL = 'all';

export function readState(params: URLSearchParams, mask: Mask): ListState {
  const start = defaultState(mask);
  const filterParams = [...params].flatMap(([key, value]): [string, string][] =>
    key.startsWith(FILTER) ? [[key.slice(FILTER.length), value]] : [],
  );
  const filters = decodeFilters(filterParams).filter((filter) => Object.hasOwn(mask.fields, filter.field));
  const page = Number(params.get('page') ?? '1');
  const cursor = params.get('o');
  const size = Number(params.get('size'));
  const onPage = cursor !== null && Number.isInteger(page) && page > 1;
  return {
    search: params.get('q') ?? '',
    sort: params.get('s') ?? start.sort,
    filters: filterParams.length > 0 || params.has(ALL) ? filters : start.filters,
    size: PAGE_SIZES.find((choice) => choice === size) ?? start.size,
    page: onPage ? page : 1,
    cursor: onPage ? cursor : null,
    back: onPage && params.get('d') === 'back',
    trash: start.trash || params.get('trash') === '1',
  };
}

const sameFilters = (a: Filter[], b: Filter[]): boolean => JSON.stringify(encodeFilters(a)) === JSON.stringify(encodeFilters(b));

/** Writes only what differs from the mask's defaults, so that the default address has no parameters. */
export function writeState(state: ListState, mask: Mask): URLSearchParams {
  const start = defaultState(mask);
  const params = new URLSearchParams();
  if (state.search) params.set('q', state.search);
  if (state.sort && state.sort !== start.sort) params.set('s', state.sort);
  if (!sameFilters(state.filters, start.filters)) {
    for (const [key, value] of encodeFilters(state.filters)) params.append(`${FILTER}${key}`, value);
    if (state.filters.length === 0) params.set(ALL, '1');
  }
  if (state.size !== start.size) params.set('size', String(state.size));
  if (state.trash && !start.trash) params.set('trash', '1');
  if (state.page > 1 && state.cursor) {
    params.set('page', String(state.page));
    params.set('o', state.cursor);
    if (state.back) params.set('d', 'back');
  }
  return params;
}

/** A change of the list's content returns to the first page. */
export function changed(state: ListState, change: Partial<Omit<ListState, 'page' | 'cursor' | 'back'>>): ListState {
  return { ...state, ...change, page: 1, cursor: null, back: false };
}

/** The identity of a list across its pages. The visited cursors belong to it. */
export const listIdentity = (maskKey: string, { search, sort, filters, size, trash }: ListState): string =>
  JSON.stringify([maskKey, search, sort, encodeFilters(filters), size, trash]);
