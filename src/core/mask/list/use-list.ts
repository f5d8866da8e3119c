import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { bothFilters } from '#contract/core/query';
import { readJson, writeStored } from '../../../providers/storage.ts';
import { type ListRequest, useRows } from '../data.ts';
import { asText, isRecord, type Row } from '../kinds/kind.ts';
import { backward, forward, type Trail } from './pager.ts';
import { type ListState, listIdentity, readState, writeState } from './url-state.ts';

const trailKey = (mask: string): string => `kontor.trail.${mask}`;

/** The visited cursors survive a reload, so that "previous" shows the same pages. */
function readTrail(mask: string, identity: string): Trail {
  const stored = readJson(trailKey(mask), isRecord, 'tab');
  const same = stored?.['identity'] === identity && Array.isArray(stored['cursors']);
  return { identity, cursors: same && Array.isArray(stored['cursors']) ? stored['cursors'].map(asText) : [] };
}

export function requestOf(mask: Mask, state: ListState): ListRequest {
  return {
    limit: state.size,
    cursor: state.cursor,
    search: state.search,
    sort: state.sort,
    back: state.back,
    filters: bothFilters(mask.fixed ?? [], state.filters),
    ...(state.trash ? { trash: true } : {}),
  };
}

/** The cursor before a page's first row. Known only in the list's default order. */
const cursorOf = (row: Row | undefined, sort: string | null): string | null =>
  row && sort === null ? asText(row['sortAt']) || null : null;

export function useList(mask: Mask) {
  const location = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readState(new URLSearchParams(location.search), mask), [location.search, mask]);
  const identity = listIdentity(mask.key, state);
  const [trail, setTrail] = useState<Trail>(() => readTrail(mask.key, identity));
  const request = useMemo(() => requestOf(mask, state), [mask, state]);
  const query = useRows(mask.area, request);
  const known = useMemo(() => (trail.identity === identity ? trail : { identity, cursors: [] }), [trail, identity]);

  const go = useCallback(
    (next: ListState, replace = false) => {
      const search = writeState(next, mask).toString();
      void navigate({ pathname: location.pathname, search: search && `?${search}` }, { replace });
    },
    [navigate, location.pathname, mask],
  );
  const next = query.data?.next ?? null;
  const rows = query.data?.data;
  const goNext = useCallback(() => {
    if (!next) return;
    const step = forward(state, known, next);
    setTrail(step.trail);
    writeStored(trailKey(mask.key), JSON.stringify(step.trail), 'tab');
    go(step.state);
  }, [next, state, known, go, mask.key]);
  const goPrevious = useCallback(() => {
    if (state.page > 1) go(backward(state, known, cursorOf(rows?.[0], state.sort)));
  }, [state, known, rows, go]);

  useEffect(
    function leaveAnEmptiedPage() {
      // The last row of the page was deleted, so the previous page is shown.
      if (query.isSuccess && !query.isPlaceholderData && rows?.length === 0 && state.page > 1) go(backward(state, known, null), true);
    },
    [query.isSuccess, query.isPlaceholderData, rows, state, known, go],
  );

  return { state, request, query, go, goNext: next ? goNext : null, goPrevious: state.page > 1 ? goPrevious : null };
}

export type MaskList = ReturnType<typeof useList>;
