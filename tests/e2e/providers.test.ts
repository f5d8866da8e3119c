import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { AREAS } from '../../src/resources/index.ts';
import { type Calls, count } from './calls.ts';
import { moreOf, openRow } from './hands.ts';
import { goTo, logIn, openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt, stockUp, travel } from './house.ts';

const house = openHouse();
beforeAll(async () => {
  await openForBusiness(house);
  await stockUp(house, 3);
});

const uncalled = (calls: Calls): string[] => Object.keys(calls).filter((method) => calls[method] === 0);

/** Draws everything anew, from the providers on. */
async function speak(page: Page, language: string): Promise<void> {
  await page.locator('button[aria-label="View and language"], button[aria-label="Ansicht und Sprache"]').click();
  await page.getByRole('radio', { name: language }).click({ force: true });
  await sees(page.getByRole('radio', { name: language, checked: true }));
  await page.keyboard.press('Escape');
  await count(page);
}

/** Not called by refine itself: nobody renames an entry of the audit log, and `Link` is drawn. */
const NEVER = ['auditLogProvider.update', 'routerProvider.Link'];
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const field = (page: Page, label: string) => page.getByRole('article').locator('input, textarea').and(page.getByLabel(label)).first();

/** A view is kept and removed, a row is deleted, and a filter names a merchant. */
async function workOnList(page: Page): Promise<void> {
  const { rows } = await house.server.pool.query<{ id: string }>(
    'select merchant_id as id from items where merchant_id is not null and deleted_at is null group by 1 order by count(*) desc limit 1',
  );
  await travel(page, `/wms/item?f.merchantId=${rows[0]?.id}`);
  await sees(rowsOf(page));
  await moreOf(page, 'Save current view');
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await seesNot(page.getByRole('dialog'));
  const mine = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^Mine/ });
  await sees(mine);
  await moreOf(page, 'Delete view Mine');
  await seesNot(mine);
  await rowsOf(page).last().getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await sees(page.getByText('Records deleted: 1'));
}

/** A row is made, changed, and read with its history; another one does not exist. */
async function workOnRecord(page: Page): Promise<void> {
  await travel(page, '/wms/item/new');
  await field(page, 'SKU').fill('COUNTED-1');
  await field(page, 'Name').fill('Counted');
  await page.keyboard.press('Control+s');
  await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page, 'Name').fill('Counted again');
  await page.keyboard.press('Control+s');
  await sees(page.getByText(/^Version 2/));
  await page.getByRole('tab', { name: 'History' }).click();
  await sees(page.locator('.m-diff'));
  await count(page);
  await travel(page, '/wms/item/01900000-0000-7000-8000-000000000000');
  await sees(page.locator('.m-failed'));
}

async function workOnProfile(page: Page): Promise<void> {
  await travel(page, '/personal/settings');
  await sees(page.getByText('Change picture'));
  await page.locator('[role=tabpanel]:visible input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
  await sees(page.locator('.k-person img[src^="/v0/static/"]'));
  await travel(page, '/401');
  await page.getByRole('button', { name: 'Back' }).click();
  await standsAt(page, '/personal/settings');
}

describe('refine carries the data', () => {
  it('an administrator’s day calls every method that a provider declares', async () => {
    const page = await house.visit('/login');
    await logIn(page, 'admin@kontor.example');
    await standsAt(page, '/home');
    await count(page);
    await speak(page, 'Deutsch');
    await speak(page, 'English');
    await workOnList(page);
    await workOnRecord(page);
    await workOnProfile(page);
    await page.getByRole('button', { name: 'Act as …' }).click();
    await page.getByRole('combobox', { name: 'Act as …' }).fill('warehouse');
    await page.getByTitle(/Willi Lager/).click();
    await sees(page.getByRole('button', { name: 'Acting as Willi Lager' }));
    await standsAt(page, '/home');
    await expect.poll(async () => uncalled(await count(page)).filter((method) => !NEVER.includes(method))).toEqual(['authProvider.logout']);
    await page.locator('.k-person').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await standsAt(page, /^\/login/);
    expect((await page.evaluate(() => (window as unknown as { calls: Calls }).calls))['authProvider.logout']).toBe(1);
  });

  it.each(['manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'])('%s reads a list and a record by it', async (role) => {
    const page = await house.visit('/home', { as: role });
    await sees(page.locator('.k-menu a').first());
    await count(page);
    const paths = await page.locator('.k-menu a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const lists = AREAS.flatMap(({ routes }) => routes.filter(({ mask, page: own }) => mask && !own).map(({ path }) => path));
    for (const path of paths.filter((one) => lists.includes(one))) {
      await goTo(page, path);
      await sees(rowsOf(page).or(page.locator('[role=tabpanel]:visible .m-empty')));
      if ((await rowsOf(page).count()) > 0) break;
    }
    await openRow(page, rowsOf(page).first());
    await sees(page.getByRole('article'));
    const expected = ['dataProvider.getList', 'dataProvider.getOne', 'dataProvider.custom', 'liveProvider.subscribe'];
    await expect
      .poll(async () => {
        const calls = await count(page);
        return expected.filter((method) => !calls[method]);
      })
      .toEqual([]);
  });
});
