import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element, followed as it changes. A hidden tab measures nothing; the last true width stays. */
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
