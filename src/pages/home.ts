import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API } from '#contract/core/envelope';
import type { Home, HomeTile } from '#contract/core/home';
import { encodeFilters } from '#contract/core/query';
import { useReloadOnChange } from '../providers/reload-on-change.ts';
import { readStored, writeStored } from '../providers/storage.ts';
import { useRead } from '../providers/use-call.ts';

/** Milliseconds between two updates. Many rows may change per second, and faster numbers are unreadable. */
const WAIT = 3000;
const KEY = ['data', 'default', 'home'];
/** What the last visit showed, so that the layout does not jump while it loads. */
const SEEN = 'kontor-home';

/** Milliseconds between two updates of the numbers in the menu. */
const MENU_WAIT = 30_000;

/**
 * The open work of the user. The menu reads it too, but later and less often.
 * @param inMenu reads only while `true`; absent: the home page
 */
export function useHome(inMenu?: boolean) {
  const client = useQueryClient();
  const query = useRead<Home>(`${API}/home`, { queryKey: KEY, refetchOnWindowFocus: true, background: true, enabled: inMenu ?? true });
  const { data } = query;
  useReloadOnChange(
    ({ area }) => [...(data?.tiles ?? []), ...(data?.questions ?? [])].some((one) => one.area === area),
    () => void client.invalidateQueries({ queryKey: KEY, refetchType: 'active' }),
    inMenu === undefined ? WAIT : MENU_WAIT,
  );
  useEffect(
    function rememberSize() {
      if (data) writeStored(SEEN, [figuresOf(data.tiles).shown.length, data.questions.length, data.first ? 1 : 0].join());
    },
    [data],
  );
  return query;
}

/** How many figures, questions and tables the last visit showed. */
export function seenSize(): { figures: number; questions: number; tables: number } {
  const [figures = 5, questions = 2, tables = 1] = (readStored(SEEN) ?? '5,2,1').split(',').map(Number);
  return { figures: Math.min(MOST, figures || 0), questions: Math.min(2, questions || 0), tables: Math.min(1, tables || 0) };
}

/** Figures that fit beside each other. */
const MOST = 5;

/**
 * Figures of the strip: what is done at a station, also if nothing waits there, then what waits. `more` is the rest of what waits, as links.
 */
export function figuresOf(tiles: readonly HomeTile[]): { shown: HomeTile[]; more: HomeTile[] } {
  const stations = tiles.filter(({ station }) => station !== null);
  const waiting = tiles.filter(({ station, count }) => station === null && count > 0);
  const room = Math.max(0, MOST - stations.length);
  const shown = new Set([...stations, ...waiting.slice(0, room)]);
  return { shown: tiles.filter((tile) => shown.has(tile)), more: waiting.slice(room) };
}

/** A usual day: the median of the past days on which there was anything. Null if there were fewer than three. */
export function usualOf(points: readonly { at: string; value: number }[], today: string): number | null {
  const past = points.flatMap(({ at, value }) => (at < today && value > 0 ? [value] : [])).toSorted((a, b) => a - b);
  return past.length < 3 ? null : (past[Math.floor(past.length / 2)] ?? null);
}

/** The list of a tile with the filters of its count (read back by src/core/mask/list/url-state.ts). */
export const listAddress = ({ path, filters }: Pick<HomeTile, 'path' | 'filters'>): string =>
  filters === null ? path : `${path}?${new URLSearchParams(encodeFilters(filters).map(([key, value]) => [`f.${key}`, value]))}`;
