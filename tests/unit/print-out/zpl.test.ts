import { describe, expect, it } from 'vitest';
import type { Page } from '#print/display';
import { drawDots } from '#print/out/bitmap';
import { writeZpl } from '#print/out/zpl';
import { dotOf, fontsFor, insetRect, labelPage, textOp } from './pages.ts';

type Format = { width: number; height: number; copies: number; rowBytes: number; rows: string[] };

/** Reads `^GFA` as a Zebra does: G to Y repeat a digit 1 to 19 times, g to z in twenties; `,` `!` fill a row, `:` repeats one. */
function readZpl(zpl: string): Format {
  const all = /^\^XA\^PW(\d+)\^LL(\d+)\^LH0,0\^FO0,0\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS\^PQ(\d+)\^XZ$/.exec(zpl);
  if (!all) throw new Error(`not a label: ${zpl.slice(0, 80)}`);
  const [width = 0, height = 0, sent = 0, size = 0, rowBytes = 0] = all.slice(1, 6).map(Number);
  const rows: string[] = [];
  let row = '';
  let times = 0;
  const end = (digit: string): void => {
    rows.push(row.padEnd(2 * rowBytes, digit));
    row = '';
  };
  for (const sign of all[6]!) {
    if (sign >= 'G' && sign <= 'Y') times += sign.charCodeAt(0) - 70;
    else if (sign >= 'g' && sign <= 'z') times += 20 * (sign.charCodeAt(0) - 102);
    else if (sign === ',') end('0');
    else if (sign === '!') end('F');
    else if (sign === ':') rows.push(rows.at(-1)!);
    else {
      row += sign.repeat(Math.max(1, times));
      times = 0;
      if (row.length === 2 * rowBytes) end('0');
    }
  }
  if (sent !== size || size !== rowBytes * rows.length) throw new Error(`${rows.length} rows of ${rowBytes} bytes are not ${size}`);
  return { width, height, copies: Number(all[7]), rowBytes, rows };
}

const hexOf = (page: Page, fonts: Awaited<ReturnType<typeof fontsFor>>, dpi: number): string =>
  Buffer.from(drawDots(page, fonts, dpi).bytes)
    .toString('hex')
    .toUpperCase();

describe('a label in ZPL', () => {
  it.each([203, 300, 600])('holds every dot of its picture at %i dpi, Chinese and codes included', async (dpi) => {
    const page = { ...labelPage(7), ops: [...labelPage(7).ops, textOp('发货标签：货物已装车', 5, 90, 8, 'bold')] };
    const fonts = await fontsFor([page]);
    const format = readZpl(writeZpl([page], fonts, dpi, { copies: 1 }).trim());
    expect([format.width, format.height]).toEqual([4 * dpi, 6 * dpi]);
    expect(format.rows.join('')).toBe(hexOf(page, fonts, dpi));
  });

  it('packs rows of all lengths: white, black, striped, and more than 400 digits of one kind', async () => {
    const dot = dotOf(203);
    const stripes = Array.from({ length: 40 }, (_, at) => insetRect(at * 37, 60 + at, 1 + at * 5, 1, dot)).flat();
    const rects = [...insetRect(0, 10, 4001, 3, dot), ...insetRect(4, 20, 3200, 1, dot), ...insetRect(0, 30, 3992, 5, dot), ...stripes];
    const page: Page = { width: dot * 4001, height: dot * 120, ops: [{ op: 'bars', rects, says: 'test' }] };
    const fonts = await fontsFor([page]);
    const zpl = writeZpl([page], fonts, 203, { copies: 1 });
    expect(readZpl(zpl.trim()).rows.join('')).toBe(hexOf(page, fonts, 203));
    expect(zpl.length).toBeLessThan(1500);
  });

  it('is printed as often as asked, each page by itself', async () => {
    const pages = [labelPage(1), labelPage(2), labelPage(3)];
    const formats = writeZpl(pages, await fontsFor(pages), 203, { copies: 4 })
      .trim()
      .split('\n')
      .map(readZpl);
    expect(formats.map(({ copies }) => copies)).toEqual([4, 4, 4]);
  });

  it('is plain ASCII without a character that a printer would take for a command', async () => {
    const page: Page = { width: 50, height: 25, ops: [textOp('^XZ~JA 货', 2, 10, 5)] };
    const zpl = writeZpl([page], await fontsFor([page]), 203, { copies: 1 });
    expect(zpl).toMatch(/^[\x20-\x7e]+\n$/);
    expect(zpl.match(/[\^~]../g)).toEqual(['^XA', '^PW', '^LL', '^LH', '^FO', '^GF', '^FS', '^PQ', '^XZ']);
  });
});

describe('the dots of a label', () => {
  it('keep a hair line, whatever its grey, and leave white on black open', async () => {
    const page: Page = {
      width: 25.4,
      height: 25.4,
      ops: [
        { op: 'line', x1: 2, y1: 3, x2: 20, y2: 3, width: 0.02, ink: '#cccccc' },
        { op: 'box', x: 2, y: 8, w: 20, h: 10, fill: '#000000' },
        { ...textOp('W', 4, 16, 8), ink: '#ffffff' } as Page['ops'][number],
        { op: 'box', x: 2, y: 20, w: 20, h: 4, fill: '#eeeeee' },
      ],
    };
    const fonts = await fontsFor([page]);
    const { bytes, rowBytes } = drawDots(page, fonts, 203);
    const inkOf = (from: number, to: number): number =>
      bytes.subarray(from * rowBytes, to * rowBytes).reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    expect(inkOf(20, 28)).toBe(144);
    const [black, open] = [160 * 80, 160 * 80 - inkOf(64, 144)];
    expect(open / black).toBeGreaterThan(0.05);
    expect(open / black).toBeLessThan(0.2);
    expect(inkOf(150, 203)).toBe(0);
  });

  it('leave out what lies off the page', async () => {
    const page: Page = {
      width: 10,
      height: 10,
      ops: [textOp('Über den Rand', -3, 2, 6), { op: 'box', x: 8, y: 8, w: 20, h: 20, fill: '#000000' }],
    };
    const { bytes, rowBytes, height } = drawDots(page, await fontsFor([page]), 203);
    expect(bytes).toHaveLength(rowBytes * height);
    expect(bytes.at(-1)).toBe(0xff);
  });
});
