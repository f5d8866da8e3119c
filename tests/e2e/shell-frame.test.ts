import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, openHouse, rowsOf, sees, seesNot, standsAt, tabOf } from './house.ts';

const house = openHouse();

const topOfContent = async (page: Page): Promise<number | undefined> => (await page.locator('#main').boundingBox())?.y;
/** The welcome of the sample is read before, so that only the test's own announcements are unread. */
const readAll = async (as: string): Promise<void> => {
  for (const { id } of await house.call<{ id: string }[]>('GET', '/v0/announcements/news', undefined, as))
    await house.call('POST', `/v0/announcements/${id}/read`, {}, as);
};
const publish = (title: string, important: boolean): Promise<unknown> =>
  house.call('POST', '/v0/announcements', {
    title: { en: title, de: title, cn: title },
    text: { en: 'Pack UPS first.', de: 'Pack UPS first.', cn: 'Pack UPS first.' },
    important,
  });

it('takes 72 pixels above the content, 96 while something is unread; one notice at a time, gone for good when read', async () => {
  await readAll('employee');
  const page = await house.visit('/wms/item', { as: 'employee' });
  await sees(page.getByRole('heading', { level: 1, name: 'Items' }));
  const notices = page.locator('.k-notice');
  await seesNot(notices);
  const canvas = 72;
  // The hairline of the sheet is its own pixel.
  const line = 1;
  expect(await topOfContent(page)).toBe(canvas + line);
  await publish('UPS comes at three', false);
  await publish('UPS comes at two', false);
  await sees(notices);
  expect(await notices.count()).toBe(1);
  await expect.poll(() => topOfContent(page)).toBe(canvas + line + 24);
  const first = await notices.locator('b').innerText();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await seesNot(notices.filter({ hasText: first }));
  await sees(notices);
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await seesNot(notices);
  await expect.poll(() => topOfContent(page)).toBe(canvas + line);
  const again = await house.visit('/wms/item', { as: 'employee' });
  const answered = again.waitForResponse(/\/v0\/announcements\/news/);
  await Promise.all([answered, again.reload()]);
  await sees(again.getByRole('heading', { level: 1, name: 'Items' }));
  expect(await again.locator('.k-notice').count()).toBe(0);
});

it('says beside the logo that the data is a sample', async () => {
  const page = await house.visit('/home', { as: 'employee' });
  const tag = page.locator('.k-sample-tag');
  await sees(tag.getByText('Sample', { exact: true }));
  expect(await tag.getAttribute('title')).toBe('This is sample data. You can try anything.');
});

it('is written in Inter from its own server, and nothing moves when the font arrives', async () => {
  const page = await house.visit('/login');
  await page.context().route('**/*.woff2', async (route) => {
    await page.waitForTimeout(700);
    await route.continue();
  });
  await page.addInitScript(() => {
    const kept = { moved: 0 };
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') kept.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await sees(page.getByRole('heading', { level: 1, name: 'Sign in' }));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const fonts = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );
  expect(fonts).toContain('Inter Variable');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const moved = await page.evaluate(() => ('kept' in window ? (window.kept as { moved: number }).moved : Number.NaN));
  // Google's limit for a page that stands still.
  expect(moved).toBeLessThan(0.1);
});

it('aligns figures where they stand under figures, and leaves numbers of orders as they are', async () => {
  const page = await house.visit('/wms/item', { as: 'admin' });
  await house.call('POST', '/v0/items', { sku: 'FIG-1', name: 'Figures', price: 1_000 });
  await sees(rowsOf(page).getByText('FIG-1'));
  const figures = (name: string) =>
    rowsOf(page)
      .filter({ hasText: 'FIG-1' })
      .locator(`[role=gridcell]`)
      .filter({ hasText: name })
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric);
  expect(await figures('€')).toBe('tabular-nums');
  expect(await figures('FIG-1')).toBe('normal');
});

it('the tab of a new record becomes the tab of the saved one', async () => {
  const page = await house.visit('/settings/tax', { as: 'admin' });
  await sees(rowsOf(page));
  await goTo(page, '/wms/item');
  await sees(rowsOf(page));
  await page.locator('[role=tabpanel]:visible').getByRole('button', { name: 'New item' }).click();
  await standsAt(page, '/wms/item/new');
  const form = page.locator('[role=tabpanel]:visible');
  await form.getByLabel('SKU', { exact: false }).first().fill('SAVED-1');
  await form.getByLabel('Name', { exact: false }).first().fill('Saved article');
  await page.keyboard.press('Control+s');
  await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  await sees(tabOf(page, 'SAVED-1'));
  expect(await page.locator('.k-tab').evaluateAll((all) => all.map((tab) => tab.getAttribute('data-key')))).not.toContain('/wms/item/new');
  await seesNot(page.locator('.k-tab').getByRole('img', { name: 'Unsaved changes' }));
});

it('scrolls when there are more tabs than fit; Home and the current one stay', async () => {
  const page = await house.visit('/home', { as: 'admin', viewport: { width: 1024, height: 700 } });
  const paths = [
    '/wms/item',
    '/purchases/suppliers',
    '/settings/tax',
    '/settings/files',
    '/settings/users/list',
    '/settings/lookup',
    '/sales/invoices',
    '/sales/quotations',
    '/accounting/accounts',
    '/wms/inventory',
  ];
  for (const path of paths) {
    await goTo(page, path);
    await standsAt(page, path);
  }
  const [bar, tabs] = [page.locator('.k-tabs'), page.locator('.k-tab')];
  await expect.poll(() => tabs.count()).toBe(paths.length + 1);
  expect(await bar.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await tabs.first().getAttribute('data-key')).toBe('/home');
  await expect
    .poll(() =>
      page.locator('.k-tab[aria-selected=true]').evaluate((tab) => {
        const [own, whole] = [tab.getBoundingClientRect(), tab.parentElement?.getBoundingClientRect()];
        // Positions of scrolling are whole pixels, widths are not.
        return whole !== undefined && own.left >= whole.left - 1 && own.right <= whole.right + 1;
      }),
    )
    .toBe(true);
  for (const box of await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(box.height).toBe(26);
    expect(box.width).toBeLessThanOrEqual(200);
  }
});
