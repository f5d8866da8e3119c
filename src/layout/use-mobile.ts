import { useSyncExternalStore } from 'react';
import { MOBILE_BELOW } from '#contract/core/limits';

const query = (): MediaQueryList => window.matchMedia(`(max-width: ${MOBILE_BELOW - 1}px)`);

const subscribe = (listener: () => void): (() => void) => {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Below 992 px the sidebar is closed and comes over the page. */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
