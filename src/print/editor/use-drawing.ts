import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import type { Drawn } from '#print/write';
import { logError } from '../../providers/error-log.ts';
import { svgPages } from '../make.ts';

export type DrawOrder = { document: DocumentName; layout: Layout; records: readonly unknown[]; locales: readonly Locale[]; dpi: number };
/** Most pages that are rendered for the preview. */
export const MOST_PAGES = 12;

/**
 * Renders the newest order. While one is being rendered, only the newest of the following ones is kept. The last picture stays until then.
 */
export function useDrawing(order: DrawOrder): { drawn: Drawn | null; failed: boolean } {
  const [state, setState] = useState<{ drawn: Drawn | null; failed: boolean }>({ drawn: null, failed: false });
  const wanted = useRef<DrawOrder | null>(null);
  const busy = useRef(false);
  useEffect(
    function draw() {
      wanted.current = order;
      const work = async (): Promise<void> => {
        busy.current = true;
        while (wanted.current) {
          const next = wanted.current;
          wanted.current = null;
          try {
            const drawn = await svgPages(next, MOST_PAGES);
            setState({ drawn, failed: false });
          } catch (error) {
            logError({
              message: String(error),
              info: `layout ${next.document}`,
              stack: error instanceof Error ? (error.stack ?? '') : '',
              user: '',
            });
            setState((now) => ({ ...now, failed: true }));
          }
        }
        busy.current = false;
      };
      if (!busy.current) void work();
    },
    [order],
  );
  return state;
}
