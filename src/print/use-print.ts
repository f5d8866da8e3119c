import { useCallback, useEffect, useMemo, useState } from 'react';
import { LOCALES, type Locale } from '#contract/limits';
import type { DocumentName } from '#contract/print/documents';
import { paperOf } from '#contract/print/jobs';
import { isRecord } from '../mask/kinds/kind.ts';
import { logError } from '../providers/error-log.ts';
import { useLocale } from '../providers/i18n.ts';
import { readJson, writeStored } from '../providers/storage.ts';
import { type MadePrint, makePrint } from './make.ts';
import type { PopupOrder } from './open.ts';

export const RESOLUTIONS = [203, 300, 600] as const;
/** Most label printers; laser printers that documents come out of. */
const USUAL = { label: 203, small: 203, document: 600 } as const;
const STORED = 'kontor-print-view';

/** How it is to come out; `locales` one or two. */
export type PrintAs = { locales: readonly Locale[]; dpi: number; copies: number; variant: string | undefined };

type Kept = Record<string, { dpi?: number; locales?: Locale[] }>;
const isKept = (value: unknown): value is Kept => isRecord(value) && Object.values(value).every(isRecord);
const readKept = (): Kept => readJson(STORED, isKept) ?? {};

/** Printer and languages are remembered for each kind of paper: who prints labels prints them again on the same printer. */
export function usePrintAs(document: DocumentName, order: Partial<PopupOrder>): [PrintAs, (change: Partial<PrintAs>) => void] {
  const locale = useLocale();
  const paper = paperOf(document);
  const [as, setAs] = useState<PrintAs>(() => {
    const kept = readKept()[paper];
    const locales = kept?.locales?.filter((one) => LOCALES.includes(one)) ?? [];
    const dpi = order.dpi ?? RESOLUTIONS.find((one) => one === kept?.dpi) ?? USUAL[paper];
    return { locales: locales.length > 0 ? locales : [locale], dpi, copies: order.copies ?? 1, variant: order.variant };
  });
  const change = useCallback(
    (part: Partial<PrintAs>) => {
      setAs((now) => {
        const next = { ...now, ...part };
        writeStored(STORED, JSON.stringify({ ...readKept(), [paper]: { dpi: next.dpi, locales: next.locales } }));
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

/** Draws anew whenever what is asked for changes; what is no longer wanted is stopped. */
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
