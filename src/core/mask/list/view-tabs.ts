import { useState } from 'react';
import { valueOnDay } from '#contract/core/day';
import type { Mask } from '#contract/core/mask';
import { encodeFilters } from '#contract/core/query';
import { useMaskT, useText } from '../field-context.ts';
import { asText, isRecord, type Row } from '../kinds/kind.ts';
import { type ColumnChoice, sanitized } from './columns.ts';
import { rowId } from './selection.ts';
import { changed, defaultState, type ListState, readState } from './url-state.ts';
import { useViews } from './use-views.ts';

/** `saved`: the row of a view that somebody saved. `mine`: saved by this user, who may delete it. */
export type ListView = { key: string; label: string; state: ListState; columns: ColumnChoice | null; saved?: Row; mine?: boolean };

/** What a saved view stores: search, filters, sort, size and columns, but not the page. */
function storedIn(view: Row, mask: Mask): { state: ListState; columns: ColumnChoice | null } {
  const stored = isRecord(view['state']) ? view['state'] : {};
  return {
    state: readState(new URLSearchParams(asText(stored['query'])), mask),
    columns: isRecord(stored['columns']) ? sanitized(stored['columns']) : null,
  };
}

/** The views of a list: the open work, those of the mask, saved ones, and all rows. */
export function useListViews(mask: Mask): ListView[] {
  const t = useMaskT();
  const text = useText();
  const { views, mine } = useViews(mask);
  const start = defaultState(mask);
  const [now] = useState(() => new Date());
  const own = (mask.views ?? []).map(
    ({ key, label, filters }): ListView => ({
      key,
      label: text(label),
      state: changed(start, { filters: filters.map((filter) => ({ ...filter, value: valueOnDay(filter.value, now) })) }),
      columns: null,
    }),
  );
  const saved = views.map(
    (view): ListView => ({ key: rowId(view), label: asText(view['name']), ...storedIn(view, mask), saved: view, mine: mine(view) }),
  );
  const all: ListView = { key: 'all', label: t('views.all'), state: changed(start, { filters: [] }), columns: null };
  const first = mask.openTitle ? text(mask.openTitle) : t('views.start');
  const open: ListView[] = mask.open ? [{ key: 'open', label: first, state: start, columns: null }] : [];
  return [...open, ...own, ...saved, all];
}

/** Two states that show the same rows. */
const sameRows = (a: ListState, b: ListState): boolean =>
  a.search === b.search && a.trash === b.trash && JSON.stringify(encodeFilters(a.filters)) === JSON.stringify(encodeFilters(b.filters));

/** The view that the list shows: of those with these rows, the one in the same order. */
export function currentView(views: readonly ListView[], state: ListState): ListView | undefined {
  const fitting = views.filter((view) => sameRows(view.state, state));
  return fitting.find((view) => view.state.sort === state.sort) ?? fitting[0];
}
