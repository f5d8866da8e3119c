import type { Page } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';
import { drawDots } from './bitmap.ts';
import type { Dots } from './raster.ts';

/** Repeat counts: G to Y mean 1 to 19, g to z mean 20 to 400 in steps of twenty; letters add up (ZPL II, alternative compression). */
const TWENTIES = 'ghijklmnopqrstuvwxyz';
const ONES = 'GHIJKLMNOPQRSTUVWXY';
const LONGEST_RUN = 419;

function runOf(digit: string, count: number): string {
  let left = count;
  let text = '';
  while (left > LONGEST_RUN) {
    text += `z${digit}`;
    left -= 400;
  }
  if (left === 1) return text + digit;
  if (left >= 20) text += TWENTIES.charAt(Math.floor(left / 20) - 1);
  if (left % 20 > 0) text += ONES.charAt((left % 20) - 1);
  return text + digit;
}

/** One row. `,` fills the rest of it with white, `!` with black. */
function rowOf(hex: string): string {
  const end = hex.at(-1) ?? '0';
  const fill = end === '0' ? ',' : end === 'F' ? '!' : '';
  const tail = fill === '' ? 0 : hex.length - hex.replace(end === '0' ? /0+$/ : /F+$/, '').length;
  const runs = hex.slice(0, hex.length - tail).match(/(.)\1*/g) ?? [];
  return runs.map((run) => runOf(run.charAt(0), run.length)).join('') + (tail === 0 ? '' : fill);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** The dots in `^GFA` format. A row equal to the one above is written as a colon. */
function packDots({ height, rowBytes, bytes }: Dots): string {
  let packed = '';
  let above = '';
  for (let row = 0; row < height; row += 1) {
    let hex = '';
    for (let at = row * rowBytes; at < (row + 1) * rowBytes; at += 1) hex += HEX[bytes[at] ?? 0];
    packed += hex === above ? ':' : rowOf(hex);
    above = hex;
  }
  return packed;
}

/**
 * Pages for a ZPL II label printer, each as a picture of its dots, so that Chinese and all codes print without the printer's fonts. `dpi`
 * is the resolution of the print head (203, 300 or 600), `copies` the copies of each page (1 to 99,999,999).
 */
export function writeZpl(pages: readonly Page[], fonts: Fonts, dpi: number, { copies }: { copies: number }): string {
  return pages
    .map((page) => {
      const dots = drawDots(page, fonts, dpi);
      const size = dots.bytes.length;
      const picture = `^GFA,${size},${size},${dots.rowBytes},${packDots(dots)}`;
      return `^XA^PW${dots.width}^LL${dots.height}^LH0,0^FO0,0${picture}^FS^PQ${copies}^XZ\n`;
    })
    .join('');
}
