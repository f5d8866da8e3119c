import { useEffect } from 'react';
import { useLatest } from '../use-latest.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
const inDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role=dialog],[role=menu]') !== null;

/** Single-key shortcuts while no field has the focus. Only in the visible tab, because effects of hidden tabs are off. */
export function useShortcuts(shortcuts: Record<string, (() => void) | null>): void {
  const live = useLatest(shortcuts);
  useEffect(
    function listenForShortcuts() {
      const onKey = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || inDialog(event.target))
          return;
        const run = live.current[event.key];
        if (!run) return;
        event.preventDefault();
        run();
      };
      window.addEventListener('keydown', onKey);
      return () => window.removeEventListener('keydown', onKey);
    },
    [live],
  );
}
