import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element, updated on resize. A hidden tab keeps its last width. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(
    function followWidth() {
      const element = ref.current;
      if (!element) return;
      const measure = (): void => {
        const next = Math.floor(element.clientWidth);
        if (next > 0) setWidth(next);
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [ref],
  );
  return width;
}
