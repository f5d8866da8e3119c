import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** A row of chips. In a one-line cell, chips without room are counted: “+3”. */
export function ChipRow({ chips }: { chips: readonly ReactNode[] }) {
  const row = useRef<HTMLSpanElement>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(
    function countHidden() {
      const own = row.current;
      if (own === null || chips.length < 2 || own.closest('.m-cell') === null) return undefined;
      // Chips without room wrap to lines that the cell hides.
      const count = (): void => {
        const all = [...own.children].filter((child) => child instanceof HTMLElement);
        setHidden(all.filter((chip) => chip.offsetTop > (all[0]?.offsetTop ?? 0) + chip.offsetHeight / 2).length);
      };
      count();
      const watch = new ResizeObserver(count);
      watch.observe(own);
      return () => watch.disconnect();
    },
    [chips.length],
  );
  return (
    <span className="m-chip-row">
      <span ref={row} className="m-chips">
        {chips}
      </span>
      {hidden > 0 ? <span className="m-quiet m-figures">+{hidden}</span> : null}
    </span>
  );
}
