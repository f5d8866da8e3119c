import type { MouseEvent, PointerEvent } from 'react';
import { useNavigate } from 'react-router';
import { preloadScreen } from './Page.tsx';

const linkOf = ({ target }: { target: EventTarget }): string | null =>
  (target instanceof Element ? target.closest('a')?.getAttribute('href') : null) ?? null;

/** Without a modifier key. With one, the browser opens a window or tab. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Clicks and presses of the links in the menu, by delegation. */
export function useMenuLinks(onNavigate: (() => void) | undefined) {
  const navigate = useNavigate();
  return {
    onClick: (event: MouseEvent) => {
      const path = linkOf(event);
      if (path === null) return;
      onNavigate?.();
      if (!isPlain(event)) return;
      event.preventDefault();
      preloadScreen(path);
      void navigate(path);
    },
    // Preloads on mouse down. Not on touch, where it may be the beginning of a scroll.
    onPointerDown: (event: PointerEvent) => {
      const path = linkOf(event);
      if (path !== null && event.pointerType === 'mouse' && isPlain(event)) preloadScreen(path);
    },
  };
}
