import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { RecentRead } from '../recent-reads.ts';
import type { Picture } from './decoder.ts';

/** Maps the library's symbology names to those of the Barcode Detection API. EAN and UPC are told apart below. */
const NAMES: Record<string, string> = { Code128: 'code_128', Code39: 'code_39', ITF: 'itf', DataMatrix: 'data_matrix', QRCode: 'qr_code' };
const RETAIL: Record<string, string> = { EAN13: 'ean_13', EAN8: 'ean_8', UPCA: 'upc_a', UPCE: 'upc_e' };
/** Symbology identifiers that mark GS1 data (ISO/IEC 15424). Other identifiers do not change what a code means here. */
const GS1 = new Set([']C1', ']d2', ']Q3']);

type Source = { url: string } | { bytes: ArrayBuffer };

/** Compiles the reader. The source is always given, because the library would otherwise fetch its program from a public server. */
export async function prepareWasm(source: Source): Promise<void> {
  const overrides = 'url' in source ? { locateFile: () => source.url } : { wasmBinary: source.bytes };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

function readOf({ symbology, format, symbologyIdentifier, text }: ReadResult): RecentRead {
  const name = RETAIL[format] ?? NAMES[symbology] ?? format;
  return { code: GS1.has(symbologyIdentifier) ? symbologyIdentifier + text : text, format: name };
}

/** @param hard searches longer and finds more codes */
export async function readWasm(picture: Picture, hard: boolean): Promise<RecentRead | null> {
  const [found] = await readBarcodes(picture as ImageData, {
    formats: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code39', 'ITF', 'DataMatrix', 'QRCode'],
    textMode: 'Plain',
    maxNumberOfSymbols: 1,
    tryHarder: hard,
    tryInvert: hard,
  });
  return found ? readOf(found) : null;
}

/** The QR code of `KONTOR`, one row of modules per line. */
const SAMPLE: readonly string[] = [
  '#######..#.#..#######',
  '#.....#..###..#.....#',
  '#.###.#...###.#.###.#',
  '#.###.#..#....#.###.#',
  '#.###.#.##.##.#.###.#',
  '#.....#.....#.#.....#',
  '#######.#.#.#.#######',
  '........#...#........',
  '..##..######.##.#....',
  '#..#...#..#...#......',
  '..###.#...#......#.#.',
  '.###...###.#.#.###...',
  '#....#######.#.#.##.#',
  '........##.###...#.#.',
  '#######.#..#..##.#.#.',
  '#.....#.....#..##.###',
  '#.###.#...##.####...#',
  '#.###.#.#.#####.##.#.',
  '#.###.#.##.#####..#..',
  '#.....#..######...#..',
  '#######....###..#..#.',
];
const MODULE = 4;
const QUIET = 4;

/** Whether the reader reads a picture with known content. Detects a program that was altered or truncated in transit. */
export async function passesSelfTest(): Promise<boolean> {
  const size = (SAMPLE.length + 2 * QUIET) * MODULE;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (SAMPLE[Math.floor(y / MODULE) - QUIET]?.[Math.floor(x / MODULE) - QUIET] === '#')
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return (await readWasm({ data, width: size, height: size }, false))?.code === 'KONTOR';
}
