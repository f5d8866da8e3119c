import type { Page, PrintWarning } from './display.ts';
import type { LoadPage } from './font/glyph.ts';
import { layOut } from './layout/lay-out.ts';
import { writePdf } from './out/pdf.ts';
import type { Archive } from './out/pdf-archive.ts';
import { pageToSvg } from './out/svg.ts';
import { writeZpl } from './out/zpl.ts';
import { type PrintRequest, prepare } from './render.ts';
import { WORDS } from './texts/words.ts';

export type WriteRequest = PrintRequest & {
  format: 'pdf' | 'zpl';
  /** Copies of each record, one after the other. */
  copies: number;
  title: string;
  /** Makes the PDF a PDF/A-3b. */
  archive?: Archive;
};
export type Written = { bytes: Uint8Array; pages: number; warnings: PrintWarning[] };
/** Called between chunks; a rejection cancels the work. */
export type Progress = (done: number, total: number) => Promise<void> | void;

/** Records per chunk: about 100 ms of labels. */
const CHUNK = 250;

/** Chunk size in whole sheets, so that no sheet is left partly empty. */
function chunkOf({ layout: { sheet } }: PrintRequest): number {
  const each = sheet ? sheet.columns * sheet.rows : 1;
  return each * Math.max(1, Math.floor(CHUNK / each));
}

/** Creation time of the document, from the data and in UTC, so that the bytes do not depend on the machine. */
function createdOf(records: readonly unknown[]): string {
  const first = (records[0] ?? {}) as Record<string, unknown>;
  for (const name of ['printedAt', 'issueDate', 'shipDate', 'establishedOn']) {
    const found = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2})?/.exec(String(first[name] ?? ''));
    if (found) return `${found[1]}${found[2] ?? 'T00:00'}:00Z`;
  }
  return '2000-01-01T00:00:00Z';
}

/**
 * Draws records and writes them as one file, in chunks. The same request gives the same bytes in a browser worker and in Node.
 * @throws ZodError if a record does not match the document's schema
 */
export async function writePrint(request: WriteRequest, load: LoadPage, progress: Progress = () => undefined): Promise<Written> {
  const { records, fonts } = await prepare(request, load);
  const { layout, locales, dpi, format, title } = request;
  // A ZPL printer makes the copies itself.
  const copies = format === 'zpl' ? 1 : request.copies;
  const all = copies === 1 ? records : records.flatMap((record) => Array.from({ length: copies }, () => record));
  const pages: Page[] = [];
  const warnings = new Map<string, PrintWarning>();
  const chunk = chunkOf(request);
  for (let at = 0; at < all.length; at += chunk) {
    await progress(at, all.length);
    const laid = layOut(layout, all.slice(at, at + chunk), { locales, dpi, fonts, words: WORDS });
    for (const page of laid.pages) pages.push(page);
    for (const warning of laid.warnings) warnings.set(JSON.stringify(warning), warning);
  }
  await progress(all.length, all.length);
  const bytes =
    format === 'pdf'
      ? writePdf(pages, fonts, { title, created: createdOf(records), ...(request.archive ? { archive: request.archive } : {}) })
      : new TextEncoder().encode(writeZpl(pages, fonts, dpi, { copies: request.copies }));
  return { bytes, pages: pages.length, warnings: [...warnings.values()] };
}

export type Drawn = { svgs: string[]; pages: number; warnings: PrintWarning[] };

/** The first `most` pages as SVG, for a preview; `pages` counts all pages. @throws as `writePrint` */
export async function drawPrint(request: PrintRequest, most: number, load: LoadPage): Promise<Drawn> {
  const { records, fonts } = await prepare(request, load);
  const { layout, locales, dpi } = request;
  const { pages, warnings } = layOut(layout, records, { locales, dpi, fonts, words: WORDS });
  return { svgs: pages.slice(0, most).map((page) => pageToSvg(page, fonts)), pages: pages.length, warnings };
}
