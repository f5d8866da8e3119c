import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Row } from '../kinds/kind.ts';
import { useRoom } from '../use-room.ts';
import { rowId } from './selection.ts';

/** On narrower windows a click opens the record: there is no room for a preview. */
const ROOM = '(min-width: 768px)';
const PARAM = 'preview';

/**
 * The record shown beside the list, by its id in the address, so that reload and "back" keep it. Every other change of the list's address
 * (search, filter, page) closes it. Null where records open in a drawer.
 */
export function usePreview(rows: readonly Row[], offered: boolean) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const room = useRoom(ROOM);
  const wanted = new URLSearchParams(search).get(PARAM);
  const id = offered && room ? wanted : null;
  const show = useCallback(
    (next: string | null) => {
      const params = new URLSearchParams(search);
      const isOpen = params.has(PARAM);
      params.delete(PARAM);
      if (next !== null) params.set(PARAM, next);
      const query = params.toString();
      // One step back leads to the list without preview, not through every row that was looked at.
      void navigate({ pathname, search: query && `?${query}` }, { replace: isOpen });
    },
    [navigate, pathname, search],
  );
  const at = rows.findIndex((row) => rowId(row) === id);
  const neighbour = (by: -1 | 1): (() => void) | null => {
    const row = at < 0 ? undefined : rows[at + by];
    return row ? () => show(rowId(row)) : null;
  };
  return { id, known: rows[at], offered: offered && room, show, previous: neighbour(-1), next: neighbour(1) };
}
