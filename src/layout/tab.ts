import { createContext, useContext, useMemo } from 'react';
import { setTabDirty, setTabTitle } from './tabs-store.ts';

/** The key of the tab a page stands in; empty outside the shell (pop-ups, print). */
export const TabContext = createContext('');

/** What a page may say about its own tab. `setDirty(true)` guards it: closing asks first. A page is not told whether it is shown: it would be drawn anew for that. */
export function useTab() {
  const key = useContext(TabContext);
  return useMemo(
    () => ({ key, setTitle: (title: string) => setTabTitle(key, title), setDirty: (dirty: boolean) => setTabDirty(key, dirty) }),
    [key],
  );
}
