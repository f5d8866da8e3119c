import { beforeAll, describe, expect, it } from 'vitest';
import { openRow } from './hands.ts';
import { announce, goTo, openHouse, placeOf, rowsOf, sees, seesNot, standsAt, stockUp, tabOf } from './house.ts';

const house = openHouse();
beforeAll(() => stockUp(house, 60));

describe('the sidebar', () => {
  it('is 210 pixels wide, folds, and is remembered as 1 or 0', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    const sidebar = page.locator('.k-sidebar');
    expect((await sidebar.boundingBox())?.width).toBe(210);
    const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    const stored = () => page.evaluate(() => localStorage.getItem('kontor-sidebar'));
    await button.click();
    await seesNot(sidebar);
    expect(await stored()).toBe('0');
    await page.reload();
    await sees(button);
    expect(await sidebar.count()).toBe(0);
    await button.click();
    await sees(sidebar);
    expect(await stored()).toBe('1');
  });

  it('is closed below 992 pixels, opens over the page, and closes after a choice', async () => {
    const page = await house.visit('/home', { as: 'admin', viewport: { width: 991, height: 800 } });
    const sidebar = page.locator('.k-sidebar');
    await sees(page.getByRole('heading', { level: 1 }));
    expect(await page.locator('.k-shell').getAttribute('data-device')).toBe('mobile');
    expect(await sidebar.count()).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await sees(sidebar);
    await goTo(page, '/wms/item');
    await standsAt(page, '/wms/item');
    await seesNot(sidebar);
    await page.setViewportSize({ width: 992, height: 800 });
    await sees(sidebar);
    expect(await page.locator('.k-shell').getAttribute('data-device')).toBe('desktop');
  });
});

describe('the tab bar', () => {
  it('opens a tab a view; closes one, the others or all; Home stays', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    const titles = () => page.locator('.k-tab .k-tab-title').allInnerTexts();
    const choose = async (tab: string, command: string) => {
      await tabOf(page, tab).click({ button: 'right' });
      await page.getByRole('menuitem', { name: command, exact: true }).click();
    };
    for (const path of ['/wms/item', '/purchases/suppliers', '/settings/tax']) {
      await goTo(page, path);
      await standsAt(page, path);
      await sees(page.getByRole('grid'));
    }
    await expect.poll(titles).toEqual(['Home', 'Items', 'Suppliers', 'Tax rates']);
    await choose('Tax rates', 'Close');
    await standsAt(page, '/purchases/suppliers');
    await choose('Items', 'Close others');
    await standsAt(page, '/wms/item');
    await expect.poll(titles).toEqual(['Home', 'Items']);
    await tabOf(page, 'Home').click({ button: 'right' });
    await sees(page.locator('.ant-dropdown-menu-item-disabled').filter({ hasText: /^Close$/ }));
    await page.keyboard.press('Escape');
    await goTo(page, '/settings/tax');
    await sees(page.getByRole('grid', { name: 'Tax rates' }));
    await choose('Tax rates', 'Close all');
    await standsAt(page, '/home');
    await expect.poll(titles).toEqual(['Home']);
  });

  it('refreshes a view: its page is built anew and its rows are read again', async () => {
    const page = await house.visit('/settings/tax', { as: 'admin' });
    await sees(rowsOf(page));
    await page.getByRole('searchbox', { name: 'Search' }).evaluate((box) => box.setAttribute('data-old', ''));
    await tabOf(page, 'Tax rates').click({ button: 'right' });
    const asked = page.waitForRequest((request) => request.url().includes('/v0/tax?'));
    await Promise.all([asked, page.getByRole('menuitem', { name: 'Refresh' }).click()]);
    await seesNot(page.locator('[data-old]'));
    await sees(page.getByRole('searchbox', { name: 'Search' }));
  });

  it('keeps state, scroll and what was typed while another view is shown', async () => {
    const page = await house.visit('/wms/item?size=100', { as: 'admin' });
    await sees(rowsOf(page));
    const scroller = page.locator('[role=tabpanel]:visible [role=grid]');
    await scroller.evaluate((grid) => grid.scrollTo(0, 700));
    await rowsOf(page).nth(20).getByRole('checkbox').check();
    const top = await scroller.evaluate((grid) => grid.scrollTop);
    expect(top).toBeGreaterThan(300);
    await page.getByRole('button', { name: 'New item' }).click();
    await standsAt(page, '/wms/item/new');
    expect(await page.locator('[role=tabpanel]:visible').evaluate((panel) => panel.scrollTop)).toBe(0);
    await page.getByLabel('Name', { exact: false }).first().fill('Half typed');
    await sees(page.locator('.k-tab').getByRole('img', { name: 'Unsaved changes' }));
    await goTo(page, '/home');
    await tabOf(page, 'New').click();
    expect(await page.locator('[role=tabpanel]:visible').getByLabel('Name', { exact: false }).first().inputValue()).toBe('Half typed');
    await tabOf(page, 'Items').first().click();
    await standsAt(page, '/wms/item?size=100');
    await expect.poll(() => scroller.evaluate((grid) => grid.scrollTop)).toBe(top);
    await sees(page.getByText('1 selected'));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('asks before a tab with unsaved work is closed (P13)', async () => {
    const page = await house.visit('/wms/item/new', { as: 'admin' });
    await page.getByLabel('Name', { exact: false }).first().fill('Half typed');
    await sees(page.locator('.k-tab').getByRole('img', { name: 'Unsaved changes' }));
    await tabOf(page, 'New').press('Delete');
    const question = page.getByRole('dialog', { name: /^Close “.*New.*” without saving\?$/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seesNot(question);
    expect(placeOf(page)).toBe('/wms/item/new');
    await tabOf(page, 'New').press('Delete');
    await question.getByRole('button', { name: 'Close without saving' }).click();
    await standsAt(page, '/home');
  });
});

describe('the top bar', () => {
  it('says where one is, and counts unfinished tasks for staff only', async () => {
    const page = await house.visit('/wms/item', { as: 'employee' });
    await sees(page.getByRole('navigation', { name: 'You are here' }).getByText('Items'));
    await sees(page.getByText('Open orders of the last 30 days'));
    const merchant = await house.visit('/home', { as: 'merchant' });
    await sees(merchant.getByRole('heading', { level: 1 }));
    expect(await merchant.getByText('Open orders of the last 30 days').count()).toBe(0);
    expect(await merchant.getByRole('button', { name: 'Act as …' }).count()).toBe(0);
  });

  it('an error that nothing caught is counted, and told in the error log', async () => {
    const page = await house.visit('/home', { as: 'employee', faults: /lost its way/ });
    await sees(page.getByRole('heading', { level: 1 }));
    await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('a promise lost its way'))));
    await page.getByRole('button', { name: 'Error log: 1' }).click();
    await sees(page.getByRole('dialog').getByText('a promise lost its way', { exact: true }));
  });

  it('a browser without full screen says so', async () => {
    const page = await house.visit('/home', { as: 'employee' });
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await page.getByRole('button', { name: 'View and language' }).click();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await sees(page.getByText("Your browser doesn't support this function!"));
  });
});

describe('language and appearance', () => {
  it('the language is chosen in the right panel, kept, and overrides the browser', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    await sees(page.getByRole('heading', { name: 'Items' }));
    await page.getByRole('button', { name: 'View and language' }).click();
    for (const [language, heading] of [
      ['Deutsch', 'Artikel'],
      ['中文', '商品'],
    ] as const) {
      await page.getByRole('radio', { name: language }).click({ force: true });
      await sees(page.getByRole('heading', { level: 1, name: heading }));
    }
    expect(await page.evaluate(() => localStorage.getItem('kontor-locale'))).toBe('cn');
    await page.reload();
    await sees(page.getByRole('heading', { level: 1, name: '商品' }));
  });

  it('rows that are named in all languages are read again in the one that was chosen', async () => {
    const page = await house.visit('/settings/users/list', { as: 'admin' });
    await sees(rowsOf(page).getByText('Warehouse', { exact: true }));
    await page.getByRole('button', { name: 'View and language' }).click();
    await page.getByRole('radio', { name: 'Deutsch' }).click({ force: true });
    await sees(rowsOf(page).getByText('Lager', { exact: true }));
    await page.keyboard.press('Escape');
    await openRow(page, rowsOf(page).filter({ hasText: 'warehouse@' }));
    await sees(page.getByRole('article').getByText('Lager', { exact: true }));
  });

  it.each([
    ['zh-CN', '登录'],
    ['de-AT', 'Anmelden'],
    ['fr-FR', 'Sign in'],
  ])('a browser that speaks %s meets the login as “%s”', async (locale, title) => {
    const page = await house.visit('/login', { locale });
    await sees(page.getByRole('heading', { level: 1, name: title }));
  });

  it('dark is chosen in the right panel and kept; the theme colour is #1890ff', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    const scheme = () => page.evaluate(() => document.documentElement.dataset['scheme']);
    await sees(page.getByRole('heading', { level: 1 }));
    expect(await scheme()).toBe('light');
    expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe('#1890ff');
    await page.getByRole('button', { name: 'View and language' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect.poll(scheme).toBe('dark');
    await page.getByRole('radio', { name: 'Small' }).check({ force: true });
    await page.reload();
    await expect.poll(scheme).toBe('dark');
    expect(await page.evaluate(() => [localStorage.getItem('kontor-size'), document.documentElement.dataset['size']])).toEqual([
      'small',
      'small',
    ]);
  });
});

describe('what comes over the live channel', () => {
  it('a newer version asks to update; “No refresh yet” leaves the work alone (P14)', async () => {
    const page = await house.visit('/home', { as: 'admin', serviceWorkers: 'allow' });
    await sees(page.getByText('Connected'));
    await announce(house, 'info', { webVersion: 'next' });
    const dialog = page.getByRole('dialog').filter({ hasText: 'A new version is available' });
    await sees(dialog);
    await dialog.getByRole('button', { name: 'No refresh yet' }).click();
    await seesNot(dialog);
    await announce(house, 'info', { webVersion: 'after-next' });
    const loaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await loaded;
    await sees(page.getByRole('heading', { level: 1 }));
  });

  it('a message and a print request show as notifications', async () => {
    const page = await house.visit('/home', { as: 'employee' });
    await sees(page.getByText('Connected'));
    await announce(house, 'msg', { title: 'Truck at gate 3', text: 'Two pallets for Northwind' });
    await sees(page.getByText('Two pallets for Northwind'));
    await announce(house, 'print', { type: 'printSN', data: { sns: ['A1'] } });
    await sees(page.getByText('Serial number labels are ready to print.'));
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.getByRole('button', { name: 'Show' }).click();
    await sees(page.getByText('Please unblock the pop-ups of this site!'));
    expect(await page.evaluate(() => localStorage.getItem('kontor-popups'))).toBe('0');
  });

  it('the browser introduces itself with who, which version, which browser and where', async () => {
    // A file of the same address, so that no page before this one has a connection of its own.
    const page = await house.visit('/kontor.svg', { as: 'employee' });
    const sent: { url: URL; payload: string }[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => sent.push({ url: new URL(socket.url()), payload: String(payload) })),
    );
    await page.goto('/home');
    const login = () => sent.find((frame) => frame.payload.includes('"login"'));
    await expect.poll(login).toBeDefined();
    const { url, payload } = login()!;
    expect(url.pathname).toBe('/ws/');
    expect(url.searchParams.get('transport')).toBe('websocket');
    for (const part of ['employee@kontor.example', '"version"', '"userAgent"', '"printShipment"', '/home']) expect(payload).toContain(part);
  });

  it('a change made in one browser shows in the list of another without a reload', async () => {
    const [one, two] = await Promise.all([
      house.visit('/wms/item?q=SKU-007', { as: 'admin' }),
      house.visit('/wms/item?q=SKU-007', { as: 'employee' }),
    ]);
    await Promise.all([sees(rowsOf(one)), sees(rowsOf(two)), sees(two.getByText('Connected'))]);
    await openRow(one, rowsOf(one).first().getByText('Article 007'));
    await one.getByRole('button', { name: 'Edit', exact: true }).click();
    await one.getByRole('article').getByLabel('Name', { exact: false }).first().fill('Article with a new name');
    await one.keyboard.press('Control+s');
    await sees(rowsOf(two).getByText('Article with a new name'));
  });
});
