import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, such as one for the room of the window. */
export function useRoom(query: string): boolean {
  const subscribe = useCallback(
    (report: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', report);
      return () => media.removeEventListener('change', report);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** A phone has room for one line of buttons: the others are in the menu. The width is that of `mask.css`. */
export const usePhone = (): boolean => useRoom('(max-width: 640px)');
