import { useEffect, useState } from 'react';
import type { Filter } from '#contract/core/query';
import { titleOf, useRows } from '../data.ts';
import { asText } from '../kinds/kind.ts';

const PAGE = 50;
const PAUSE = 250;

/** The text, once the reader has paused. */
export function useSettled(text: string, pause = PAUSE): string {
  const [settled, setSettled] = useState(text);
  useEffect(
    function waitForPause() {
      const timer = setTimeout(() => setSettled(text), pause);
      return () => clearTimeout(timer);
    },
    [text, pause],
  );
  return settled;
}

export type Choice = { value: string; label: string };

/** Rows of an area that match, by the server's search: never "the first page of everything". */
export function useChoices(area: string, search: string, filters: Filter[], open: boolean) {
  const q = useSettled(search);
  const query = useRows(area, { limit: PAGE, cursor: null, search: q, sort: null, back: false, filters }, open);
  const choices: Choice[] = (query.data?.data ?? []).map((row) => ({ value: asText(row['id']), label: titleOf(row) }));
  return {
    choices,
    loading: query.isFetching || q !== search,
    more: query.data?.next !== null && query.data !== undefined,
    failed: query.isError,
  };
}
