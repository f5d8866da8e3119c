import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import { paperOf } from '#contract/printing/jobs';
import { logError } from '../providers/error-log.ts';
import { keepAs, keptDpi, usualLocales } from './kept.ts';
import { type MadePrint, makePrint } from './make.ts';
import type { PopupOrder } from './open.ts';

export const RESOLUTIONS = [203, 300, 600] as const;
/** Usual resolutions: label printers, and laser printers for documents. */
const USUAL = { label: 203, small: 203, document: 600 } as const;
/** Print options. `locales` are one or two languages. */
export type PrintAs = { locales: readonly Locale[]; dpi: number; copies: number; variant: string | undefined };

/** The options last used for this kind of paper. */
export function usePrintAs(document: DocumentName, order: Partial<PopupOrder>): [PrintAs, (change: Partial<PrintAs>) => void] {
  const paper = paperOf(document);
  const [as, setAs] = useState<PrintAs>(() => {
    const dpi = order.dpi ?? RESOLUTIONS.find((one) => one === keptDpi(paper)) ?? USUAL[paper];
    return { locales: usualLocales(paper), dpi, copies: order.copies ?? 1, variant: order.variant };
  });
  const change = useCallback(
    (part: Partial<PrintAs>) => {
      setAs((now) => {
        const next = { ...now, ...part };
        keepAs(paper, next);
        return next;
      });
    },
    [paper],
  );
  return [as, change];
}

export type PrintState =
  | { is: 'working'; done: number; total: number }
  | { is: 'ready'; made: MadePrint }
  | { is: 'failed'; error: unknown };
const BEGUN: PrintState = { is: 'working', done: 0, total: 0 };

/** Renders again when the order changes, and cancels outdated work. */
export function usePrint(order: PopupOrder, as: PrintAs, title: string): PrintState & { again: () => void } {
  const [tries, setTries] = useState(0);
  const job = useMemo(() => ({ order, as, title, tries }), [order, as, title, tries]);
  const [reached, setReached] = useState<{ job: typeof job; state: PrintState } | null>(null);
  useEffect(
    function draw() {
      const stop = new AbortController();
      const { signal } = stop;
      const reach = (state: PrintState): void => {
        if (!signal.aborted) setReached({ job, state });
      };
      const { document, ids, from, records, layout } = job.order;
      const onProgress = (done: number, total: number): void => reach({ is: 'working', done, total });
      makePrint({ document, ids, from, records, layout, ...job.as, title: job.title, format: 'pdf', signal, onProgress }).then(
        (made) => reach({ is: 'ready', made }),
        (error: unknown) => {
          if (signal.aborted) return;
          const stack = error instanceof Error ? (error.stack ?? '') : '';
          logError({ message: String(error), info: `print ${document}`, stack, user: '' });
          reach({ is: 'failed', error });
        },
      );
      return () => stop.abort();
    },
    [job],
  );
  const again = useCallback(() => setTries((n) => n + 1), []);
  return { ...(reached?.job === job ? reached.state : BEGUN), again };
}
