import { Layout } from '#contract/printing/layout';
import type { LoadPage } from '#print/font/glyph';
import { PAGE_VERSION } from '#print/font/page';
import { partForeign } from '#print/foreign';
import { LABEL_VARIANTS } from '#print/layouts/labels/labels';
import { LAYOUTS } from '#print/layouts/layouts';
import { drawPrint, type Progress, writePrint } from '#print/write';
import type { FromWorker, PaintRequest, Results, ToWorker, WorkerJob } from './messages.ts';

/** The worker that renders prints, so that the page stays responsive. Shared by all windows if the browser supports it. */
type Port = {
  postMessage: (message: FromWorker, transfer: Transferable[]) => void;
  addEventListener: (name: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void;
};
type Scope = Port & { addEventListener: (name: 'connect', listener: (event: { ports: readonly MessagePort[] }) => void) => void };

/** One function for all jobs, because the engine caches loaded fonts by it. */
const load: LoadPage = async (face, page) => {
  const answer = await fetch(`/fonts/${face}/${page}?v=${PAGE_VERSION}`);
  if (!answer.ok) throw new Error(`font page ${face}/${page}: HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

function withLayout(request: PaintRequest) {
  const sizes: Record<string, unknown> = { ...(LABEL_VARIANTS as Record<string, Record<string, unknown>>)[request.document] };
  const chosen = request.variant === undefined ? request.layout : sizes[request.variant];
  return { ...request, layout: chosen === undefined ? LAYOUTS[request.document] : Layout.parse(chosen) };
}

/** Lets messages in between two chunks, for example a cancellation. */
const yieldThread = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function write(job: Extract<WorkerJob, { do: 'write' }>, progress: Progress): Promise<Results['write']> {
  const { own, foreign } = partForeign(job.request.records, job.copies);
  if (own.length === 0) return { files: foreign, warnings: [] };
  const { format, copies, title } = job;
  const { bytes, pages, warnings } = await writePrint(
    { ...withLayout({ ...job.request, records: own }), format, copies, title },
    load,
    progress,
  );
  return { files: [{ type: format, bytes, pages, copies: 1, title }, ...foreign], warnings };
}

/** Renders the most common label without data, to load its fonts and layout. */
const warm = (): Promise<unknown> =>
  drawPrint({ document: 'transportLabel', layout: LAYOUTS.transportLabel, records: [], locales: ['en'], dpi: 203 }, 0, load);

/** Serves one window. */
function serve(port: Port): void {
  const cancelled = new Set<number>();
  const post = (message: FromWorker, transfer: Transferable[] = []): void => port.postMessage(message, transfer);

  async function perform({ id, job }: Extract<ToWorker, { job: WorkerJob }>): Promise<void> {
    try {
      if (job.do === 'draw') {
        const result = await drawPrint(withLayout(job.request), job.most, load);
        return post({ id, result });
      }
      const result = await write(job, async (done, total) => {
        post({ id, done, total });
        await yieldThread();
        if (cancelled.has(id)) throw new Error('cancelled');
      });
      post({ id, result }, [...new Set(result.files.map(({ bytes }) => bytes.buffer as ArrayBuffer))]);
    } catch (error) {
      post({ id, fault: error instanceof Error ? error.message : String(error) });
    } finally {
      cancelled.delete(id);
    }
  }

  port.addEventListener('message', ({ data }) => {
    // If this fails, the first print loads the fonts and reports the error.
    if ('warm' in data) warm().catch(() => undefined);
    else if ('cancel' in data) cancelled.add(data.id);
    else void perform(data);
  });
}

const scope = globalThis as unknown as Scope;
if ('onconnect' in globalThis)
  scope.addEventListener('connect', ({ ports: [port] }) => {
    if (!port) return;
    serve(port);
    port.start();
  });
else serve(scope);
