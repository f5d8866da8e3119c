import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';
import type { Drawn } from '#print/write';
import type { FromWorker, PaintRequest, Results, ToWorker, WorkerJob } from './messages.ts';
import { idsBehind, layoutOf, recordsOf } from './read.ts';

/** What to print: rows by `ids`, or `records` as the document's schema has them. */
export type PrintOrder = {
  document: DocumentName;
  ids?: readonly string[] | undefined;
  /** The area of the ids where it is another than the document's (`idsBehind`). */
  from?: string | undefined;
  records?: readonly unknown[] | undefined;
  /** Absent: the published one, else that of the product. */
  layout?: LayoutInput | undefined;
  /** Another size of the product's own layout, by its name in `LABEL_VARIANTS`. */
  variant?: string | undefined;
  /** One or two languages. */
  locales: readonly Locale[];
  /** Of the printer: 203, 300 or 600. */
  dpi: number;
  /** Ends the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
};
/**
 * `files` in the order of printing: what we drew as one file, then each carrier's label as it came. `bytes` is the first of them,
 * `pages` counts all.
 */
export type MadePrint = { bytes: Uint8Array; files: PrintFile[]; pages: number; warnings: PrintWarning[] };

/** The engine could not draw it; `message` tells why, in English, for the error log. */
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

/** A worker that died takes what it was asked for along; the next request starts another. */
function lose(): void {
  if (worker instanceof Worker) worker.terminate();
  else worker?.close();
  worker = null;
  for (const { reject } of waiting.values()) reject(new PrintError('the worker could not be started'));
  waiting.clear();
}

/** One for all windows, so that each finds it warm; a browser without shared workers gives every window its own. */
function reach(): Hand {
  if (!('SharedWorker' in globalThis)) {
    const own = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'print' });
    own.addEventListener('error', lose);
    return own;
  }
  const shared = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'print' });
  shared.addEventListener('error', lose);
  shared.port.start();
  // A window that goes takes its wishes along; what is drawn for it would keep the others waiting.
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

/** Has the worker and the usual fonts there before anything is to be printed. Costs the page nothing. */
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
  // It starts while the data are on their way.
  ready();
  const [found, published] = await Promise.all([
    records ?? idsBehind(from, document, ids, signal).then((own) => recordsOf(document, own, locales, signal)),
    layout ?? (variant === undefined ? layoutOf(document, signal) : undefined),
  ]);
  return { document, records: found, layout: published, variant, locales, dpi };
}

/**
 * Draws and writes what is to be printed, in a worker. Bytes are the same as Node's of the same request (`writePrint`).
 * @throws CallError when the server refuses the data, PrintError when it cannot be drawn, the signal's reason when it was ended
 */
export async function makePrint(order: PrintOrder & { format: 'pdf' | 'zpl'; copies: number; title: string }): Promise<MadePrint> {
  const { format, copies, title } = order;
  const { files, warnings } = await ask({ do: 'write', request: await requestOf(order), format, copies, title }, order);
  const [first] = files;
  if (!first) throw new PrintError('there is nothing to print');
  return { bytes: first.bytes, files, pages: files.reduce((sum, file) => sum + file.pages, 0), warnings };
}

/** The first `most` pages as SVG texts, for previews. @throws as `makePrint` */
export async function svgPages(order: PrintOrder, most = 1): Promise<Drawn> {
  return ask({ do: 'draw', request: await requestOf(order), most }, order);
}
