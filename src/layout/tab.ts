import { createContext, useContext, useMemo } from 'react';
import { setTabDirty, setTabTitle, useTabs } from './tabs-store.ts';

/** The key of the tab a page stands in; empty outside the shell (pop-ups, print). */
export const TabContext = createContext('');

/** What a page may say about its own tab. `setDirty(true)` guards it: closing asks first. */
export function useTab() {
  const key = useContext(TabContext);
  const active = useTabs((state) => state.active === key || key === '');
  return useMemo(
    () => ({ key, active, setTitle: (title: string) => setTabTitle(key, title), setDirty: (dirty: boolean) => setTabDirty(key, dirty) }),
    [key, active],
  );
}
