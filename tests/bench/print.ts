import type { Browser, Page } from 'playwright-core';
import { FACES, type Face } from '#print/display';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePdf } from '#print/out/pdf';
import { writeZpl } from '#print/out/zpl';
import { render } from '#print/render';
import { loadPage } from '../../server/modules/printing/fonts.ts';
import { launchBrowser } from '../support/browser.ts';
import { kB, ms, quantile, type Table, times } from './measure.ts';
import { type Printed, type Variant } from './print/main.ts';
import { parcels } from './print/records.ts';
import { servePage } from './serve-page.ts';

const COUNT = 500;
const ROUNDS = 3;
/** A picture takes a tenth of a second: fewer of them tell the same. */
const COUNTS: Record<Variant, number> = { ours: COUNT, drawn: COUNT, canvas: 40 };
const TITLES: Record<Variant, string> = {
  ours: 'Kontor: worker, vectors, bars in whole dots',
  drawn: 'jsPDF: texts and rectangles on the page',
  canvas: 'html2canvas + jsPDF: a picture a label',
};

const isFace = (face: string): face is Face => (FACES as readonly string[]).includes(face);
const font = async (path: string): Promise<Uint8Array | null> => {
  const [, face = '', page = ''] = /^\/fonts\/(\w+)\/(\d+)$/.exec(path) ?? [];
  return isFace(face) ? loadPage(face, Number(page)) : null;
};

const SETTLED = 1_500;
/** A pop-up of a window that has had the worker warmed, as every screen that prints does. */
async function atHand(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const open = async (): Promise<Page> => {
    const tab = await context.newPage();
    await tab.goto(url);
    await tab.waitForFunction(() => window.print500 !== undefined);
    return tab;
  };
  const opener = await open();
  await opener.evaluate(() => window.warmPrint?.());
  const popup = await open();
  await popup.waitForTimeout(SETTLED);
  const { first } = await popup.evaluate(() => window.print500?.('ours', 1) as Promise<Printed>);
  await context.close();
  return first;
}

async function inBrowser(): Promise<Table> {
  const page = await servePage('print', font);
  const browser = await launchBrowser();
  const runs: Record<Variant, Printed[]> = { ours: [], drawn: [], canvas: [] };
  const ready: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variant of ['ours', 'drawn', 'canvas'] as const) {
        const tab = await browser.newPage();
        await tab.goto(page.url);
        await tab.waitForFunction(() => window.print500 !== undefined);
        runs[variant].push(
          await tab.evaluate(([name, n]) => window.print500?.(name, n) as Promise<Printed>, [variant, COUNTS[variant]] as const),
        );
        await tab.close();
        if (variant === 'ours') ready.push(await atHand(browser, page.url));
      }
  } finally {
    await browser.close();
    page.close();
  }
  const median = (variant: Variant, key: keyof Printed): number =>
    quantile(
      runs[variant].map((run) => run[key]),
      0.5,
    );
  const rate = (variant: Variant): number => (COUNTS[variant] * 1000) / median(variant, 'total');
  return {
    title: 'Transport labels in Chromium',
    note: `About 21 texts, lines, a GS1-128 and a DataMatrix each; ${COUNT} labels, ${COUNTS.canvas} of the pictures; median of ${ROUNDS}, each in a fresh tab, by turns. First: from the call to the bytes of one label, with worker, fonts and layout cold; at hand: in the second window, once the first has warmed the worker they share. Stall: the longest time in which the page could not have answered. Pictures at two pixels a CSS pixel, JPEG.`,
    head: ['way', 'labels/s', 'times faster', 'first ms', 'at hand ms', 'longest stall ms', 'bytes a label'],
    rows: (['ours', 'drawn', 'canvas'] as const).map((variant) => [
      TITLES[variant],
      rate(variant).toFixed(0),
      times(rate(variant) / rate('canvas')),
      ms(median(variant, 'first')),
      variant === 'ours' ? ms(quantile(ready, 0.5)) : '–',
      ms(median(variant, 'stall')),
      median(variant, 'bytes').toFixed(0),
    ]),
  };
}

/** Data of a loading list of so many parcels. */
const loadingList = (count: number) => ({
  no: 'L-1',
  carrier: 'DHL',
  expected: count,
  loaded: count,
  totals: [{ kind: 'parcel', packages: count, weight: count * 1500, volume: count * 24_000_000 }],
  parcels: parcels(count).map(({ parcelNo, trackingNo, reference, to, weight }) => ({
    no: parcelNo,
    trackingNo,
    order: reference,
    consignee: to.name1,
    zip: to.zip,
    city: to.city,
    country: to.country,
    kind: 'parcel',
    weight,
    volume: 24_000_000,
    loaded: true,
  })),
});

async function inNode(): Promise<Table> {
  const work = async (document: 'transportLabel' | 'loadingList', records: unknown[], dpi: number, zpl = false) => {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const { pages, fonts } = await render({ document, layout: LAYOUTS[document], records, locales: ['de'], dpi }, loadPage);
    const size = zpl
      ? writeZpl(pages, fonts, dpi, { copies: 1 }).length
      : writePdf(pages, fonts, { title: 'bench', created: '2026-01-01T00:00:00Z' }).length;
    const { user, system } = process.cpuUsage(cpu);
    return { wall: performance.now() - begun, cpu: (user + system) / 1000, pages: pages.length, size };
  };
  await work('transportLabel', parcels(50), 203);
  const lines = {
    [`${COUNT} transport labels, PDF`]: () => work('transportLabel', parcels(COUNT), 203),
    [`${COUNT} transport labels, ZPL at 203 dpi`]: () => work('transportLabel', parcels(COUNT), 203, true),
    'loading list of 2,000 parcels, PDF': () => work('loadingList', [loadingList(2000)], 600),
  };
  const rows: (string | number)[][] = [];
  for (const [name, run] of Object.entries(lines)) {
    const { wall, cpu, pages, size } = await run();
    rows.push([name, ms(wall), ms(cpu), pages, kB(size), kB(size / pages), `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`]);
  }
  return {
    title: 'Printing in Node',
    note: 'Data to bytes, one thread, once after a warm-up. Memory: of the whole process after it.',
    head: ['what', 'wall ms', 'CPU ms', 'pages', 'file', 'a page', 'memory'],
    rows,
  };
}

/** Node first: building the page for the browser takes memory in this process. */
export async function benchPrint(): Promise<Table[]> {
  const node = await inNode();
  return [await inBrowser(), node];
}
