import { zlibSync } from 'fflate';
import type { Dots } from '#print/out/raster';

/** A drawn page: one byte a pixel, 0 black to 255 white. */
export type Pixels = { width: number; height: number; grey: Uint8Array };
/** A part of a page, in pixels. */
export type Part = { x: number; y: number; w: number; h: number };

export function pixelsOfDots({ width, height, rowBytes, bytes }: Dots): Pixels {
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let at = 0; at < rowBytes; at += 1) {
      const byte = bytes[y * rowBytes + at]!;
      // Most bytes of a page are white.
      if (byte === 0) continue;
      for (let bit = 0; bit < 8 && at * 8 + bit < width; bit += 1) if ((byte >> (7 - bit)) & 1) grey[y * width + at * 8 + bit] = 0;
    }
  return { width, height, grey };
}

/** As a head that knows only burnt and not burnt would print it. */
export const oneBit = ({ width, height, grey }: Pixels): Pixels => ({ width, height, grey: grey.map((value) => (value < 128 ? 0 : 255)) });

/** Ink in a part of a page, in whole black pixels. */
export function inkIn({ width, height, grey }: Pixels, part: Part = { x: 0, y: 0, w: width, h: height }): number {
  let ink = 0;
  for (let y = Math.max(0, part.y); y < Math.min(height, part.y + part.h); y += 1)
    for (let x = Math.max(0, part.x); x < Math.min(width, part.x + part.w); x += 1) ink += 255 - grey[y * width + x]!;
  return ink / 255;
}

/** How much of the ink lies elsewhere in the second one: 0 for the same picture, 2 for one that shares nothing with it. */
export function strayInk(a: Pixels, b: Pixels, part: Part): number {
  let stray = 0;
  for (let y = part.y; y < part.y + part.h; y += 1)
    for (let x = part.x; x < part.x + part.w; x += 1) stray += Math.abs(a.grey[y * a.width + x]! - b.grey[y * b.width + x]!);
  return stray / 255 / inkIn(a, part);
}

/** Lengths of the black and white stretches of one row, the first one white (perhaps 0). */
export function stretchesOf({ width, grey }: Pixels, row: number): number[] {
  const stretches = [0];
  let black = false;
  for (const value of grey.subarray(row * width, (row + 1) * width)) {
    if (value < 128 !== black) {
      black = !black;
      stretches.push(0);
    }
    stretches[stretches.length - 1]! += 1;
  }
  return stretches;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
const crcOf = (bytes: Uint8Array): number => ~bytes.reduce((crc, byte) => CRC[(crc ^ byte) & 255]! ^ (crc >>> 8), ~0) >>> 0;
const long = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const chunk = (tag: string, body: Uint8Array): number[] => {
  const tagged = Uint8Array.from([...Buffer.from(tag, 'latin1'), ...body]);
  return [...long(body.length), ...tagged, ...long(crcOf(tagged))];
};

export type PngParts = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  rows: number[][];
  palette?: number[];
  clear?: number[];
};

/** A PNG of these rows of packed samples; each row is filtered by another of the five filters, as encoders do. */
export function pngOf({ width, height, depth, colour, rows, palette, clear }: PngParts): Uint8Array {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 1;
  const step = Math.max(1, (samples * depth) >> 3);
  const filtered = rows.flatMap((row, y) => {
    const above = rows[y - 1] ?? row.map(() => 0);
    const filter = y % 5;
    const added = row.map((_, at) => {
      const [a, b, c] = [row[at - step] ?? 0, above[at]!, above[at - step] ?? 0];
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      return [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter]!;
    });
    return [filter, ...row.map((value, at) => (value - added[at]!) & 255)];
  });
  const head = Uint8Array.from([...long(width), ...long(height), depth, colour, 0, 0, 0]);
  return Uint8Array.from([
    ...Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunk('IHDR', head),
    ...(palette ? chunk('PLTE', Uint8Array.from(palette)) : []),
    ...(clear ? chunk('tRNS', Uint8Array.from(clear)) : []),
    ...chunk('IDAT', zlibSync(Uint8Array.from(filtered))),
    ...chunk('IEND', new Uint8Array()),
  ]);
}
