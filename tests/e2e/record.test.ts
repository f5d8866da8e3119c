import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { button, openRow, record } from './hands.ts';
import { goTo, logIn, openHouse, rowsOf, sees, seesNot, standsAt, stockUp } from './house.ts';

const house = openHouse();
beforeAll(() => stockUp(house, 3));

const field = (page: Page, label: string) => page.getByRole('article').locator('input, textarea').and(page.getByLabel(label)).first();
/** A record opens for reading. */
const edit = (page: Page): Promise<void> => button(record(page), 'Edit').click();
const openItem = async (page: Page, sku: string): Promise<void> => {
  await openRow(page, rowsOf(page).getByText(sku).first());
  await sees(page.getByRole('heading', { level: 1, name: sku }));
};

describe('a record', () => {
  it('is created, saved with Ctrl-S, edited, and its history tells who did what', async () => {
    const page = await house.visit('/wms/item/new', { as: 'employee' });
    await field(page, 'SKU').fill('NEW-1');
    await field(page, 'Name').fill('Teapot');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
    await sees(page.getByRole('heading', { level: 1, name: /NEW-1/ }));
    await edit(page);
    await field(page, 'Name').fill('Teapot, green');
    await page.keyboard.press('Control+s');
    await sees(page.getByText(/^Version 2/));
    await page.getByRole('tab', { name: 'History' }).click();
    await sees(page.getByText('Erika Empfang created this record'));
    await sees(page.locator('.m-diff').filter({ hasText: 'Teapot → Teapot, green' }));
  });

  it('that an address does not name is said in a sentence with a way to the list, as is a form that nobody has', async () => {
    const form = await house.visit('/settings/tax/create', { as: 'admin' });
    await sees(form.getByRole('heading', { level: 1, name: 'New tax rate' }));
    const page = await house.visit('/settings/tax/19', { as: 'admin' });
    await sees(page.getByText('This record does not exist'));
    await button(page, 'Open “Tax rates”').click();
    await standsAt(page, '/settings/tax');
    const journal = await house.visit('/accounting/transactions/new', { as: 'admin' });
    await sees(journal.getByText('Nothing is added by hand in “Transactions”.'));
    const carrier = await house.visit('/carriergate/orders/new', { as: 'carrier' });
    await sees(carrier.getByText('in “Transport orders”'));
    await seesNot(carrier.getByRole('button', { name: 'Save' }));
  });

  it('a payment pays the invoices that are ticked beside its form', async () => {
    const { rows } = await house.server.pool.query<{ merchant: string; account: string }>(
      `select m.id as merchant, a.id as account from merchants m, accounts a where m.no = 'M-1001' and a.no = '1200'`,
    );
    const given = `set.merchantId=${rows[0]?.merchant}&set.accountId=${rows[0]?.account}`;
    const page = await house.visit(`/accounting/payment/new?${given}`, { as: 'finance' });
    await sees(page.getByText(/open invoices? of Northwind/));
    await page.getByRole('button', { name: 'Oldest first' }).click();
    const paid = await page.locator('.pay-open td input[type=checkbox]').count();
    expect(paid).toBeGreaterThan(0);
    // The amount is made of what is ticked.
    expect(await field(page, 'Amount').inputValue()).not.toBe('');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/accounting\/payment\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(await house.call('GET', `/v0/payments/${id}`)).toMatchObject({ status: 'allocated', open: 0 });
    expect(await house.call('GET', `/v0/allocations/of/${id}`)).toHaveLength(paid);
  });

  it('shows what the server refuses beside the field', async () => {
    const page = await house.visit('/wms/item/new', { as: 'employee' });
    await field(page, 'SKU').fill('BAD-1');
    await field(page, 'Name').fill('Bad');
    await field(page, 'HS code').fill('12');
    await page.keyboard.press('Control+s');
    const fault = page.locator('.m-faulty').filter({ hasText: 'HS code' });
    await sees(fault.getByText('Invalid format'));
    await field(page, 'HS code').fill('123456');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  });

  it('a day is typed the way the house writes it or the German way, or picked from the calendar', async () => {
    const page = await house.visit('/calendar/entries/new', { as: 'employee' });
    await field(page, 'Title').fill('Stocktake');
    await field(page, 'From').fill('24.12.2026');
    await field(page, 'Until').fill('31.11.2026');
    expect(await field(page, 'From').inputValue()).toBe('2026-12-24');
    await page.keyboard.press('Control+s');
    await sees(page.locator('.m-faulty').filter({ hasText: 'Until' }).getByText('Not a valid date', { exact: true }));
    const calendar = page.locator('.m-picked').nth(1);
    await calendar.getByRole('button', { name: 'Open calendar' }).click();
    await page.keyboard.press('Escape');
    await field(page, 'Until').press('Alt+ArrowDown');
    await page.keyboard.press('Escape');
    await calendar.locator('input[type=date]').fill('2026-12-31');
    expect(await field(page, 'Until').inputValue()).toBe('2026-12-31');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/calendar\/entries\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await house.call('GET', `/v0/calendarEntries/${id}`)).toMatchObject({ endDay: '2026-12-31' });
  });

  it('what is typed survives a reload (P13)', async () => {
    const page = await house.visit('/wms/item?q=SKU-001', { as: 'employee' });
    page.on('dialog', (dialog) => void dialog.accept());
    await openItem(page, 'SKU-001');
    await edit(page);
    await field(page, 'Name').fill('Typed before the power went');
    await sees(page.locator('.k-tab').getByRole('img', { name: 'Unsaved changes' }));
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed before the power went');
    await page.reload();
    await sees(page.getByText('Your unsaved changes were restored.'));
    expect(await field(page, 'Name').inputValue()).toBe('Typed before the power went');
  });

  it('changed by two people at once it shows both values, and nothing typed is lost (P13)', async () => {
    const [one, two] = await Promise.all([
      house.visit('/wms/item?q=SKU-002', { as: 'employee' }),
      house.visit('/wms/item?q=SKU-002', { as: 'manager' }),
    ]);
    await Promise.all([openItem(one, 'SKU-002'), openItem(two, 'SKU-002')]);
    await Promise.all([edit(one), edit(two)]);
    await field(one, 'Name').fill('Name by one');
    await field(two, 'Name').fill('Name by two');
    await one.keyboard.press('Control+s');
    await sees(one.getByText(/^Version 2/));
    await two.keyboard.press('Control+s');
    const conflict = two.getByRole('alert', { name: 'Edited by two people at the same time' });
    await sees(conflict.getByText(/Erika Empfang saved at/));
    await sees(
      conflict.getByRole('row').filter({ hasText: 'Article 002' }).filter({ hasText: 'Name by two' }).filter({ hasText: 'Name by one' }),
    );
    await conflict.getByRole('button', { name: /Keep mine/ }).click();
    await seesNot(conflict);
    await two.keyboard.press('Control+s');
    await sees(two.getByText(/^Version 3/));
    await sees(record(two).getByRole('heading', { name: 'SKU-002 · Name by two' }));
  });

  it('is made with the keyboard alone, from the login on', async () => {
    const page = await house.visit('/login?redirect=%2Fwms%2Fitem');
    await sees(page.getByLabel('Account', { exact: true }).and(page.locator(':focus')));
    await page.keyboard.type('employee@kontor.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kontor-sample');
    await page.keyboard.press('Enter');
    await sees(rowsOf(page));
    await page.keyboard.press('n');
    await standsAt(page, '/wms/item/new');
    await sees(field(page, 'SKU'));
    const focused = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.labels?.[0]?.textContent : ''));
    const tabTo = async (label: string) => {
      for (let i = 0; i < 60; i += 1) {
        if ((await focused())?.startsWith(label)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the tab key never reaches ${label}`);
    };
    await tabTo('SKU');
    await page.keyboard.type('KEY-1');
    await tabTo('Name');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  });
});

describe('a file', () => {
  const FILE = 'SKU,Name,Barcode,Price,Weight (g)\nIMP-1,Green tea,4006381333931,3.50,100\nIMP-2,Black tea,4006381333948,4.00,100\n';

  it('of products is imported through the dialog; the same file again changes nothing', async () => {
    const page = await house.visit('/mEP/item', { as: 'merchant' });
    const importFile = async () => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Import into Items' });
      await dialog.locator('input[type=file]').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
      await dialog.getByRole('button', { name: 'Check without saving' }).click();
      await sees(dialog.getByText('Checked. Nothing has been saved yet.'));
      return dialog;
    };
    const first = await importFile();
    const count = (dialog: typeof first, name: string) =>
      dialog.locator('.m-counts > div').filter({ hasText: name }).locator('dd').innerText();
    expect(await count(first, 'New')).toBe('2');
    await first.getByRole('button', { name: 'Import all rows (2)' }).click();
    await sees(first.getByText('Import completed.'));
    await first.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('IMP-');
    await sees(rowsOf(page).getByText('Green tea'));
    const second = await importFile();
    expect(await count(second, 'New')).toBe('0');
    expect(await count(second, 'Unchanged')).toBe('2');
  });

  it('of everything the search lets through is downloaded under its own name', async () => {
    const page = await house.visit('/wms/item?q=SKU-', { as: 'employee' });
    await sees(rowsOf(page));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Items' });
    await dialog.getByRole('radio', { name: 'Text (csv)' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    for (const sku of ['SKU-001', 'SKU-002', 'SKU-003']) expect(text).toContain(sku);
    await sees(dialog.getByText(`Ready: ${download.suggestedFilename()}`));
  });
});

describe('the mask editor', () => {
  it('a draft changes nothing; published it changes the list; rolled back the list is as before', async () => {
    const page = await house.visit('/maske/edit?key=sys.tax.list', { as: 'admin' });
    const heads = async () => {
      const list = await house.visit('/settings/tax', { as: 'finance' });
      await sees(list.getByRole('grid'));
      const found = await list.locator('.m-head-cell').allInnerTexts();
      await list.close();
      return found.map((head) => head.trim());
    };
    const before = await heads();
    expect(before).toContain('Country');
    await page.getByRole('tab', { name: 'Columns' }).click();
    const country = page.locator('.m-ordered > li').filter({ hasText: 'Country' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await sees(page.getByText('Published. Everyone in scope sees it now.'));
    await country.getByRole('checkbox', { name: 'Hidden' }).check();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await sees(page.getByText('Draft saved'));
    expect(await heads()).toEqual(before);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('button', { name: 'Publish' }).click();
    await sees(page.getByRole('row').filter({ hasText: 'Superseded' }));
    await expect.poll(heads).not.toContain('Country');
    await page.getByRole('row').filter({ hasText: 'Superseded' }).getByRole('button', { name: 'Restore this version' }).click();
    await expect.poll(heads).toEqual(before);
  });

  it('a broken definition is named with the place of its fault and cannot be published', async () => {
    const page = await house.visit('/maske/edit?key=sys.tax.list', { as: 'admin' });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const text = page.getByRole('textbox', { name: 'JSON' });
    await text.fill((await text.inputValue()).replace('"field": "country"', '"field": "nowhere"'));
    await sees(page.getByRole('alert').filter({ hasText: 'nowhere' }));
    expect(await page.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(false);
  });
});

describe('acting for somebody else', () => {
  it('an admin sees what another account sees, and comes back', async () => {
    const page = await house.visit('/login');
    await logIn(page, 'admin@kontor.example');
    await standsAt(page, '/home');
    await page.getByRole('button', { name: 'Act as …' }).click();
    await page.getByRole('combobox', { name: 'Act as …' }).fill('warehouse');
    await page.getByTitle(/Willi Lager/).click();
    await sees(page.getByRole('button', { name: 'Acting as Willi Lager' }));
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await seesNot(menu.locator('a[href="/settings/users/list"]'));
    await goTo(page, '/wms/item');
    await sees(rowsOf(page));
  });
});
