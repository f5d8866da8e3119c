import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inkIn, type Pixels, strayInk } from '../support/pixels.ts';
import { pdfSizes, pdfToPixels } from '../support/render.ts';
import { openForBusiness, openHouse, sees } from './house.ts';

const house = openHouse();
const DPI = 100;
const dots = (mm: number): number => Math.round((mm * DPI) / 25.4);
/** A part of a page, in millimetres from its upper left corner. */
const part = (x: number, y: number, w: number, h: number) => ({ x: dots(x), y: dots(y), w: dots(w), h: dots(h) });
/** The third line of the head: who and when stand above it. */
const SENTENCE = part(12, 24, 180, 4.5);

beforeAll(async () => {
  await openForBusiness(house);
  for (let i = 1; i <= 40; i += 1)
    await house.call('POST', '/v0/officeTasks', { title: `Check the gate of hall ${i}, and the ramp behind it`, priority: 'low' });
});

type Saved = { name: string; bytes: Buffer; pages: Pixels[]; sizes: string[] };

async function save(page: Page, press: () => Promise<void>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await download.path());
  const sizes = (await pdfSizes(bytes)).map(
    ({ originalWidth, originalHeight }) => `${Math.round(originalWidth)}x${Math.round(originalHeight)}`,
  );
  const pages: Pixels[] = [];
  for (const at of sizes.keys()) pages.push(await pdfToPixels(bytes, at, DPI));
  // The copy that was drawn is gone.
  await page.waitForFunction(() => !document.querySelector('iframe.html2canvas-container'));
  return { name: download.suggestedFilename(), bytes, pages, sizes };
}
const LANDSCAPE = '842x595';
const PORTRAIT = '595x842';
const today = (): string => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date());
const meanOf = ({ grey }: Pixels): number => grey.reduce((sum, value) => sum + value, 0) / grey.length;

describe('“Save as PDF”', () => {
  it('of a board: all cards on A4, in the light theme, from the keyboard, and its writer is loaded on the press', async () => {
    const page = await house.visit('/oa/taskBoard', { as: 'admin', colorScheme: 'dark' });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const button = page.getByRole('button', { name: 'Save as PDF' });
    await sees(page.getByText('Check the gate of hall 40,'));
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => /save-pdf|html2canvas|jspdf/.test(name))).toEqual([]);

    const panel = page.locator('.k-panel:visible');
    await button.focus();
    const before = await panel.evaluate((element) => element.scrollTop);
    const { name, bytes, pages, sizes } = await save(page, () => page.keyboard.press('Enter'));
    expect(await panel.evaluate((element) => element.scrollTop)).toBe(before);
    expect(scripts.some((url) => /\/save-pdf-/.test(url))).toBe(true);

    expect(name).toBe(`office-tasks-${today()}.pdf`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sizes.length).toBeGreaterThan(1);
    expect(new Set(sizes)).toEqual(new Set([PORTRAIT]));
    for (const pixels of pages) {
      expect(inkIn(pixels)).toBeGreaterThan(500);
      expect(meanOf(pixels)).toBeGreaterThan(200);
    }
    // The text of the first column's status, on its own ground.
    const [first] = pages;
    const inTag = part(14.5, 32.5, 11, 4);
    let dark = 0;
    for (let y = inTag.y; y < inTag.y + inTag.h; y += 1)
      for (let x = inTag.x; x < inTag.x + inTag.w; x += 1) if (first!.grey[y * first!.width + x]! < 150) dark += 1;
    expect(dark).toBeGreaterThan(20);
  });

  it('of a plan: the whole hall however near it is shown, with the search in its head', async () => {
    const page = await house.visit('/wms/warehouse-view', { as: 'admin' });
    const button = page.getByRole('button', { name: 'Save as PDF' });
    await sees(page.getByRole('img', { name: /^Plan of / }));
    const whole = await save(page, () => button.click());
    expect(whole.name).toBe(`warehouse-view-${today()}.pdf`);
    expect(whole.sizes).toEqual([PORTRAIT]);
    const hall = part(12, 40, 186, 230);
    expect(inkIn(whole.pages[0]!, hall)).toBeGreaterThan(1_000);

    for (let i = 0; i < 6; i += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    const near = await save(page, () => button.click());
    expect(strayInk(whole.pages[0]!, near.pages[0]!, hall)).toBeLessThan(0.02);

    await page.getByRole('searchbox').fill('CART-1');
    await sees(page.getByText('1 compartment found'));
    const searched = await save(page, () => button.click());
    expect(inkIn(searched.pages[0]!, SENTENCE)).toBeGreaterThan(1.3 * inkIn(whole.pages[0]!, SENTENCE));
    expect(strayInk(whole.pages[0]!, searched.pages[0]!, hall)).toBeGreaterThan(0.1);
  });

  it('of the calendar in Chinese', async () => {
    const page = await house.visit('/calendar/index', { as: 'admin', locale: 'zh-CN' });
    await page.getByRole('button', { name: '更多', exact: true }).click();
    const entry = page.getByRole('menuitem', { name: '保存为 PDF' });
    await sees(entry);
    const { name, bytes, pages, sizes } = await save(page, () => entry.click());
    expect(name).toBe(`日历-${today()}.pdf`);
    expect(sizes).toEqual([LANDSCAPE]);
    expect(inkIn(pages[0]!, part(12, 12, 100, 7))).toBeGreaterThan(100);
    expect(inkIn(pages[0]!, part(12, 30, 273, 150))).toBeGreaterThan(1_000);
    // The title in UTF-16, as PDF writes what is not Latin.
    expect(bytes.includes(Buffer.from('日历', 'utf16le').swap16())).toBe(true);
  });

  it('says so when it fails, and can be pressed again', async () => {
    const page = await house.visit('/finance/balance-query', { as: 'admin' });
    const button = page.getByRole('button', { name: 'Save as PDF' });
    await sees(button);
    const prototype = 'HTMLCanvasElement.prototype';
    await page.evaluate(`window.keptToBlob = ${prototype}.toBlob; ${prototype}.toBlob = (done) => done(null)`);
    await button.click();
    await sees(page.getByText('The PDF could not be created. Please try again.'));
    await page.evaluate(`${prototype}.toBlob = window.keptToBlob`);
    const { name, sizes } = await save(page, () => button.click());
    expect(name).toBe(`balance-query-${today()}.pdf`);
    expect(sizes).toEqual([LANDSCAPE]);
  });
});
