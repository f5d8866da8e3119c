import { readFileSync } from 'node:fs';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { BarsOp } from '#print/display';
import type { Pixels } from '../../support/pixels.ts';

/** Gives the decoder its program from disk; it would fetch it from the network otherwise. */
export function prepareReader(): void {
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
}

/** A code as it was asked for, in whole dots: its dark rectangles, its bounds, the dots of a module. */
export type Drawn = { kind: 'bars' | 'matrix'; rects: number[][]; x: number; y: number; w: number; h: number; module: number };

export function drawnOf(op: BarsOp, dpi: number): Drawn {
  const rects: number[][] = [];
  for (let i = 0; i < op.rects.length; i += 4) rects.push(op.rects.slice(i, i + 4).map((length) => Math.round((length * dpi) / 25.4)));
  const x = Math.min(...rects.map((rect) => rect[0]!));
  const y = Math.min(...rects.map((rect) => rect[1]!));
  const w = Math.max(...rects.map((rect) => rect[0]! + rect[2]!)) - x;
  const h = Math.max(...rects.map((rect) => rect[1]! + rect[3]!)) - y;
  const kind = new Set(rects.map((rect) => rect[1])).size > 3 ? 'matrix' : 'bars';
  // A wide bar is at most four modules, so the narrowest is one; a matrix tells it by the height of its rows.
  return { kind, rects, x, y, w, h, module: Math.min(...rects.map((rect) => (kind === 'matrix' ? rect[3]! : rect[2]!))) };
}

/** Dots that differ from what was asked, quiet zones of `quiet` modules included (above and below only for squares). */
export function wrongDots(page: Pixels, code: Drawn, quiet: number): number {
  const [left, over] = [quiet * code.module, code.kind === 'matrix' ? quiet * code.module : 0];
  const [width, first] = [code.w + 2 * left, code.x - left];
  // Below shorter bars stand the digits of EAN and UPC.
  const rows = code.kind === 'matrix' ? code.h + 2 * over : Math.min(...code.rects.map((rect) => rect[3]!));
  const asked = askedRows(code, rows, width, left, over);
  let [wrong, inRow] = [0, 0];
  let known: { asked: Uint8Array | undefined; drawn: Uint8Array } | undefined;
  for (let row = 0; row < rows; row += 1) {
    const y = code.y - over + row;
    const isPaper = y >= 0 && y < page.height;
    const from = y * page.width;
    const drawn = isPaper ? page.grey.subarray(from + Math.max(0, first), from + Math.min(page.width, first + width)) : NOTHING;
    // Most rows equal the row before.
    if (!known || known.asked !== asked[row] || Buffer.compare(known.drawn, drawn) !== 0) {
      inRow = 0;
      for (let column = 0; column < width; column += 1) {
        const x = first + column;
        // Beyond the paper's edge there is no ink.
        const dark = isPaper && x >= 0 && x < page.width && page.grey[from + x]! < 128 ? 1 : 0;
        if (dark !== asked[row]![column]) inRow += 1;
      }
      known = { asked: asked[row], drawn };
    }
    wrong += inRow;
  }
  return wrong;
}

const NOTHING = new Uint8Array();

/** The dots that each row should have, 1 for ink. Rows between two edges of rectangles share one array. */
function askedRows({ rects, x: startX, y: startY }: Drawn, rows: number, width: number, left: number, over: number): Uint8Array[] {
  const edges = [...new Set(rects.flatMap(([, y = 0, , h = 0]) => [y, y + h]))].sort((a, b) => a - b);
  const blank = new Uint8Array(width);
  const asked: Uint8Array[] = Array.from({ length: rows }, () => blank);
  edges.forEach((top, i) => {
    const line = new Uint8Array(width);
    for (const [x = 0, y = 0, w = 0, h = 0] of rects) if (y <= top && top < y + h) line.fill(1, x - startX + left, x - startX + left + w);
    const end = Math.min(rows, (edges[i + 1] ?? top) - startY + over);
    for (let row = top - startY + over; row < end; row += 1) asked[row] = line;
  });
  return asked;
}

/** Narrowest stretch of ink or paper across bars, or along the row of a square where modules take turns, in dots of the drawn page. */
export function narrowest(page: Pixels, code: Drawn, turns: number): number {
  const start = (code.y + (code.kind === 'matrix' ? Math.floor((turns + 0.5) * code.module) : code.h >> 1)) * page.width + code.x;
  const row = page.grey.subarray(start, start + code.w);
  let [least, length] = [code.w, 0];
  row.forEach((value, i) => {
    length += 1;
    const next = row[i + 1];
    if (next === undefined || next < 128 !== value < 128) {
      least = Math.min(least, length);
      length = 0;
    }
  });
  return least;
}

/** Pixels of the decoder's pictures, red to alpha from the lowest byte; rows of bars that it is shown, all of them being alike. */
const [WHITE, BLACK, ROWS] = [0xffffffff, 0xff000000, 24];

/** What another program's decoder reads from the part of the page that holds this code and nothing else. */
export async function read(page: Pixels, code: Drawn, formats: ReaderOptions['formats']): Promise<string | undefined> {
  const rim = 10 * code.module;
  const rows = code.kind === 'bars' ? Math.min(code.h, ROWS) : code.h;
  const [width, height] = [code.w + 2 * rim, rows + 2 * rim];
  const pixels = new Uint32Array(width * height).fill(WHITE);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < code.w; x += 1)
      if (page.grey[(code.y + y) * page.width + code.x + x]! < 128) pixels[(y + rim) * width + x + rim] = BLACK;
  const data = new Uint8ClampedArray(pixels.buffer);
  const quick = {
    tryHarder: false,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols: 1,
    textMode: 'HRI',
  } as const;
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, { ...quick, formats });
  return found?.text;
}
