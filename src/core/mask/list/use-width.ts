import { type RefObject, useLayoutEffect, useState } from 'react';

/** The last width of each list, by the key of its mask. */
const lastWidths = new Map<string, number>();

/**
 * The width of an element, updated on resize. A hidden tab keeps its last width. A list that opens again begins with the width it had, so that
 * its rows are rendered once. Null until the element was measured for the first time, which is before it is painted.
 */
export function useWidth(ref: RefObject<HTMLElement | null>, key: string): number | null {
  const [width, setWidth] = useState(() => lastWidths.get(key) ?? null);
  useLayoutEffect(
    function followWidth() {
      const element = ref.current;
      if (!element) return;
      const measure = (): void => {
        const next = Math.floor(element.clientWidth);
        if (next > 0) lastWidths.set(key, next);
        setWidth((known) => (next > 0 ? next : (known ?? 0)));
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [ref, key],
  );
  return width;
}
