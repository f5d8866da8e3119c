import { createContext, useContext, useMemo } from 'react';
import { setTabDirty, setTabTitle } from './tabs-store.ts';

/** The key of the tab that contains a page. Empty outside the shell (pop-ups, print). */
export const TabContext = createContext('');

/**
 * Lets a page control its own tab. `setDirty(true)` makes closing ask first. A page does not learn whether it is visible, because that
 * would render it again.
 */
export function useTab() {
  const key = useContext(TabContext);
  return useMemo(
    () => ({ key, setTitle: (title: string) => setTabTitle(key, title), setDirty: (dirty: boolean) => setTabDirty(key, dirty) }),
    [key],
  );
}
