import { type RefObject, useLayoutEffect, useRef } from 'react';

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

/** Ends a list that is longer than its place behind a whole row, so that none is seen cut in half. @param count of the rows */
export function useWholeRows(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(
    function endBehindARow() {
      const ul = list.current;
      const place = ul?.parentElement;
      if (!ul || !place || count === 0) return;
      const fit = (): void => {
        ul.style.maxHeight = '';
        const room = ul.clientHeight;
        if (ul.scrollHeight <= room) return;
        const foot = ul.querySelector('.s-wait-more');
        let height = foot ? heightOf(foot) : 0;
        for (const row of ul.children) {
          if (row === foot || height + heightOf(row) > room) break;
          height += heightOf(row);
          ul.style.maxHeight = `${height}px`;
        }
      };
      const watch = new ResizeObserver(fit);
      watch.observe(place);
      fit();
      return () => watch.disconnect();
    },
    [count],
  );
  return list;
}
