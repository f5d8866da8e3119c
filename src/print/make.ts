import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';
import type { Drawn } from '#print/write';
import type { FromWorker, PaintRequest, Results, ToWorker, WorkerJob } from './messages.ts';
import { idsBehind, layoutOf, recordsOf } from './read.ts';

/** What to print: rows by `ids`, or `records` in the document's schema. */
export type PrintOrder = {
  document: DocumentName;
  ids?: readonly string[] | undefined;
  /** The area of the ids if it differs from the document's (`idsBehind`). */
  from?: string | undefined;
  records?: readonly unknown[] | undefined;
  /** If absent: the published layout, else the product's. */
  layout?: LayoutInput | undefined;
  /** Another size of the product's layout, by its name in `LABEL_VARIANTS`. */
  variant?: string | undefined;
  /** One or two languages. */
  locales: readonly Locale[];
  /** The printer's resolution: 203, 300 or 600. */
  dpi: number;
  /** Cancels the work. The promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
};
/**
 * `files` in the order of printing: our pages as one file, then each carrier's label unchanged. `bytes` is the first file, `pages` the
 * total.
 */
export type MadePrint = { bytes: Uint8Array; files: PrintFile[]; pages: number; warnings: PrintWarning[] };

/** The engine could not render the order. `message` has the reason in English, for the error log. */
export class PrintError extends Error {
  override name = 'PrintError';
}

type Waiting = {
  resolve: (result: Results[keyof Results]) => void;
  reject: (error: unknown) => void;
  onProgress: PrintOrder['onProgress'];
};
type Hand = Worker | MessagePort;
let worker: Hand | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();

/** Rejects the requests of a worker that failed. The next request starts another. */
function lose(): void {
  if (worker instanceof Worker) worker.terminate();
  else worker?.close();
  worker = null;
  for (const { reject } of waiting.values()) reject(new PrintError('the worker could not be started'));
  waiting.clear();
}

/** One shared worker for all windows, so that its fonts are loaded once. Without shared workers, each window has its own. */
function reach(): Hand {
  if (!('SharedWorker' in globalThis)) {
    const own = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'print' });
    own.addEventListener('error', lose);
    return own;
  }
  const shared = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'print' });
  shared.addEventListener('error', lose);
  shared.port.start();
  // Cancels the requests of a closed window, which would delay the others.
  addEventListener('pagehide', () => {
    for (const id of waiting.keys()) shared.port.postMessage({ id, cancel: true } satisfies ToWorker, []);
  });
  return shared.port;
}

function start(): Hand {
  const made = reach();
  made.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<FromWorker>;
    const one = waiting.get(data.id);
    if (!one) return;
    if ('done' in data) return one.onProgress?.(data.done, data.total);
    waiting.delete(data.id);
    if ('fault' in data) one.reject(new PrintError(data.fault));
    else one.resolve(data.result);
  });
  return made;
}

const ready = (): Hand => {
  worker ??= start();
  return worker;
};

/** Starts the worker and loads the usual fonts before anything is printed. Does not block the page. */
export const warmPrint = (): void => ready().postMessage({ warm: true } satisfies ToWorker, []);

function ask<J extends WorkerJob>(job: J, { signal, onProgress }: Pick<PrintOrder, 'signal' | 'onProgress'>): Promise<Results[J['do']]> {
  const [to, id] = [ready(), (last += 1)];
  const send = (message: ToWorker): void => to.postMessage(message, []);
  return new Promise<Results[keyof Results]>((resolve, reject) => {
    const cancel = (): void => {
      if (waiting.delete(id)) send({ id, cancel: true });
      reject(signal?.reason);
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    waiting.set(id, { resolve, reject, onProgress });
    send({ id, job });
  }) as Promise<Results[J['do']]>;
}

async function requestOf({ document, ids = [], from, records, layout, variant, locales, dpi, signal }: PrintOrder): Promise<PaintRequest> {
  // The worker starts while the data is loading.
  ready();
  const [found, published] = await Promise.all([
    records ?? idsBehind(from, document, ids, signal).then((own) => recordsOf(document, own, locales, signal)),
    layout ?? (variant === undefined ? layoutOf(document, signal) : undefined),
  ]);
  return { document, records: found, layout: published, variant, locales, dpi };
}

/**
 * Renders a print in a worker. The bytes are the same as those of Node for the same request (`writePrint`).
 * @throws CallError if the server refuses the data, PrintError if it cannot be rendered, the signal's reason if it was cancelled
 */
export async function makePrint(order: PrintOrder & { format: 'pdf' | 'zpl'; copies: number; title: string }): Promise<MadePrint> {
  const { format, copies, title } = order;
  const { files, warnings } = await ask({ do: 'write', request: await requestOf(order), format, copies, title }, order);
  const [first] = files;
  if (!first) throw new PrintError('there is nothing to print');
  return { bytes: first.bytes, files, pages: files.reduce((sum, file) => sum + file.pages, 0), warnings };
}

/** The first `most` pages as SVG, for previews. @throws as `makePrint` */
export async function svgPages(order: PrintOrder, most = 1): Promise<Drawn> {
  return ask({ do: 'draw', request: await requestOf(order), most }, order);
}
