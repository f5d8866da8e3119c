import { unzlibSync } from 'fflate';
import { joinBytes, viewOf, wordAt } from '../font/bytes.ts';

/** PNG colour types (W3C, 11.2.2) and their samples per pixel. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
/** Maximum size. A4 at 1,200 dpi has 139 million pixels. */
const MOST_PIXELS = 150_000_000;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type Png = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  samples: number;
  interlaced: boolean;
  palette: Uint8Array;
  /** `tRNS`: alpha of the palette, or the transparent colour; empty if absent. */
  clear: Uint8Array;
  /** Filtered and deflated rows, as in the file. */
  data: Uint8Array;
};

const fault = (what: string): Error => new Error(`PNG: ${what}`);

/** Reads the parts of a PNG without decompressing its rows. Throws if it is not a PNG or too large. */
export function readPng(bytes: Uint8Array): Png {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) throw fault('not one');
  const view = viewOf(bytes);
  const data: Uint8Array[] = [];
  let [palette, clear] = [new Uint8Array(), new Uint8Array()] as [Uint8Array, Uint8Array];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) throw fault('ends too early');
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (tag === 'PLTE') palette = body;
    if (tag === 'tRNS') clear = body;
    if (tag === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colour, interlace] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)];
  const samples = SAMPLES[colour];
  if (!samples || !DEPTHS[colour]?.includes(depth)) throw fault(`colour type ${colour} of ${depth} bits`);
  if (width * height === 0 || width * height > MOST_PIXELS) throw fault(`${width} x ${height} pixels`);
  if (data.length === 0) throw fault('no picture');
  if (colour === 3 && palette.length < 3) throw fault('no palette');
  return { width, height, depth, colour, samples, interlaced: interlace === 1, palette, clear, data: joinBytes(data) };
}

const paeth = (a: number, b: number, c: number): number => {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
};

/** Value that each filter adds, from the left, upper and upper left bytes. */
const FILTERS: ((a: number, b: number, c: number) => number)[] = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, paeth];

/** Undoes the row filters in place and returns the rows without filter bytes. */
function unfilter(rows: Uint8Array, rowBytes: number, count: number, step: number): Uint8Array {
  const plain = new Uint8Array(rowBytes * count);
  for (let row = 0; row < count; row += 1) {
    const filter = FILTERS[rows[row * (rowBytes + 1)] ?? 0];
    if (!filter) throw fault('unknown filter');
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at >= step ? (plain[to + at - step] ?? 0) : 0;
      const above = row > 0 ? (plain[to + at - rowBytes] ?? 0) : 0;
      const corner = row > 0 && at >= step ? (plain[to + at - rowBytes - step] ?? 0) : 0;
      plain[to + at] = (rows[from + at] ?? 0) + filter(left, above, corner);
    }
  }
  return plain;
}

/** Adam7 passes: first column, first row, column step, row step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Pixels as red, green, blue, 0 to 255, three bytes each. Transparent pixels are drawn on white. Throws for invalid data. */
export function decodePng(png: Png): Uint8Array {
  const { width, height, depth, samples, interlaced } = png;
  const passes = (interlaced ? PASSES : [[0, 0, 1, 1] as const])
    .map(([x, y, dx, dy]) => ({ x, y, dx, dy, columns: Math.ceil((width - x) / dx), rows: Math.ceil((height - y) / dy) }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map((pass) => ({ ...pass, rowBytes: Math.ceil((pass.columns * samples * depth) / 8) }));
  const length = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  // Decompressed into a buffer of the expected size, so that a manipulated picture cannot use more memory.
  const packed = unzlibSync(png.data, { out: new Uint8Array(length) });
  if (packed.length < length) throw fault('ends too early');
  const pixels = new Uint8Array(width * height * 3);
  const colourOf = colours(png);
  let at = 0;
  for (const { x, y, dx, dy, columns, rows, rowBytes } of passes) {
    const plain = unfilter(packed.subarray(at), rowBytes, rows, Math.max(1, (samples * depth) >> 3));
    at += rows * (rowBytes + 1);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        colourOf(plain, row * rowBytes, column * samples, pixels, ((y + row * dy) * width + x + column * dx) * 3);
  }
  return pixels;
}

type Colour = (rows: Uint8Array, row: number, sample: number, into: Uint8Array, at: number) => void;

/** Returns a function that converts the samples of one pixel to a colour on white. */
function colours({ depth, colour, samples, palette, clear }: Png): Colour {
  const most = 2 ** depth - 1;
  const sampleAt = (rows: Uint8Array, row: number, sample: number): number => {
    if (depth === 8) return rows[row + sample] ?? 0;
    if (depth === 16) return ((rows[row + 2 * sample] ?? 0) << 8) | (rows[row + 2 * sample + 1] ?? 0);
    const bit = sample * depth;
    return ((rows[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const onPaper = (value: number, alpha: number): number => Math.round(value * alpha + 255 * (1 - alpha));
  const transparent = clear.length > 0 && colour !== 3 ? Array.from({ length: samples }, (_, at) => wordAt(clear, 2 * at)) : null;
  return (rows, row, sample, into, at) => {
    const values = Array.from({ length: samples }, (_, index) => sampleAt(rows, row, sample + index));
    const [first = 0] = values;
    let alpha = 1;
    if (colour === 4 || colour === 6) alpha = (values.at(-1) ?? 0) / most;
    if (colour === 3) alpha = (clear[first] ?? 255) / 255;
    if (transparent?.every((value, index) => value === values[index])) alpha = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = colour === 3 ? (palette[3 * first + channel] ?? 0) : ((values[samples < 3 ? 0 : channel] ?? 0) * 255) / most;
      into[at + channel] = onPaper(value, alpha);
    }
  };
}
