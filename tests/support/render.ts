import { execFileSync, spawnSync } from 'node:child_process';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { oneBit, type Pixels } from './pixels.ts';

/** PDFium, the renderer of Chrome, as WebAssembly: it shares no line with our writers. */
const library = PDFiumLibrary.init();

async function withDocument<T>(bytes: Uint8Array, read: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  const document = await (await library).loadDocument(bytes);
  try {
    return await read(document);
  } finally {
    document.destroy();
  }
}

/** Draws one page (the first is 0) at `dpi`; `oneBit` as a label printer would, else in grey. */
export function pdfToPixels(bytes: Uint8Array, page: number, dpi: number, mode: 'grey' | 'oneBit' = 'grey'): Promise<Pixels> {
  return withDocument(bytes, async (document) => {
    const pixels = await drawPage(document.getPage(page), dpi);
    return mode === 'oneBit' ? oneBit(pixels) : pixels;
  });
}

/** Reads a document once for many of its pages. `draw` renders one page (the first is 0) in grey. */
export const withPages = (
  bytes: Uint8Array,
  dpi: number,
  look: (draw: (page: number) => Promise<Pixels>) => Promise<void>,
): Promise<void> => withDocument(bytes, (document) => look((page) => drawPage(document.getPage(page), dpi)));

async function drawPage(sheet: PDFiumPage, dpi: number): Promise<Pixels> {
  const { originalWidth, originalHeight } = sheet.getOriginalSize();
  const [width, height] = [Math.round((originalWidth * dpi) / 72), Math.round((originalHeight * dpi) / 72)];
  const drawn = await sheet.render({ width, height, colorSpace: 'Gray', render: async ({ data }) => Uint8Array.from(data) });
  return { width: drawn.width, height: drawn.height, grey: drawn.data };
}

/** The lines of a page as a reader copies them. */
export const pdfToLines = (bytes: Uint8Array, page: number): Promise<string[]> =>
  withDocument(bytes, (document) =>
    document
      .getPage(page)
      .getText()
      .split(/\r?\n/)
      .map((line) => line.trim()),
  );

export type SheetSize = { originalWidth: number; originalHeight: number };
/** Sizes of all pages, in points. */
export const pdfSizes = (bytes: Uint8Array): Promise<SheetSize[]> =>
  withDocument(bytes, (document) => [...document.pages()].map((page) => page.getOriginalSize()));

/** Poppler, the other renderer that people have; only where it is installed. */
export const hasPoppler = spawnSync('pdftoppm', ['-v']).error === undefined;

/** Draws the first page with poppler. */
export function popplerToPixels(bytes: Uint8Array, dpi: number, mode: 'grey' | 'oneBit' = 'grey'): Pixels {
  const kind = mode === 'oneBit' ? '-mono' : '-gray';
  const file = execFileSync('pdftoppm', ['-r', String(dpi), kind, '-singlefile', '-'], { input: bytes, maxBuffer: 1 << 28 });
  const [head = '', format, width, height] = /^(P[45])\s+(\d+)\s+(\d+)\s+(?:255\s)?/.exec(file.subarray(0, 64).toString('latin1')) ?? [];
  const [columns, rows] = [Number(width), Number(height)];
  const body = file.subarray(head.length);
  if (format === 'P5') return { width: columns, height: rows, grey: Uint8Array.from(body) };
  const rowBytes = (columns + 7) >> 3;
  const grey = Uint8Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    return (body[y * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 0 : 255;
  });
  return { width: columns, height: rows, grey };
}
