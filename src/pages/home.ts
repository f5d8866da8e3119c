import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API } from '#contract/core/envelope';
import { encodeFilters, type Filter } from '#contract/core/query';
import type { Meaning } from '#contract/core/status';
import { useReloadOnChange } from '../providers/reload-on-change.ts';
import { readStored, writeStored } from '../providers/storage.ts';
import { useRead } from '../providers/use-call.ts';

/** The answer of `GET /v0/home`. */
export type HomeTile = {
  key: string;
  area: string;
  path: string;
  filters: Filter[] | null;
  station: string | null;
  tone: Meaning;
  pastDue: boolean;
  count: number;
  exact: boolean;
};
export type HomeSeries = {
  key: string;
  area: string;
  kind: 'days' | 'ages';
  path: string;
  currency: string | null;
  points: { at: string; value: number }[];
};
type HomeData = { today: string; tiles: HomeTile[]; series: HomeSeries[] };

/** Milliseconds between two updates. Many rows may change per second, and faster numbers are unreadable. */
const WAIT = 3000;
const KEY = ['data', 'default', 'home'];
/** Number of tiles and charts of the last visit, so that the layout does not jump while they load. */
const SEEN = 'kontor-home';

/** Milliseconds between two updates of the numbers in the menu. */
const MENU_WAIT = 30_000;

/**
 * The open work of the user, with its series. The menu reads it too, but later and less often.
 * @param inMenu reads only while `true`; absent: the home page
 */
export function useHome(inMenu?: boolean) {
  const client = useQueryClient();
  const query = useRead<HomeData>(`${API}/home`, { queryKey: KEY, refetchOnWindowFocus: true, background: true, enabled: inMenu ?? true });
  const { data } = query;
  useReloadOnChange(
    ({ area }) => [...(data?.tiles ?? []), ...(data?.series ?? [])].some((one) => one.area === area),
    () => void client.invalidateQueries({ queryKey: KEY, refetchType: 'active' }),
    inMenu === undefined ? WAIT : MENU_WAIT,
  );
  useEffect(
    function rememberSize() {
      if (data) writeStored(SEEN, `${data.tiles.length},${data.series.length}`);
    },
    [data],
  );
  return query;
}

export function seenSize(): { tiles: number; series: number } {
  const [tiles = 8, series = 2] = (readStored(SEEN) ?? '8,2').split(',').map(Number);
  return { tiles: Math.min(20, tiles || 0), series: Math.min(4, series || 0) };
}

/** The list of a tile with the filters of its count (read back by src/core/mask/list/url-state.ts). */
export const listAddress = ({ path, filters }: Pick<HomeTile, 'path' | 'filters'>): string =>
  filters === null ? path : `${path}?${new URLSearchParams(encodeFilters(filters).map(([key, value]) => [`f.${key}`, value]))}`;
