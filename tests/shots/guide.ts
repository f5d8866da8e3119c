// Pictures of docs/guide, one a topic and language, of the running sample.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { LOCALES, type Locale } from '#contract/core/limits';
import { PICTURE_SIZE } from '../../src/core/help/page.ts';
import { isStationPath } from '../../src/scan/paths.ts';
import { watchTraffic } from '../support/at-rest.ts';
import { launchBrowser } from '../support/browser.ts';
import type { BuiltServer } from '../support/built.ts';
import { openContext, readNews, settle } from './context.ts';

type Row = { id: string; no: string; code: string };
/** `record`: the list call whose first row is opened. `scan`: the list call whose first number is opened at the station. */
type Picture = { path: string; record?: string; scan?: string; act?: (page: Page) => Promise<void> };

const GUIDE = join(import.meta.dirname, '../../docs/guide');
const WINDOW = { width: 1080, height: 672 };
/** A station needs the height of a tablet. */
const TABLET = { width: 1260, height: 784 };
const MOST_BYTES = 40_000;

/** The picture of each topic. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'home-and-search': { path: '/home', act: (page) => page.keyboard.press('Control+k') },
  lists: { path: '/eEP/outbound-orders' },
  records: { path: '/wms/item', record: 'items?sku=VASE-L' },
  'sign-in': { path: '/personal/settings' },
  orders: { path: '/eEP/outbound-orders', record: 'tasks?status=readyToPack' },
  receiving: { path: '/wEP/arrivalScan', scan: 'tasks?status=receiving' },
  picking: { path: '/wEP/pickingScan', scan: 'picklists?state=printed' },
  packing: { path: '/wEP/packScanOrder', scan: 'tasks?status=readyToPack' },
  'shipping-and-carriers': { path: '/wms/dashboard' },
  returns: { path: '/wEP/returns' },
  counts: { path: '/wms/count', record: 'counts' },
  'items-and-stock': { path: '/wms/inventory' },
  places: { path: '/wms/warehouse-view' },
  stations: { path: '/wEP/packScanOrder' },
  tickets: { path: '/eEP/tickets', record: 'tickets?state=waitsForUs' },
  parties: { path: '/settings/merchant', record: 'merchants' },
  shops: { path: '/eEP/channels' },
  freight: { path: '/t12n/orders', record: 'transportQuotes' },
  'quotations-and-prices': { path: '/sales/quotations', record: 'quotations?status=sent' },
  'purchasing-and-bills': { path: '/purchases/bills', record: 'bills' },
  invoices: { path: '/sales/invoices', record: 'invoices' },
  payments: { path: '/accounting/payment', record: 'payments' },
  bank: { path: '/accounting/bank-matching' },
  billing: { path: '/accounting/charges' },
  'carrier-bills': { path: '/accounting/carrier-bills' },
  dunning: { path: '/accounting/dunning-schemes', record: 'dunningSchemes' },
  balances: { path: '/finance/open-items' },
  'month-end': { path: '/accounting/month-end' },
  'shifts-and-attendance': { path: '/oa/attendanceSheet' },
  'import-and-export': { path: '/tools/receivingExport' },
  masks: { path: '/maske/edit?key=wms.item.list' },
  'users-and-rights': { path: '/settings/roles/list', record: 'roles' },
  'settings-and-backup': { path: '/settings/list' },
  printers: { path: '/settings/printJobs' },
  'label-design': { path: '/maske/edit?key=print.transportLabel' },
};

/** WebP in the best quality that keeps the limit. */
async function asWebp(png: Buffer): Promise<{ data: Buffer; quality: number }> {
  for (let quality = 80; ; quality -= 10) {
    const data = await sharp(png).resize(PICTURE_SIZE).webp({ quality, effort: 6 }).toBuffer();
    if (data.byteLength <= MOST_BYTES || quality <= 30) return { data, quality };
  }
}

async function take(server: BuiltServer, token: string, page: Page, topic: string, picture: Picture): Promise<Buffer> {
  const list = picture.record ?? picture.scan;
  const answer = list && (await server.call<Row[]>('GET', `/v0/${list}${list.includes('?') ? '&' : '?'}l=1`, undefined, token));
  const row = answer ? answer.data[0] : undefined;
  if (list && !row) throw new Error(`${topic}: ${list} has no row`);
  const path = picture.record ? `${picture.path}/${row?.id}` : picture.scan ? `${picture.path}?code=${row?.no}` : picture.path;
  await page.goto(path);
  await settle(page);
  await picture.act?.(page);
  await settle(page);
  return await page.screenshot({ animations: 'disabled' });
}

/** Writes the pictures of these topics, of all without any. */
export async function takeGuide(server: BuiltServer, token: string, topics: readonly string[]): Promise<void> {
  const browser = await launchBrowser();
  const wanted = Object.entries(PICTURES).filter(([topic]) => topics.length === 0 || topics.includes(topic));
  const look = (locale: Locale) => ({ size: WINDOW, locale, mode: 'light' as const });
  try {
    await readNews(browser, server.url, token);
    for (const locale of LOCALES) {
      const context = await openContext(browser, server.url, look(locale), token, { 'kontor-sidebar': '0' });
      for (const [topic, picture] of wanted) {
        const page = await context.newPage();
        watchTraffic(page);
        if (isStationPath(picture.path)) await page.setViewportSize(TABLET);
        const { data, quality } = await asWebp(await take(server, token, page, topic, picture));
        await page.close();
        writeFileSync(join(GUIDE, locale, `${topic}.webp`), data);
        console.log(`${locale}/${topic}.webp ${Math.round(data.byteLength / 1000)} kB, quality ${quality}`);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
