import { useCallback } from 'react';
import { create } from 'zustand';

/** Where the records of an area are shown: the path of its list, below which `/:id` is one record. */
const usePaths = create<{ paths: Readonly<Record<string, string>> }>(() => ({ paths: {} }));

/** Called once the permitted routes are known; only paths that the reader may open. */
export const setAreaPaths = (paths: Readonly<Record<string, string>>): void => usePaths.setState({ paths });

export type LinkTo = (area: string, id: string) => string | null;

export function useLinkTo(): LinkTo {
  const paths = usePaths((state) => state.paths);
  return useCallback((area, id) => (paths[area] ? `${paths[area]}/${encodeURIComponent(id)}` : null), [paths]);
}
