import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Menu' });
const sectionOf = (page: Page, name: string): Locator => menuOf(page).getByRole('button', { name, exact: true });
const isOpen = (section: Locator) => section.getAttribute('aria-expanded');

it('sections fold, one is open at a time: that of the screen, or what each user opened there, which is remembered', async () => {
  const page = await house.visit('/wms/item', { as: 'admin' });
  await sees(rowsOf(page).or(page.locator('.m-empty')));
  const [warehouse, settings] = [sectionOf(page, 'Warehouse'), sectionOf(page, 'Settings')];
  expect(await isOpen(warehouse)).toBe('true');
  await settings.click();
  expect([await isOpen(warehouse), await isOpen(settings)]).toEqual(['false', 'true']);
  await sees(menuOf(page).getByRole('link', { name: 'Tax rates' }));
  await seesNot(menuOf(page).getByRole('link', { name: 'Serial numbers' }));
  expect(await menuOf(page).getByRole('button', { expanded: true }).count()).toBe(1);
  await page.reload();
  await sees(menuOf(page).getByRole('link', { name: 'Tax rates' }));
  expect([await isOpen(warehouse), await isOpen(settings)]).toEqual(['false', 'true']);
  await settings.click();
  expect(await isOpen(settings)).toBe('false');
  await goTo(page, '/settings/tax');
  await expect.poll(() => isOpen(settings)).toBe('true');
  expect(await menuOf(page).getByRole('link', { name: 'Tax rates' }).getAttribute('aria-current')).toBe('page');
});

it('has entries of 28 pixels, and no icons below a section', async () => {
  const page = await house.visit('/settings/tax', { as: 'admin' });
  const entry = menuOf(page).getByRole('link', { name: 'Tax rates' });
  await sees(entry);
  expect((await entry.boundingBox())?.height).toBe(28);
  expect(await entry.locator('.k-icon').count()).toBe(0);
  expect((await sectionOf(page, 'Sales').boundingBox())?.height).toBe(28);
});

it('a star pins a screen to the top of the menu, at most seven, and the pins are kept', async () => {
  const page = await house.visit('/home', { as: 'employee' });
  const favourites = menuOf(page).locator('section', { has: page.getByRole('heading', { name: 'Favourites' }) });
  await goTo(page, '/eEP/customers');
  await standsAt(page, '/eEP/customers');
  const panel = page.locator('[role=tabpanel]:visible');
  const add = panel.getByRole('button', { name: 'Add to favourites' });
  await add.click();
  await sees(favourites.getByRole('link', { name: 'Customers' }));
  await page.reload();
  await sees(favourites.getByRole('link', { name: 'Customers' }));
  await panel.getByRole('button', { name: 'Remove from favourites' }).click();
  await seesNot(favourites.getByRole('link', { name: 'Customers' }));
  const before = await favourites.getByRole('link').count();
  const paths = [
    '/eEP/outbound-orders',
    '/eEP/inbound-orders',
    '/eEP/received',
    '/eEP/returns',
    '/eEP/tickets',
    '/eEP/channels',
    '/wms/item',
  ];
  for (const path of paths) {
    await goTo(page, path);
    await standsAt(page, path);
    const star = panel.locator('.k-star');
    await sees(star);
    if ((await star.getAttribute('aria-pressed')) === 'false') await star.click();
  }
  expect(before).toBeLessThan(7);
  await expect.poll(() => favourites.getByRole('link').count()).toBe(7);
  await goTo(page, '/eEP/customers');
  await standsAt(page, '/eEP/customers');
  if ((await panel.locator('.k-star').getAttribute('aria-pressed')) === 'false') {
    await add.click();
    await sees(page.getByText('There are 7 favourites already. Remove one first.'));
  }
  expect(await favourites.getByRole('link').count()).toBe(7);
});

it('favourites show the work that waits there, red only what is past due', async () => {
  await openForBusiness(house);
  const { tiles } = await house.call<{ tiles: { path: string; count: number; pastDue: boolean }[] }>('GET', '/v0/home');
  const late = tiles.find(({ pastDue, count }) => pastDue && count > 0);
  const page = await house.visit('/home', { as: 'admin' });
  const link = menuOf(page).locator(`a[href="${late?.path}"]`).first();
  const waiting = link.locator('.k-waiting');
  await sees(waiting.filter({ hasText: `${late?.count} past due` }));
  const colors = await menuOf(page)
    .locator('.k-waiting')
    .evaluateAll((all) => all.map((one) => [one.hasAttribute('data-past-due'), getComputedStyle(one).color]));
  const red = 'rgb(179, 24, 31)';
  for (const [pastDue, color] of colors) expect(color === red).toBe(pastDue);
  expect(colors.length).toBeGreaterThan(1);
});

it('a user with few screens sees them without sections', async () => {
  const page = await house.visit('/home', { as: 'carrier' });
  await sees(menuOf(page).getByRole('link', { name: 'Transport orders' }));
  expect(await menuOf(page).getByRole('button').count()).toBe(0);
  expect(await menuOf(page).getByRole('heading').count()).toBe(0);
});

it('a phone has a bar of four at the bottom, and the menu behind the last', async () => {
  const page = await house.visit('/home', { as: 'admin', viewport: { width: 390, height: 844 } });
  const bar = page.getByRole('navigation', { name: 'Main screens' });
  await sees(bar);
  expect(await bar.getByRole('listitem').count()).toBe(4);
  await bar.getByRole('button', { name: 'Menu' }).click();
  await sees(sectionOf(page, 'Settings'));
  await page.setViewportSize({ width: 700, height: 844 });
  await seesNot(bar);
});
