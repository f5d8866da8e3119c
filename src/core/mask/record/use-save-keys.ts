import { useEffect } from 'react';
import { useLatest } from '../use-latest.ts';

/**
 * Saves on Ctrl-S and Ctrl-Enter wherever the focus is, even if it was lost with a removed button (a resolved conflict).
 * Pass null if nothing is edited. Hidden tabs do not react, because their effects are off.
 */
export function useSaveKeys(save: (() => void) | null): void {
  const live = useLatest(save);
  useEffect(
    function listenForSaveKeys() {
      const onKey = (event: KeyboardEvent): void => {
        const saves = (event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 's' || event.key === 'Enter');
        if (!saves || event.defaultPrevented || !live.current) return;
        event.preventDefault();
        live.current();
      };
      window.addEventListener('keydown', onKey);
      return () => window.removeEventListener('keydown', onKey);
    },
    [live],
  );
}
