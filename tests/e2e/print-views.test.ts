import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentName } from '#contract/printing/documents';
import { Layout } from '#contract/printing/layout';
import { writePrint } from '#print/write';
import { createDb } from '../../server/core/db/client.ts';
import { loadPage } from '../../server/modules/printing/fonts.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { pdfSizes, pdfToLines, pdfToPixels } from '../support/render.ts';
import { openHouse, rowsOf, sees } from './house.ts';

const house = openHouse({}, { showsPdf: true });
const idsOf = async (text: string): Promise<string[]> => (await house.server.pool.query(text)).rows.map((row) => row.id as string);

beforeAll(async () => {
  const { config, pool } = house.server;
  await loadOrders({ config, db: createDb(pool), log: { warn: (data) => expect(data).toBeUndefined() } });
});

/** The window that a click opens, once it shows its paper. */
async function popupOf(page: Page, button: Locator): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await ready(popup);
  return popup;
}
const ready = (page: Page): Promise<void> => sees(page.getByRole('button', { name: 'Download' }));

async function bytesIn(page: Page): Promise<Uint8Array> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  return new Uint8Array(await readFile(await download.path()));
}

/** What Node writes of the same request. */
async function writtenByNode(document: DocumentName, ids: string[], dpi: number, title: string): Promise<Uint8Array> {
  const { records } = await house.call<{ records: unknown[] }>('POST', '/v0/print/data', { document, ids, options: { locales: ['en'] } });
  const { layout } = await house.call<{ layout: unknown }>('GET', `/v0/masken/?q=print.${document}`);
  const request = { document, layout: Layout.parse(layout), records, locales: ['en'] as const, dpi };
  return (await writePrint({ ...request, format: 'pdf', copies: 1, title }, loadPage)).bytes;
}

const inkOn = async (bytes: Uint8Array): Promise<number> => (await pdfToPixels(bytes, 0, 72)).grey.filter((grey) => grey < 128).length;

/** Names of the socket events that a page sends until it has been answered once. */
async function eventsOf(path: string): Promise<string[]> {
  // A file of the same address, so that no page before this one has a connection of its own.
  const page = await house.visit('/kontor.svg', { as: 'admin' });
  const sent: string[] = [];
  const answered = new Promise<void>((resolve) =>
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => sent.push(...(/^42\d*\["(\w+)"/.exec(String(payload))?.slice(1, 2) ?? [])));
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('43') && resolve());
    }),
  );
  await page.goto(path);
  await answered;
  return sent;
}

describe('what is printed', () => {
  it('a label opens in the click, and is byte for byte what Node writes', async () => {
    const [id = ''] = await idsOf(`select id from parcels where tracking_no <> '' order by no limit 1`);
    const page = await house.visit(`/wEP/packlist/${id}`, { as: 'admin' });
    const popup = await popupOf(page, page.getByRole('button', { name: 'Print transport label' }));
    await sees(popup.locator('iframe.pr-paper'));
    const bytes = await bytesIn(popup);
    expect(Buffer.from(bytes).equals(await writtenByNode('transportLabel', [id], 203, 'Transport label'))).toBe(true);
    expect(await inkOn(bytes)).toBeGreaterThan(500);
    const { rows } = await house.server.pool.query('select tracking_no as no from parcels where id = $1', [id]);
    // People read it with brackets and gaps.
    expect((await pdfToLines(bytes, 0)).join('').replace(/\D/g, '')).toContain(rows[0].no);
  });

  it('what draws it is there before the click, and the same for all windows', async () => {
    const session = await house.browser.newBrowserCDPSession();
    const workers = async () => {
      const { targetInfos } = await session.send('Target.getTargets');
      return targetInfos.filter(({ type, url }) => type === 'shared_worker' && url.includes('/assets/worker-')).length;
    };
    const [id = ''] = await idsOf(`select id from parcels where tracking_no <> '' order by no limit 1`);
    const page = await house.visit(`/wEP/packlist/${id}`, { as: 'admin' });
    await expect.poll(workers).toBe(1);
    await popupOf(page, page.getByRole('button', { name: 'Print transport label' }));
    await popupOf(page, page.getByRole('button', { name: 'Print transport label' }));
    expect(await workers()).toBe(1);
  });

  it('several rows are one file, in the order of the list', async () => {
    const page = await house.visit('/wms/storehouse/compartment', { as: 'admin' });
    await rowsOf(page).nth(0).getByRole('checkbox').check();
    await rowsOf(page).nth(1).getByRole('checkbox').check();
    const popup = await popupOf(page, page.getByRole('button', { name: 'Print compartment labels' }));
    expect(await pdfSizes(await bytesIn(popup))).toHaveLength(2);
  });

  it('a picklist that goes to the printer is marked as printed', async () => {
    const [id = ''] = await idsOf(`select id from picklists where state = 'open' order by no limit 1`);
    const page = await house.visit(`/wms/picklist/${id}`, { as: 'admin' });
    const told = page.context().waitForEvent('response', (answer) => answer.url().endsWith(`/v0/picklists/${id}/print`));
    const popup = await popupOf(page, page.getByRole('button', { name: 'Print picklist', exact: true }));
    expect((await (await told).json()).code).toBe('OK');
    expect(await inkOn(await bytesIn(popup))).toBeGreaterThan(500);
    const { rows } = await house.server.pool.query('select state from picklists where id = $1', [id]);
    expect(rows).toEqual([{ state: 'printed' }]);
  });

  it('a blocked window says so and gives a link to it', async () => {
    const [id = ''] = await idsOf('select id from items order by sku limit 1');
    const page = await house.visit(`/wms/item/${id}`, { as: 'admin' });
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.getByRole('button', { name: 'Print item labels', exact: true }).click();
    await sees(page.getByText('Please unblock the pop-ups of this site!'));
    const popup = await popupOf(page, page.getByRole('link', { name: 'Open', exact: true }));
    expect(await inkOn(await bytesIn(popup))).toBeGreaterThan(200);
  });

  it('an address that names nothing says so', async () => {
    const page = await house.visit('/print?document=nothing&pk=1', { as: 'admin' });
    await sees(page.getByRole('alert').getByText('There is nothing to print at this address.'));
  });

  it('an item list comes out of the JSON in its path', async () => {
    const data = encodeURIComponent(JSON.stringify({ items: [{ sku: 'TEE-EARL-250', qty: 3 }] }));
    const page = await house.visit(`/wEP/printItemlist/${data}`, { as: 'admin' });
    await ready(page);
    expect((await pdfToLines(await bytesIn(page), 0)).join(' ')).toContain('TEE-EARL-250');
  });

  it('only papers of our own are shown by the viewer', async () => {
    const page = await house.visit(`/pdfViewer?url=${encodeURIComponent('https://evil.test/a.pdf')}`, { as: 'admin' });
    await sees(page.getByRole('alert').getByText('Only documents of this site can be shown here.'));
  });

  it('labels of a sheet are drawn by the engine', async () => {
    const [id = ''] = await idsOf('select id from carriers order by code limit 1');
    const page = await house.visit(`/spreadsheet?mask=settings.carriers.list&type=label&pk=${id}`, { as: 'admin' });
    await ready(page);
    expect(await inkOn(await bytesIn(page))).toBeGreaterThan(100);
  });
});

it('views that only print send no login event', async () => {
  expect(await eventsOf('/home')).toContain('login');
  for (const path of ['/print', '/label', '/labelBox', '/labelPLT']) expect(await eventsOf(path), path).toEqual(['since']);
});

describe('tools', () => {
  it('a series counts from and to in its steps, filled up with zeros', async () => {
    const page = await house.visit('/tools/labelMultiplePrint', { as: 'admin' });
    await page.getByLabel('a series').check();
    await page.getByLabel('Prefix').fill('BOX-');
    await page.getByLabel('To', { exact: true }).fill('9');
    await page.getByLabel('Step').fill('4');
    await sees(page.getByText('3 labels'));
    await sees(page.getByRole('img', { name: 'Page 1 of 1' }));
    const popup = await popupOf(page, page.getByRole('button', { name: 'Print', exact: true }));
    const bytes = await bytesIn(popup);
    const lines = await Promise.all([0, 1, 2].map((at) => pdfToLines(bytes, at)));
    expect(lines.map((line) => line.find((text) => text.startsWith('BOX-')))).toEqual(['BOX-0001', 'BOX-0005', 'BOX-0009']);
  });

  it('a line that its kind of code cannot hold is named, and the others are printed', async () => {
    const page = await house.visit('/tools/labelMultiplePrint', { as: 'admin' });
    await page.getByLabel('Type of code').selectOption('ean13');
    await page.getByRole('textbox', { name: /^List/ }).fill('4006381333931;Pen\n4006381333932;Wrong\nABC');
    await sees(page.getByText('Line 2, “4006381333932”: the check digit is wrong'));
    await sees(page.getByText('Line 3, “ABC”: contains characters that this type of code does not support'));
    await sees(page.getByText('1 label', { exact: true }));
  });

  it('up to six marks stand on a handling label', async () => {
    const page = await house.visit('/tools/commonLogisticsLabels', { as: 'admin' });
    for (const name of ['Fragile', 'This side up', 'Keep dry', 'Heavy', 'UN 3481', 'Recycle'])
      await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'No hooks', disabled: true }).waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Two people');
    await sees(page.getByRole('img', { name: 'Page 1 of 1' }));
    const popup = await popupOf(page, page.getByRole('button', { name: 'Print', exact: true }));
    expect((await pdfToLines(await bytesIn(popup), 0)).join(' ')).toContain('Two people');
  });
});
