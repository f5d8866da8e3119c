import { PAGE_SIZE, PAGE_SIZES } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import { decodeFilters, encodeFilters, type Filter } from '#contract/core/query';

/** Everything that makes a list what it is. It lives in the URL, so that a link, a reload and the back button all mean the same list. */
export type ListState = {
  search: string;
  sort: string | null;
  filters: Filter[];
  size: number;
  page: number;
  /** Where this page begins (`o`); null on the first. */
  cursor: string | null;
  /** The cursor is the row that follows this page, not the one before it. */
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
 * Filters stand behind this prefix: a field may be named like any other parameter, and the router's own table hooks
 * would take `search`, `to`, `id`, `filters`, `sorters`, `currentPage`, `pageSize` and `current` for theirs.
 */
const FILTER = 'f.';
/** Says "no filter at all" where the mask would begin with some. */
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

/** Writes only what differs from the mask's own beginning: the plain address stays plain. */
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

/** A change of what is listed begins at the first page again. */
export function changed(state: ListState, change: Partial<Omit<ListState, 'page' | 'cursor' | 'back'>>): ListState {
  return { ...state, ...change, page: 1, cursor: null, back: false };
}

/** What a list has in common over its pages; the cursors seen so far belong to it. */
export const listIdentity = (maskKey: string, { search, sort, filters, size, trash }: ListState): string =>
  JSON.stringify([maskKey, search, sort, encodeFilters(filters), size, trash]);
