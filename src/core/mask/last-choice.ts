import { useState } from 'react';
import { readStored, writeStored } from '../../providers/storage.ts';
import { type ListRequest, useMany, useRows } from './data.ts';

const FIRST: ListRequest = { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] };

/**
 * The row of an area that a page was last used with, or else the first one, so that the page does not open empty. Empty until it is known,
 * and where there is none. `wanted: false`: nothing is read. The id is checked, because the row may be gone or belong to another account.
 */
export function useLastChoice(page: string, area: string, wanted: boolean): [string, (id: string) => void] {
  const key = `kontor.choice.${page}`;
  const [chosen, setChosen] = useState(() => readStored(key) ?? '');
  const known = useMany(area, wanted && chosen !== '' ? [chosen] : []);
  const isGone = chosen === '' || known.isError || known.data?.length === 0;
  const first = useRows(area, FIRST, wanted && isGone);
  const choose = (id: string): void => {
    setChosen(id);
    writeStored(key, id === '' ? null : id);
  };
  if (!wanted) return ['', choose];
  return [isGone ? String(first.data?.data[0]?.['id'] ?? '') : known.data ? chosen : '', choose];
}
