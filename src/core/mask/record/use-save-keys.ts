import { useEffect } from 'react';
import { useLatest } from '../use-latest.ts';

/**
 * Ctrl-S and Ctrl-Enter save wherever the focus stands, also where it was lost with a button that is gone (a settled conflict).
 * Null while nothing is edited; hidden tabs hear nothing, because their effects are off.
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
