import { useDataProvider } from '@refinedev/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallMeta } from '../../../providers/data.ts';
import { titleOf } from '../data.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { SEARCH_PAUSE, useSettled } from '../use-settled.ts';

/** Choices of each area that are shown at once. */
const PAGE = 20;
const CALL: CallMeta = { params: { t: 'later' } };

export type Group = { area: string; choices: { id: string; title: string }[] };

/** Choices among the rows of several areas, by the server's search. Nothing is requested before `open`. */
export function useChoicesOf(areas: readonly string[], open: boolean) {
  const [search, setSearch] = useState('');
  const asked = useSettled(search, SEARCH_PAUSE);
  const getDataProvider = useDataProvider();
  const queries = useQueries({
    queries: areas.map((area) => ({
      queryKey: ['data', 'default', area, 'choices', asked],
      queryFn: () =>
        getDataProvider().getList<Row & { id: string }>({
          resource: area,
          pagination: { currentPage: 1, pageSize: PAGE, mode: 'server' as const },
          filters: asked === '' ? [] : [{ field: 'q', operator: 'contains' as const, value: asked }],
          meta: { call: CALL },
        }),
      enabled: open,
      placeholderData: keepPreviousData,
    })),
  });
  const groups = areas.map(
    (area, i): Group => ({
      area,
      choices: (queries[i]?.data?.data ?? []).map((row) => ({ id: asText(row.id), title: titleOf(row) })),
    }),
  );
  return {
    groups,
    search,
    setSearch,
    loading: asked !== search || queries.some(({ isFetching }) => isFetching),
    failed: queries.some(({ isError }) => isError),
  };
}
