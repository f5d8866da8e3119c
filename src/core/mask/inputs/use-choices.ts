import { useSelect } from '@refinedev/antd';
import type { GetListResponse } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError } from '../../../providers/call-error.ts';
import type { CallMeta } from '../../../providers/data.ts';
import { QUIET } from '../../../providers/use-call.ts';
import { titleOf } from '../data.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { SEARCH_PAUSE } from '../use-settled.ts';

const PAGE = 50;

export type Choice = { value: string; label: string; row?: Row };
type Options = {
  /** Values that fields of the choices must have. */
  where?: Readonly<Record<string, string>>;
  /** Nothing is requested before the choices are opened. */
  open: boolean;
  /** Ids of chosen rows whose titles are not loaded yet. */
  untitled?: string[];
};

const idOf = (row: Row): string => asText(row['id']);
/** The total of choices is not shown, so the server does not count it. */
const CALL: CallMeta = { params: { t: 'later' } };
const searchFor = (text: string) => (text === '' ? [] : [{ field: 'q', operator: 'contains' as const, value: text }]);

/** How well a title fits what was typed: it begins with that word, it begins with these signs, or it holds them. */
function rankOf({ label }: Choice, typed: string): number {
  const title = label.toLowerCase();
  if (!title.startsWith(typed)) return 2;
  return /^($|\s)/.test(title.slice(typed.length)) ? 0 : 1;
}

/** The best first, so that "1200" finds account 1200 before 1200-USD; equally good ones as the server has them. */
export const byRank = (choices: readonly Choice[], search: string): Choice[] => {
  const typed = search.trim().toLowerCase();
  return choices.toSorted((one, other) => (typed === '' ? 0 : rankOf(one, typed) - rankOf(other, typed)));
};

/**
 * Choices among the rows of an area, by the server's search. `chosen` has the titles of `untitled` by id.
 * Choices are taken from the answer, because `options` of `useSelect` keep the previous answer after a failed call, and titles of replaced
 * values.
 */
export function useChoices(area: string, { where = {}, open, untitled = [] }: Options) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState('');
  const { query, defaultValueQuery, selectProps } = useSelect<Row, CallError>({
    resource: area,
    optionLabel: titleOf,
    optionValue: idOf,
    filters: Object.entries(where).map(([field, value]) => ({ field, operator: 'eq', value })),
    pagination: { pageSize: PAGE, mode: 'server' },
    debounce: SEARCH_PAUSE,
    onSearch: (text) => {
      setAsked(text);
      return searchFor(text);
    },
    queryOptions: { enabled: open, placeholderData: keepPreviousData },
    defaultValue: untitled,
    defaultValueQueryOptions: { placeholderData: keepPreviousData },
    meta: { call: CALL },
    ...QUIET,
  });
  const choiceOf = (row: Row): Choice => ({ value: idOf(row), label: titleOf(row), row });
  const page = query.data as (GetListResponse<Row> & { next: string | null }) | undefined;
  return {
    choices: byRank((page?.data ?? []).map(choiceOf), search),
    chosen: new Map((defaultValueQuery.data?.data ?? []).map((row) => [idOf(row), titleOf(row)])),
    search,
    setSearch: (text: string) => {
      setSearch(text);
      selectProps.onSearch?.(text);
    },
    loading: query.isFetching || asked !== search,
    more: page !== undefined && page.next !== null,
    failed: query.isError,
  };
}
