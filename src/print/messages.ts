import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';
import type { Drawn } from '#print/write';

/** A rendering request to the worker. */
export type PaintRequest = {
  document: DocumentName;
  records: readonly unknown[];
  /** If absent: the product's layout. */
  layout: LayoutInput | undefined;
  /** Another size of the built-in layout (`LABEL_VARIANTS`), used instead of `layout`. */
  variant: string | undefined;
  locales: readonly Locale[];
  dpi: number;
};
export type WorkerJob =
  | { do: 'write'; request: PaintRequest; format: 'pdf' | 'zpl'; copies: number; title: string }
  | { do: 'draw'; request: PaintRequest; most: number };
export type Results = { write: { files: PrintFile[]; warnings: PrintWarning[] }; draw: Drawn };

export type ToWorker = { id: number; job: WorkerJob } | { id: number; cancel: true } | { warm: true };
export type FromWorker =
  | { id: number; done: number; total: number }
  | { id: number; result: Results[keyof Results] }
  | { id: number; fault: string };
